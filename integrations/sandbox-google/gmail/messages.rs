//! `users.messages`: reading one, relabelling, trashing and deleting.

use serde_json::{Value, json};

use super::id::Id;
use super::mailbox::Mailbox;
use super::render::{self, Format};
use super::{labels, message::Message};
use crate::call::Call;
use crate::refusal::Refusal;

/// The most ids one batch may name.
const BATCH: usize = 1000;

pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let message = find(mailbox, call.path("id"))?;
    Ok(render::message(mailbox, message, &Format::of(call)))
}

pub(super) fn modify(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = find(mailbox, call.path("id"))?.id;
    let change = labels::Change::of(mailbox, call)?;
    mailbox.relabel(id, &change.add, &change.remove);
    answer(mailbox, id)
}

pub(super) fn batch_modify(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let ids = batch(call)?;
    let change = labels::Change::of(mailbox, call)?;
    for id in ids {
        mailbox.relabel(id, &change.add, &change.remove);
    }
    Ok(json!({}))
}

pub(super) fn batch_delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    for id in batch(call)? {
        mailbox.delete(id);
    }
    Ok(json!({}))
}

pub(super) fn trash(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = find(mailbox, call.path("id"))?.id;
    mailbox.relabel(id, &["TRASH".to_owned()], &["INBOX".to_owned()]);
    answer(mailbox, id)
}

pub(super) fn untrash(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = find(mailbox, call.path("id"))?.id;
    mailbox.relabel(id, &[], &["TRASH".to_owned()]);
    answer(mailbox, id)
}

pub(super) fn delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = find(mailbox, call.path("id"))?.id;
    mailbox.delete(id);
    Ok(json!({}))
}

/// The message an id names.
pub(super) fn find<'a>(mailbox: &'a Mailbox, id: &str) -> Result<&'a Message, Refusal> {
    mailbox.message(Id::read(id)?).ok_or_else(Refusal::not_found)
}

fn answer(mailbox: &Mailbox, id: Id) -> Result<Value, Refusal> {
    let message = mailbox.message(id).ok_or_else(Refusal::not_found)?;
    Ok(Value::Object(render::short(message)))
}

fn batch(call: &Call) -> Result<Vec<Id>, Refusal> {
    let ids = call.texts("/ids");
    match ids.len() {
        0 => Err(Refusal::argument("No message ids specified.")),
        count if count > BATCH => Err(Refusal::argument("Too many message ids specified.")),
        _ => ids.iter().map(|id| Id::read(id)).collect(),
    }
}
