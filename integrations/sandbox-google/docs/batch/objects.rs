//! `insertPageBreak`, `insertRichLink` and `insertPerson`: things in a line of text that are no text.

use std::sync::Arc;

use serde_json::{Value, json};
use url::Url;

use super::{Batch, text};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::style::Style;
use crate::docs::unit::{Inline, Sign, Unit, fresh_id};
use crate::drive::Role;

/// A page break and the newline that Google puts after it.
pub(super) fn page_break(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let spot = place::spot(&batch.document, request)?;
    place::check_body(&batch.document, &spot)?;
    let content = &mut batch.document.tab_mut(&spot.tab)?.content;
    let newline = Sign::Newline(Arc::new(content.paragraph_at(spot.index).twin()));
    let plain = Style::new();
    let units =
        vec![Unit::new(Sign::Inline(Arc::new(Inline::PageBreak)), &plain), Unit::new(newline, &plain)];
    batch.pen.write(content, spot.index, units);
    Ok(json!({}))
}

/// A chip with the title of what it links to, which must be something of Google's.
pub(super) fn rich_link(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let properties = request.get("richLinkProperties").unwrap_or(&Value::Null);
    let uri = text(properties, "uri");
    let known = Url::parse(uri).ok().filter(|url| {
        url.scheme() == "https" && url.host_str().is_some_and(|host| host.ends_with(".google.com"))
    });
    let Some(url) = known else {
        return Err(Problem::invalid("The URI of the rich link is not a supported Google resource."));
    };
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let id = segments.iter().skip_while(|part| **part != "d").nth(1).copied().unwrap_or_default();
    let file = batch.files.open(batch.visitor, id, Role::Reader).ok();
    let inline = Inline::RichLink {
        id: fresh_id("kix."),
        uri: uri.to_owned(),
        title: file.map_or_else(|| uri.to_owned(), |file| file.name.clone()),
        mime_type: file.map(|file| file.mime_type.clone()),
    };
    insert(batch, request, inline)
}

pub(super) fn person(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let properties = request.get("personProperties").unwrap_or(&Value::Null);
    let (email, name) = (text(properties, "email"), text(properties, "name"));
    if !email.contains('@') {
        return Err(Problem::invalid("The person's email address must be specified."));
    }
    let name = if name.is_empty() { email } else { name };
    let inline = Inline::Person { id: fresh_id("kix."), email: email.to_owned(), name: name.to_owned() };
    insert(batch, request, inline)
}

/// Puts one thing in where a request says.
pub(super) fn insert(batch: &mut Batch<'_>, request: &Value, inline: Inline) -> Result<Value, Problem> {
    let spot = place::spot(&batch.document, request)?;
    let content = &mut batch.document.tab_mut(&spot.tab)?.content;
    let unit = Unit::new(Sign::Inline(Arc::new(inline)), &Style::new());
    batch.pen.write(content, spot.index, vec![unit]);
    Ok(json!({}))
}
