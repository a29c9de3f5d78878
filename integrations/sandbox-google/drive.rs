//! Drive: one tree of files for everybody, and who may see what of it.
//!
//! Knows names, folders and permissions. What is inside a Google document or a spreadsheet is `docs`' and `sheets`'
//! business; they ask here who may open it.

mod asked;
mod body;
pub(crate) mod bytes_as_text;
mod changes;
mod comments;
mod content;
mod create;
mod defaults;
mod downloads;
mod drives;
mod escaping;
mod file;
mod ids;
mod kinds;
mod listing;
mod pages;
mod permissions;
mod refusals;
mod render;
mod revisions;
mod role;
mod search;
mod seed;
mod spaces;
mod tree;
mod update;
pub mod views;

use serde_json::Value;

use super::refusal::Refusal;
use super::{Google, State};
use crate::call::{Answer, Call};
use asked::Asked;

pub(crate) use comments::{Comment, Remark, Reply};
pub(crate) use downloads::answer as download;
pub(crate) use file::File;
pub(crate) use kinds::{DOCUMENT, SPREADSHEET};
pub(crate) use render::link;
pub(crate) use role::Role;
pub(crate) use seed::seed;
pub(crate) use tree::{Closed, Tree, Visitor};

/// Performs a checked call.
pub(crate) fn perform(google: &Google, call: &Call) -> Result<Answer, Refusal> {
    let asked = asked(google, call)?;
    defaults::check(call)?;
    if let Some(answer) = google.look_at(|state| read(state, &asked)) {
        return answer.map(|answer| trimmed(call, answer));
    }
    let answer = google.with(|state| write(state, &asked))?;
    google.changes.ring();
    Ok(trimmed(call, Answer::Json(answer)))
}

/// What can be refused of an upload before its content has come.
pub(crate) fn announce(google: &Google, call: &Call) -> Result<(), Refusal> {
    let asked = asked(google, call)?;
    google.look_at(|state| match call.method.as_str() {
        "drive.files.create" => create::check(&state.drive, &asked),
        "drive.files.update" => update::check(&state.drive, &asked),
        _ => Ok(()),
    })
}

fn asked<'a>(google: &'a Google, call: &'a Call) -> Result<Asked<'a>, Refusal> {
    let account = google.account(&call.person).ok_or_else(Refusal::bad_credentials)?;
    Ok(Asked { call, visitor: Visitor::new(account, call), accounts: &google.accounts })
}

fn trimmed(call: &Call, answer: Answer) -> Answer {
    match answer {
        Answer::Json(answer) => Answer::Json(defaults::trim(call, answer)),
        content @ Answer::Content { .. } => content,
    }
}

/// Methods that leave everything as it is; `None` for the others.
fn read(state: &State, asked: &Asked<'_>) -> Option<Result<Answer, Refusal>> {
    let tree = &state.drive;
    let name = asked.call.method.strip_prefix("drive.").unwrap_or(&asked.call.method);
    let answer = match name {
        "files.get" => return Some(content::get(tree, asked)),
        "files.export" => return Some(content::export(state, asked)),
        "revisions.get" => return Some(revisions::get(tree, asked)),
        "files.list" => listing::list(state, asked),
        "permissions.list" => permissions::list(tree, asked),
        "permissions.get" => permissions::get(tree, asked),
        "drives.list" => drives::list(tree, asked),
        "drives.get" => drives::get(tree, asked),
        "about.get" => Ok(drives::about(tree, asked)),
        "comments.list" => comments::list(state, asked),
        "comments.get" => comments::get(state, asked),
        "replies.list" => comments::replies(state, asked),
        "revisions.list" => revisions::list(tree, asked),
        "changes.getStartPageToken" => Ok(changes::start(tree)),
        "changes.list" => changes::list(tree, asked),
        "operations.get" => downloads::operation(tree, asked),
        _ => return None,
    };
    Some(answer.map(Answer::Json))
}

fn write(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    match asked.call.method.strip_prefix("drive.").unwrap_or(&asked.call.method) {
        "files.create" => create::create(state, asked),
        "files.generateIds" => create::generate_ids(&mut state.drive, asked),
        "files.update" => update::update(state, asked),
        "files.delete" => update::delete(state, asked),
        "files.copy" => content::copy(state, asked),
        "files.download" => downloads::prepare(state, asked),
        "permissions.create" => permissions::create(state, asked),
        "permissions.update" => permissions::update(state, asked),
        "permissions.delete" => permissions::delete(state, asked),
        "comments.create" => comments::create(state, asked),
        "comments.update" => comments::update(state, asked),
        "comments.delete" => comments::delete(state, asked),
        "replies.create" => comments::answer(state, asked),
        _ => Err(Refusal::not_implemented(&asked.call.method)),
    }
}
