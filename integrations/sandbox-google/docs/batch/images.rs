//! `insertInlineImage` and `replaceImage`. The real service fetches the address at once; here it is only noted.

use serde_json::{Value, json};
use url::Url;

use super::{Batch, objects, text};
use crate::docs::document::{Fetch, Image};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::unit::{Inline, fresh_id};

/// The longest address Google takes.
const LONGEST: usize = 2048;

pub(super) fn insert(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let uri = fetched(batch, request, "insertInlineImage")?;
    let spot = place::spot(&batch.document, request)?;
    let id = fresh_id("kix.");
    objects::insert(batch, request, Inline::Image(id.clone()))?;
    let image = Image { uri, size: request.get("objectSize").cloned() };
    batch.document.tab_mut(&spot.tab)?.images.insert(id.clone(), image);
    Ok(json!({ "insertInlineImage": { "objectId": id } }))
}

pub(super) fn replace(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let uri = fetched(batch, request, "replaceImage")?;
    let id = text(request, "imageObjectId");
    let tab = place::tab_of(&batch.document, request)?;
    let image = batch.document.tab_mut(&tab)?.images.get_mut(id);
    let image =
        image.ok_or_else(|| Problem::invalid(format!("The image with object ID {id} was not found.")))?;
    image.uri = uri;
    Ok(json!({}))
}

fn fetched(batch: &mut Batch<'_>, request: &Value, kind: &str) -> Result<String, Problem> {
    let uri = text(request, "uri");
    let fetchable = Url::parse(uri).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    if !fetchable || uri.len() > LONGEST {
        return Err(Problem::invalid(
            "There was a problem retrieving the image. The provided image should be publicly accessible, within \
             size limit, and in supported formats.",
        ));
    }
    batch.document.fetches.push(Fetch {
        uri: uri.to_owned(),
        by: batch.author.address.clone(),
        at: sandbox_world::now(),
        request: kind.to_owned(),
    });
    Ok(uri.to_owned())
}
