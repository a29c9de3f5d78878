//! `users.getProfile` and `users.settings.sendAs`: whose mailbox it is and what it sends as.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::mailbox::Mailbox;
use crate::google::api::Call;
use crate::google::refusal::Refusal;

pub(super) fn profile(mailbox: &Mailbox) -> Value {
    let threads: BTreeSet<_> = mailbox.messages.values().map(|message| message.thread).collect();
    json!({
        "emailAddress": mailbox.account.address,
        "messagesTotal": mailbox.messages.len(),
        "threadsTotal": threads.len(),
        "historyId": mailbox.history_id().to_string(),
    })
}

pub(super) fn send_as_list(mailbox: &Mailbox) -> Value {
    json!({ "sendAs": [identity(mailbox)] })
}

pub(super) fn send_as(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    if mailbox.owns(call.path("sendAsEmail")) { Ok(identity(mailbox)) } else { Err(Refusal::not_found()) }
}

fn identity(mailbox: &Mailbox) -> Value {
    json!({
        "sendAsEmail": mailbox.account.address,
        "displayName": mailbox.account.name,
        "replyToAddress": "",
        "signature": "",
        "isPrimary": true,
        "isDefault": true,
    })
}
