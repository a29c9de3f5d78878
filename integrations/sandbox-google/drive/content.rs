//! What is inside a file: `files.get`, `files.export`, `files.download` and `files.copy`.

use bytes::Bytes;
use serde_json::Value;

use super::asked::Asked;
use super::create::{Content, id_of, parent_of, put_in};
use super::file::File;
use super::tree::{Closed, Tree};
use super::{body, refusals, render};
use crate::call::Answer;
use crate::drive::kinds::{DOCUMENT, SHORTCUT, SPREADSHEET};
use crate::drive::role::Role;
use crate::refusal::Refusal;
use crate::{State, docs, sheets};

/// More than this is not exported.
const LARGEST_EXPORT: usize = 10 * 1024 * 1024;

/// What Google itself can export these kinds as, and this sandbox cannot.
const NOT_BUILT: [&str; 9] = [
    "application/pdf",
    "application/rtf",
    "application/epub+zip",
    "application/zip",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "text/tab-separated-values",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];

pub(super) fn get(tree: &Tree, asked: &Asked<'_>) -> Result<Answer, Refusal> {
    let file = asked.file(tree, Role::Reader)?;
    if asked.call.query.one("alt") != Some("media") {
        return Ok(Answer::Json(render::file(tree, asked, file)));
    }
    may_take(tree, asked, file, "cannotDownloadFile", "This file cannot be downloaded by the user.")?;
    match &file.content {
        Some(bytes) => Ok(Answer::Content { media_type: file.mime_type.clone(), bytes: bytes.clone() }),
        None => Err(refusals::not_downloadable()),
    }
}

pub(super) fn export(state: &State, asked: &Asked<'_>) -> Result<Answer, Refusal> {
    let media_type = asked.call.query.one("mimeType").unwrap_or_default();
    let file = asked.everywhere(&state.drive, Role::Reader)?;
    may_take(&state.drive, asked, file, "cannotExportFile", "This file cannot be exported by the user.")?;
    let bytes = small_enough(exported(state, file, media_type)?)?;
    Ok(Answer::Content { media_type: media_type.to_owned(), bytes: Bytes::from(bytes) })
}

fn small_enough(bytes: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    if bytes.len() > LARGEST_EXPORT {
        let message = "This file is too large to be exported.";
        return Err(Refusal::older(403, "exportSizeLimitExceeded", message));
    }
    Ok(bytes)
}

pub(super) fn copy(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (call, tree) = (asked.call, &state.drive);
    let source = asked.file(tree, Role::Reader)?;
    body::check_new(call)?;
    let message = "This file cannot be copied by the user.";
    if source.is_folder() {
        return Err(Refusal::older(403, "cannotCopyFile", message));
    }
    may_take(tree, asked, source, "cannotCopyFile", message)?;
    let named = call.texts("/parents");
    let parent = if named.is_empty() {
        // Beside the original, where one may put something there.
        let beside = source.parent.clone().unwrap_or_default();
        parent_of(tree, asked, vec![beside], "root")
            .or_else(|_| parent_of(tree, asked, Vec::new(), "root"))?
    } else {
        parent_of(tree, asked, named, "root")?
    };
    let kind = call.text("/mimeType").unwrap_or(&source.mime_type);
    let usual = format!("Copy of {}", source.name);
    let id = id_of(tree, call.text("/id"), kind)?;
    let name = call.text("/name").unwrap_or(&usual);
    let mut made = File::new(id, name, kind, asked.me(), sandbox_world::now());
    made.description.clone_from(&source.description);
    made.properties.clone_from(&source.properties);
    made.shortcut_to.clone_from(&source.shortcut_to);
    made.made_by_app = true;
    body::apply(asked, &mut made);
    let content = converted(source, kind)?;
    let (from, kind) = (source.id.clone(), source.mime_type.clone());
    let id = put_in(state, asked, made, &parent, content);
    match kind.as_str() {
        DOCUMENT => docs::copy(state, &from, &id),
        SPREADSHEET => sheets::copy(state, &from, &id),
        _ => {}
    }
    let tree = &state.drive;
    tree.files.get(&id).map(|file| render::file(tree, asked, file)).ok_or_else(|| refusals::not_found(&id))
}

/// The content of a copy, which may be of another kind. Documents are copied afterwards, as they are.
fn converted(source: &File, kind: &str) -> Result<Content, Refusal> {
    match &source.content {
        Some(bytes) if kind == source.mime_type => Ok(Content::Bytes(bytes.clone())),
        Some(bytes) => {
            let media_type = source.mime_type.clone();
            Content::read(kind, Some(&crate::call::Media { bytes: bytes.clone(), media_type }))
        }
        None if kind == source.mime_type => Ok(Content::Nothing),
        None => Err(refusals::not_convertible()),
    }
}

/// A document or a spreadsheet as another kind of file.
pub(super) fn exported(state: &State, file: &File, media_type: &str) -> Result<Vec<u8>, Refusal> {
    let made = match file.mime_type.as_str() {
        DOCUMENT => docs::export(state, &file.id, media_type),
        SPREADSHEET => sheets::export(state, &file.id, media_type),
        _ if !file.is_google_kind() || file.is_folder() || file.mime_type == SHORTCUT => {
            let message = "Export only supports Docs Editors files.";
            return Err(Refusal::older(403, "fileNotExportable", message));
        }
        _ => None,
    };
    made.ok_or_else(|| {
        if NOT_BUILT.contains(&media_type) {
            Refusal::not_implemented(&format!("An export as {media_type}"))
        } else {
            refusals::not_convertible()
        }
    })
}

/// A token for metadata shows no content, and an owner may keep it from those who only read.
fn may_take(
    tree: &Tree,
    asked: &Asked<'_>,
    file: &File,
    reason: &'static str,
    message: &str,
) -> Result<(), Refusal> {
    if asked.call.scopes.iter().all(|scope| scope.contains("/auth/drive.metadata")) {
        return Err(refusals::closed(Closed::Forbidden, asked.call.path("fileId")));
    }
    let role = tree.role_of(file, asked.me()).unwrap_or(Role::Reader);
    if render::may_copy(file, role) { Ok(()) } else { Err(Refusal::older(403, reason, message)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_ten_megabytes_are_not_exported() {
        assert!(small_enough(vec![0; LARGEST_EXPORT]).is_ok());
        let refusal = small_enough(vec![0; LARGEST_EXPORT + 1]).unwrap_err();
        assert_eq!(refusal.code(), 403);
        assert_eq!(refusal.body()["error"]["errors"][0]["reason"], "exportSizeLimitExceeded");
    }
}
