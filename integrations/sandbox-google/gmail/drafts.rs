//! `users.drafts`: messages in the making. Sending one uses it up.

use serde_json::{Value, json};

use super::id::Id;
use super::mailbox::{Arrival, Mailbox};
use super::render::{self, Format};
use super::send;
use crate::State;
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn create(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let message = write(mailbox, call, None)?;
    let id = fresh_id();
    mailbox.drafts.insert(id.clone(), message);
    answer(mailbox, &id)
}

pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("id");
    let message = find(mailbox, id)?;
    let message = mailbox.message(message).ok_or_else(Refusal::not_found)?;
    Ok(json!({ "id": id, "message": render::message(mailbox, message, &Format::of(call)) }))
}

/// Replaces the draft's message; the draft keeps its id, the message gets a new one.
pub(super) fn update(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("id").to_owned();
    let old = find(mailbox, &id)?;
    replace(mailbox, &id, old, call)?;
    answer(mailbox, &id)
}

pub(super) fn delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let message = find(mailbox, call.path("id"))?;
    mailbox.delete(message);
    Ok(json!({}))
}

/// `users.drafts.send`: whatever the draft says now goes out, and the draft is gone.
pub(super) fn send(state: &mut State, call: &Call) -> Result<Value, Refusal> {
    let mailbox = state.mailboxes.get_mut(&call.person).ok_or_else(Refusal::not_found)?;
    let id = call.text("/id").unwrap_or_default().to_owned();
    let mut message = find(mailbox, &id)?;
    if call.media.is_some() || call.text("/message/raw").is_some() {
        message = replace(mailbox, &id, message, call)?;
    }
    let draft = mailbox.message(message).ok_or_else(Refusal::not_found)?;
    let (raw, thread) = (draft.raw.clone(), (draft.thread != draft.id).then_some(draft.thread));
    let sent = send::post(&mut state.mailboxes, &call.person, &raw, thread)?;
    if let Some(mailbox) = state.mailboxes.get_mut(&call.person) {
        mailbox.delete(message);
    }
    send::sent(state, &call.person, sent)
}

fn replace(mailbox: &mut Mailbox, id: &str, old: Id, call: &Call) -> Result<Id, Refusal> {
    let thread = mailbox.message(old).map(|message| message.thread).filter(|&thread| thread != old);
    let new = write(mailbox, call, thread)?;
    mailbox.delete(old);
    mailbox.drafts.insert(id.to_owned(), new);
    Ok(new)
}

fn write(mailbox: &mut Mailbox, call: &Call, earlier: Option<Id>) -> Result<Id, Refusal> {
    let raw = send::raw(call, "/message/raw")?;
    let asked = call.text("/message/threadId").map(Id::read).transpose()?;
    let threading = send::threading(mailbox, &raw, asked.or(earlier))?;
    let now = sandbox_world::now();
    let raw = send::complete(mailbox, &raw, now).to_bytes();
    let labels = vec!["DRAFT".to_owned()];
    Ok(mailbox.add(Arrival { raw, date: now.as_millisecond(), labels, threading }))
}

fn find(mailbox: &Mailbox, id: &str) -> Result<Id, Refusal> {
    mailbox.drafts.get(id).copied().ok_or_else(Refusal::not_found)
}

fn answer(mailbox: &Mailbox, id: &str) -> Result<Value, Refusal> {
    let message = mailbox.message(find(mailbox, id)?).ok_or_else(Refusal::not_found)?;
    Ok(json!({ "id": id, "message": render::short(message) }))
}

/// Draft ids are `r` and a number, as Gmail's are.
pub(super) fn fresh_id() -> String {
    format!("r{}", uuid::Uuid::new_v4().as_u64_pair().0 >> 1)
}
