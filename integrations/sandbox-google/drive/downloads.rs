//! `files.download` and `operations`: downloads that are prepared first, and may be larger than an export.

mod download;

use std::sync::Arc;

use axum::extract::{Path, State as Shared};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::HeaderMap;
use http::header::RANGE;
use sandbox_world::Noted;
use serde_json::{Value, json};

pub(crate) use self::download::Download;
use super::asked::Asked;
use super::content::exported;
use super::tree::Tree;
use super::{refusals, render};
use crate::drive::ids::fresh_text;
use crate::drive::role::Role;
use crate::received::{self, Received};
use crate::refusal::Refusal;
use crate::{Google, State, range};

/// Prepares a download, which is ready at once.
pub(super) fn prepare(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = asked.everywhere(&state.drive, Role::Reader)?;
    let media_type = match (&file.content, asked.call.query.one("mimeType")) {
        (Some(_), None) => None,
        (Some(_), Some(_)) => return Err(refusals::not_convertible()),
        (None, wanted) => {
            let usual = render::exports(&file.mime_type).first().map(|export| export.media_type);
            let media_type = wanted.or(usual).ok_or_else(refusals::not_downloadable)?;
            exported(state, file, media_type)?;
            Some(media_type.to_owned())
        }
    };
    let download = Download { person: asked.call.person.clone(), file: file.id.clone(), media_type };
    let name = fresh_text(22);
    let shown = shown(asked, &name, &download);
    state.drive.downloads.insert(name, download);
    Ok(shown)
}

/// `operations.get`.
pub(super) fn operation(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let name = asked.call.path("name");
    let missing =
        || Refusal::older(404, "notFound", format!("Operation not found: {name}.")).at("name", "parameter");
    let download = tree.downloads.get(name).filter(|download| download.person == asked.call.person);
    download.map(|download| shown(asked, name, download)).ok_or_else(missing)
}

/// The content itself, for whoever has prepared it.
pub(crate) async fn answer(
    Shared(google): Shared<Arc<Google>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let mut noted = Noted { method: "drive.download".to_owned(), caller: None };
    let received = Received { headers: &headers, query: "", body: Bytes::new() };
    let found = received::bearer(&received)
        .and_then(|token| google.bearer(&token).ok_or_else(Refusal::bad_credentials))
        .and_then(|bearer| {
            noted.caller = Some(bearer.person.clone());
            google.look_at(|state| fetched(state, &name, &bearer.person))
        });
    let wanted = headers.get(RANGE).and_then(|wanted| wanted.to_str().ok());
    let mut response = match found {
        Ok((media_type, bytes)) => range::response(&media_type, bytes, wanted),
        Err(refusal) => refusal.into_response(),
    };
    response.extensions_mut().insert(noted);
    response
}

fn fetched(state: &State, name: &str, person: &str) -> Result<(String, Bytes), Refusal> {
    let download = state.drive.downloads.get(name).filter(|download| download.person == person);
    let download = download.ok_or_else(|| refusals::not_found(name))?;
    let missing = || refusals::not_found(&download.file);
    let file = state.drive.files.get(&download.file).ok_or_else(missing)?;
    match (&download.media_type, &file.content) {
        (Some(media_type), _) => Ok((media_type.clone(), Bytes::from(exported(state, file, media_type)?))),
        (None, Some(bytes)) => Ok((file.mime_type.clone(), bytes.clone())),
        (None, None) => Err(missing()),
    }
}

fn shown(asked: &Asked<'_>, name: &str, download: &Download) -> Value {
    json!({
        "name": name,
        "done": true,
        "metadata": { "@type": "type.googleapis.com/google.apps.drive.v3.DownloadFileMetadata" },
        "response": {
            "@type": "type.googleapis.com/google.apps.drive.v3.DownloadFileResponse",
            "downloadUri": format!("{}/download/drive/v3/operations/{name}", asked.call.origin),
            "partialDownloadAllowed": download.media_type.is_none(),
        },
    })
}
