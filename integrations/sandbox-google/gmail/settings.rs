//! `users.getProfile` and `users.settings.sendAs`: whose mailbox it is and what it sends as.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::mailbox::Mailbox;
use crate::call::Call;
use crate::gmail::records::Identity;
use crate::refusal::Refusal;

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
    let shown: Vec<Value> = mailbox.identities.iter().map(|identity| show(mailbox, identity)).collect();
    json!({ "sendAs": shown })
}

pub(super) fn send_as(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let identity = mailbox.identity(call.path("sendAsEmail")).ok_or_else(Refusal::not_found)?;
    Ok(show(mailbox, identity))
}

/// `patch` and `update`: what is given changes. One address is always the default, so it can only be chosen.
pub(super) fn change_send_as(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let at = mailbox
        .identities
        .iter()
        .position(|identity| identity.address.eq_ignore_ascii_case(call.path("sendAsEmail")))
        .ok_or_else(Refusal::not_found)?;
    match call.body.get("isDefault").and_then(Value::as_bool) {
        Some(true) => {
            for (index, identity) in mailbox.identities.iter_mut().enumerate() {
                identity.default = index == at;
            }
        }
        Some(false) => return Err(Refusal::argument("isDefault can only be set to true")),
        None => {}
    }
    let identity = mailbox.identities.get_mut(at).ok_or_else(Refusal::not_found)?;
    for (field, value) in [
        ("displayName", &mut identity.name),
        ("replyToAddress", &mut identity.reply_to),
        ("signature", &mut identity.signature),
    ] {
        if let Some(text) = call.body.get(field).and_then(Value::as_str) {
            text.clone_into(value);
        }
    }
    send_as(mailbox, call)
}

fn show(mailbox: &Mailbox, identity: &Identity) -> Value {
    let mut shown = json!({
        "sendAsEmail": identity.address,
        "displayName": identity.name,
        "replyToAddress": identity.reply_to,
        "signature": identity.signature,
    });
    let Some(fields) = shown.as_object_mut() else { return shown };
    let primary = identity.address.eq_ignore_ascii_case(&mailbox.account.address);
    if primary {
        fields.insert("isPrimary".to_owned(), true.into());
    } else {
        fields.insert("treatAsAlias".to_owned(), true.into());
        fields.insert("verificationStatus".to_owned(), "accepted".into());
    }
    // As in all of Gmail's answers, what is false is left out.
    if identity.default {
        fields.insert("isDefault".to_owned(), true.into());
    }
    shown
}
