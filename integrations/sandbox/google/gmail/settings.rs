//! `users.getProfile` and `users.settings.sendAs`: whose mailbox it is and what it sends as.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::mailbox::Mailbox;
use crate::google::api::Call;
use crate::google::refusal::Refusal;

/// Another address a person sends as.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Alias {
    pub(crate) address: String,
    #[serde(default)]
    pub(crate) name: String,
    /// HTML.
    #[serde(default)]
    pub(crate) signature: String,
}

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
    json!({ "sendAs": identities(mailbox) })
}

pub(super) fn send_as(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let wanted = call.path("sendAsEmail");
    let is_wanted = |identity: &Value| {
        identity
            .get("sendAsEmail")
            .and_then(Value::as_str)
            .is_some_and(|email| email.eq_ignore_ascii_case(wanted))
    };
    identities(mailbox).into_iter().find(is_wanted).ok_or_else(Refusal::not_found)
}

/// The account's own address first.
fn identities(mailbox: &Mailbox) -> Vec<Value> {
    let own = json!({
        "sendAsEmail": mailbox.account.address,
        "displayName": mailbox.account.name,
        "replyToAddress": "",
        "signature": mailbox.signature,
        "isPrimary": true,
        "isDefault": true,
    });
    let others = mailbox.aliases.iter().map(|alias| {
        json!({
            "sendAsEmail": alias.address,
            "displayName": alias.name,
            "replyToAddress": "",
            "signature": alias.signature,
            "treatAsAlias": true,
            "verificationStatus": "accepted",
        })
    });
    std::iter::once(own).chain(others).collect()
}
