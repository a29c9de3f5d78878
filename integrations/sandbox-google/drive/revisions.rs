//! `revisions`: what a file has been before.

mod revision;

use bytes::Bytes;
use md5::{Digest as _, Md5};
use serde_json::{Value, json};

pub(crate) use self::revision::Revision;
use super::asked::Asked;
use super::file::File;
use super::tree::Tree;
use super::{pages, refusals, render};
use crate::call::Answer;
use crate::drive::role::Role;
use crate::refusal::Refusal;

pub(super) fn list(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = readable(tree, asked)?;
    let rows = file.revisions.iter().map(|revision| shown(tree, asked, file, revision)).collect();
    pages::page("drive#revisionList", "revisions", rows, asked.call, 200)
}

pub(super) fn get(tree: &Tree, asked: &Asked<'_>) -> Result<Answer, Refusal> {
    let file = readable(tree, asked)?;
    let id = asked.call.path("revisionId");
    let head = file.revisions.last().map(|revision| revision.id.as_str());
    let id = if id == "head" { head.unwrap_or(id) } else { id };
    let revision = file.revisions.iter().find(|revision| revision.id == id).ok_or_else(|| {
        Refusal::older(404, "notFound", format!("Revision not found: {id}.")).at("revisionId", "parameter")
    })?;
    if asked.call.query.one("alt") != Some("media") {
        return Ok(Answer::Json(shown(tree, asked, file, revision)));
    }
    match bytes_of(file, revision) {
        Some(bytes) => Ok(Answer::Content { media_type: file.mime_type.clone(), bytes: bytes.clone() }),
        None => Err(refusals::not_downloadable()),
    }
}

/// Only those who may write see what was there before.
fn readable<'a>(tree: &'a Tree, asked: &Asked<'_>) -> Result<&'a File, Refusal> {
    let file = asked.everywhere(tree, Role::Writer)?;
    if file.is_folder() {
        return Err(Refusal::older(403, "revisionsNotSupported", "The file does not support revisions."));
    }
    Ok(file)
}

fn bytes_of<'a>(file: &'a File, revision: &'a Revision) -> Option<&'a Bytes> {
    let is_head = file.revisions.last().is_some_and(|last| last.id == revision.id);
    if is_head { file.content.as_ref() } else { revision.content.as_ref() }
}

fn shown(tree: &Tree, asked: &Asked<'_>, file: &File, revision: &Revision) -> Value {
    let mut value = json!({
        "kind": "drive#revision",
        "id": revision.id,
        "mimeType": file.mime_type,
        "modifiedTime": render::time(revision.at),
        "lastModifyingUser": render::user(tree, asked, &revision.by),
        "published": false,
    });
    if let (Some(bytes), Some(fields)) = (bytes_of(file, revision), value.as_object_mut()) {
        fields.insert("size".to_owned(), bytes.len().to_string().into());
        fields.insert("md5Checksum".to_owned(), hex::encode(Md5::digest(bytes)).into());
        fields.insert("keepForever".to_owned(), false.into());
        fields.insert("originalFilename".to_owned(), file.original_name.clone().unwrap_or_default().into());
    }
    value
}
