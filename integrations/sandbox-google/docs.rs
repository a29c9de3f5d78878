//! Docs: documents as a row of units, one for every UTF-16 index.
//!
//! Knows what is inside a document. Who may open it is asked of Drive, where every document is a file; routes, tokens
//! and parameter types have been checked before anything here runs.

mod batch;
mod clusters;
mod content;
mod document;
mod export;
mod import;
pub mod inspect;
mod lists;
mod outline;
pub mod paper;
mod pen;
mod place;
mod problem;
#[cfg(test)]
mod properties;
mod render;
mod runs;
mod seeds;
mod style;
mod suggestions;
mod talk;
mod threads;
mod unit;

use serde_json::Value;

pub(crate) use document::Document;
pub(crate) use seeds::annotate;
pub(crate) use talk::{change_comment, take_comment, take_reply, talk};

use super::account::Account;
use super::drive::{Closed, DOCUMENT, File, Role, Visitor};
use super::refusal::Refusal;
use super::{Google, State};
use crate::call::{Answer, Call};

/// Performs a checked call.
pub(crate) fn perform(google: &Google, call: &Call) -> Result<Answer, Refusal> {
    let account = google.account(&call.person).ok_or_else(Refusal::bad_credentials)?;
    google.with(|state| {
        let answer = match call.method.as_str() {
            "docs.documents.get" => get(state, account, call),
            "docs.documents.create" => create(state, account, call),
            "docs.documents.batchUpdate" => batch_update(state, account, call),
            method => Err(Refusal::not_implemented(method)),
        }?;
        if call.method != "docs.documents.get" {
            google.changes.ring();
        }
        Ok(Answer::Json(answer))
    })
}

/// Makes the document of a file that was just created, from Markdown, as Drive's import does. Empty text makes an
/// empty document. Its title is the name of the file.
pub(crate) fn import(state: &mut State, id: &str, _title: &str, markdown: &str) {
    let by = state.drive.files.get(id).map(|file| file.modified_by.clone()).unwrap_or_default();
    state.documents.insert(id.to_owned(), import::read(markdown, &by));
}

/// The document as Drive exports it: `text/markdown`, `text/plain`, `text/html` or a PDF; nothing for other types.
pub(crate) fn export(state: &State, id: &str, media_type: &str) -> Option<Vec<u8>> {
    let empty = Document::default();
    let document = state.documents.get(id).unwrap_or(&empty);
    let title = state.drive.files.get(id).map(|file| file.name.as_str()).unwrap_or_default();
    match media_type {
        "application/pdf" => Some(export::pdf(document)),
        text => export::write(document, title, text).map(String::into_bytes),
    }
}

/// Gives a copied file the same document. Comments and suggestions stay with the original.
pub(crate) fn copy(state: &mut State, from: &str, to: &str) {
    let copy = state.documents.get(from).map(Document::copied).unwrap_or_default();
    state.documents.insert(to.to_owned(), copy);
}

fn get(state: &mut State, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("documentId");
    let (title, role) = open(state, account, call, Role::Reader)?;
    let view = render::View::new(call, id, &title, account, role)?;
    Ok(render::document(document(state, id), &view))
}

/// Only the title counts; whatever else is given is ignored.
fn create(state: &mut State, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let title = call.text("/title").unwrap_or("Untitled document");
    let id = state.drive.create(&Visitor::new(account, call), title, DOCUMENT);
    let view = render::View::new(call, &id, title, account, Role::Owner)?;
    Ok(render::document(document(state, &id), &view))
}

fn batch_update(state: &mut State, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("documentId");
    let (_, role) = open(state, account, call, batch::role_needed(&call.body))?;
    document(state, id);
    let visitor = Visitor::new(account, call);
    let asker = batch::Asker { author: account, role, files: &state.drive, visitor: &visitor };
    let old = state.documents.get(id).ok_or_else(Refusal::not_found)?;
    let outcome = batch::apply(old, id, &call.body, &asker)?;
    state.documents.insert(id.to_owned(), outcome.document);
    state.drive.touch(id, account);
    Ok(outcome.answer)
}

/// The title of the document a call names, and what its caller may do with it.
fn open(state: &State, account: &Account, call: &Call, role: Role) -> Result<(String, Role), Refusal> {
    let (visitor, id) = (Visitor::new(account, call), call.path("documentId"));
    let file: &File = state.drive.open(&visitor, id, role).map_err(|closed| match closed {
        Closed::Missing if !state.drive.is_kept_from(&visitor, id) => Refusal::not_found(),
        Closed::Missing | Closed::Forbidden => Refusal::forbidden("The caller does not have permission"),
    })?;
    if file.mime_type != DOCUMENT {
        return Err(Refusal::precondition("This operation is not supported for this document"));
    }
    let has = state.drive.role_of(file, &account.address).unwrap_or(Role::Reader);
    Ok((file.name.clone(), has))
}

/// The document of a file; a file that has none yet gets an empty one.
fn document<'a>(state: &'a mut State, id: &str) -> &'a Document {
    state.documents.entry(id.to_owned()).or_default()
}
