//! Gmail: one mailbox per person, and the methods of the contract over it.
//!
//! Knows mail; routes, tokens and parameter types have been checked before anything here runs.

mod attachments;
mod authentication;
mod compose;
mod drafts;
mod filters;
mod headers;
mod history;
mod id;
mod identities;
mod labels;
mod listing;
mod mailbox;
mod message;
mod messages;
mod palette;
mod payload;
mod readable;
mod records;
mod render;
mod search;
mod seed;
mod send;
mod settings;
mod threads;

use serde_json::Value;

pub(crate) use attachments::files;
pub(crate) use id::Id;
pub use identities::Alias;
pub(crate) use identities::mailboxes;
pub(crate) use labels::{all as all_labels, counts as label_counts};
pub(crate) use mailbox::Mailbox;
pub(crate) use message::Message;
pub(crate) use payload::Content;
pub(crate) use search::Search;
pub(crate) use seed::{Keyed, deliver, person, seed};

use super::refusal::Refusal;
use super::{Google, State};
use crate::call::{Answer, Call};

const METADATA: &str = "https://www.googleapis.com/auth/gmail.metadata";

/// Performs a checked call.
pub(crate) fn perform(google: &Google, call: &Call) -> Result<Answer, Refusal> {
    let account = google.account(&call.person).ok_or_else(Refusal::bad_credentials)?;
    let user = call.path("userId");
    if user != "me" && !user.eq_ignore_ascii_case(&account.address) {
        return Err(Refusal::forbidden(format!("Delegation denied for {}", account.address)));
    }
    if google.is_service_account(&call.person) {
        return Err(Refusal::failed_precondition());
    }
    check_metadata_scope(call)?;
    google.with(|state| {
        let answer = dispatch(state, call);
        if answer.is_ok() && !is_read(&call.method) {
            google.changes.ring();
        }
        answer.map(Answer::Json)
    })
}

fn dispatch(state: &mut State, call: &Call) -> Result<Value, Refusal> {
    let name = call.method.strip_prefix("gmail.users.").unwrap_or(&call.method);
    if matches!(name, "messages.send" | "drafts.send") {
        return match name {
            "messages.send" => send::send(state, call),
            _ => drafts::send(state, call),
        };
    }
    let mailbox = state.mailboxes.get_mut(&call.person).ok_or_else(Refusal::not_found)?;
    match name {
        "getProfile" => Ok(settings::profile(mailbox)),
        "messages.list" => listing::messages(mailbox, call),
        "messages.get" => messages::get(mailbox, call),
        "messages.modify" => messages::modify(mailbox, call),
        "messages.batchModify" => messages::batch_modify(mailbox, call),
        "messages.batchDelete" => messages::batch_delete(mailbox, call),
        "messages.trash" => messages::trash(mailbox, call),
        "messages.untrash" => messages::untrash(mailbox, call),
        "messages.delete" => messages::delete(mailbox, call),
        "messages.attachments.get" => attachments::get(mailbox, call),
        "threads.list" => listing::threads(mailbox, call),
        "threads.get" => threads::get(mailbox, call),
        "threads.modify" => threads::modify(mailbox, call),
        "threads.trash" => threads::trash(mailbox, call),
        "threads.untrash" => threads::untrash(mailbox, call),
        "threads.delete" => threads::delete(mailbox, call),
        "labels.list" => Ok(labels::list(mailbox)),
        "labels.get" => labels::get(mailbox, call),
        "labels.create" => labels::create(mailbox, call),
        "labels.patch" | "labels.update" => labels::update(mailbox, call),
        "labels.delete" => labels::delete(mailbox, call),
        "drafts.create" => drafts::create(mailbox, call),
        "drafts.get" => drafts::get(mailbox, call),
        "drafts.list" => listing::drafts(mailbox, call),
        "drafts.update" => drafts::update(mailbox, call),
        "drafts.delete" => drafts::delete(mailbox, call),
        "settings.filters.list" => Ok(filters::list(mailbox)),
        "settings.filters.get" => filters::get(mailbox, call),
        "settings.filters.create" => filters::create(mailbox, call),
        "settings.filters.delete" => filters::delete(mailbox, call),
        "history.list" => history::list(mailbox, call),
        "settings.sendAs.list" => Ok(settings::send_as_list(mailbox)),
        "settings.sendAs.get" => settings::send_as(mailbox, call),
        "settings.sendAs.patch" | "settings.sendAs.update" => settings::change_send_as(mailbox, call),
        _ => Err(Refusal::not_implemented(&call.method)),
    }
}

fn is_read(method: &str) -> bool {
    [".get", ".list", ".getProfile"].iter().any(|ending| method.ends_with(ending))
}

/// A token for metadata alone sees no bodies and may not search in them.
fn check_metadata_scope(call: &Call) -> Result<(), Refusal> {
    if !call.scopes.iter().all(|scope| scope == METADATA) {
        return Ok(());
    }
    if call.query.one("q").is_some() {
        return Err(Refusal::forbidden("Metadata scope does not support 'q' parameter"));
    }
    let reads = matches!(call.method.as_str(), "gmail.users.messages.get" | "gmail.users.threads.get");
    match call.query.one("format").unwrap_or("full") {
        format @ ("full" | "raw") if reads => Err(Refusal::forbidden(format!(
            "Metadata scope doesn't allow format {}",
            format.to_ascii_uppercase()
        ))),
        _ => Ok(()),
    }
}
