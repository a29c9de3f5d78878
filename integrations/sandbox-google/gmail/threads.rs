//! `users.threads`: whole conversations at once.

use serde_json::{Value, json};

use super::id::Id;
use super::labels;
use super::mailbox::Mailbox;
use super::render::{self, Format};
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let (thread, members) = find(mailbox, call)?;
    let format = Format::of(call);
    let messages: Vec<Value> = members
        .iter()
        .filter_map(|&id| mailbox.message(id))
        .map(|message| render::message(mailbox, message, &format))
        .collect();
    Ok(json!({ "id": thread, "historyId": latest(mailbox, &members).to_string(), "messages": messages }))
}

pub(super) fn modify(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let (thread, members) = find(mailbox, call)?;
    let change = labels::Change::of(mailbox, call)?;
    Ok(relabel(mailbox, thread, &members, &change))
}

pub(super) fn trash(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let (thread, members) = find(mailbox, call)?;
    let change = labels::Change { add: vec!["TRASH".to_owned()], remove: vec!["INBOX".to_owned()] };
    Ok(relabel(mailbox, thread, &members, &change))
}

pub(super) fn untrash(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let (thread, members) = find(mailbox, call)?;
    let change = labels::Change { add: Vec::new(), remove: vec!["TRASH".to_owned()] };
    Ok(relabel(mailbox, thread, &members, &change))
}

pub(super) fn delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let (_, members) = find(mailbox, call)?;
    for id in members {
        mailbox.delete(id);
    }
    Ok(json!({}))
}

fn find(mailbox: &Mailbox, call: &Call) -> Result<(Id, Vec<Id>), Refusal> {
    let thread = Id::read(call.path("id"))?;
    let members: Vec<Id> = mailbox.thread(thread).into_iter().map(|message| message.id).collect();
    if members.is_empty() { Err(Refusal::not_found()) } else { Ok((thread, members)) }
}

fn relabel(mailbox: &mut Mailbox, thread: Id, members: &[Id], change: &labels::Change) -> Value {
    for &id in members {
        mailbox.relabel(id, &change.add, &change.remove);
    }
    let messages: Vec<Value> = members
        .iter()
        .filter_map(|&id| mailbox.message(id))
        .map(|message| Value::Object(render::short(message)))
        .collect();
    json!({ "id": thread, "messages": messages })
}

/// The number of the latest change to any message of a thread.
pub(super) fn latest(mailbox: &Mailbox, members: &[Id]) -> u64 {
    members
        .iter()
        .filter_map(|&id| mailbox.message(id))
        .map(|message| message.history)
        .max()
        .unwrap_or_default()
}
