//! Attached files, fetched by ids that are new at every look and good for this mailbox only.

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::id::Id;
use super::mailbox::Mailbox;
use super::message::Message;
use super::payload::{Content, Part};
use crate::call::Call;
use crate::refusal::Refusal;

const NONCE: usize = 16;
const SEAL: usize = 16;
/// All of Gmail's attachment ids begin so.
const START: &str = "ANGjdJ";

/// `users.messages.attachments.get`: the bytes, padded like those of a message, as clients decode them strictly.
pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = Id::read(call.path("messageId"))?;
    let message = mailbox.message(id).ok_or_else(Refusal::not_found)?;
    let invalid = || Refusal::argument("Invalid attachment token");
    let part = open(mailbox, id, call.path("id")).ok_or_else(invalid)?;
    let payload = message.payload();
    let file = payload.walk().into_iter().find(|one| one.id == part);
    match file.map(|file| &file.content) {
        Some(Content::File(bytes)) => Ok(json!({ "size": bytes.len(), "data": URL_SAFE.encode(bytes) })),
        _ => Err(invalid()),
    }
}

/// A fresh id for one part.
pub(super) fn token(mailbox: &Mailbox, message: Id, part: &str) -> String {
    let nonce = *uuid::Uuid::new_v4().as_bytes();
    let mut bytes = nonce.to_vec();
    bytes.extend(seal(mailbox, message, part, &nonce));
    bytes.extend(part.as_bytes());
    format!("{START}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// The files of a message: name, kind and bytes.
pub(crate) fn files(message: &Message) -> Vec<(Part, Vec<u8>)> {
    let payload = message.payload();
    let files = payload.walk().into_iter().filter_map(|part| match &part.content {
        Content::File(bytes) => Some((part.clone(), bytes.clone())),
        Content::Text(_) | Content::Parts(_) => None,
    });
    files.collect()
}

fn open(mailbox: &Mailbox, message: Id, token: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(token.strip_prefix(START)?).ok()?;
    let (nonce, rest) = bytes.split_at_checked(NONCE)?;
    let (found, part) = rest.split_at_checked(SEAL)?;
    let part = String::from_utf8(part.to_vec()).ok()?;
    (seal(mailbox, message, &part, nonce) == found).then_some(part)
}

fn seal(mailbox: &Mailbox, message: Id, part: &str, nonce: &[u8]) -> Vec<u8> {
    let digest = Sha256::new()
        .chain_update(&mailbox.secret)
        .chain_update(nonce)
        .chain_update(message.to_string())
        .chain_update(part)
        .finalize();
    digest.iter().take(SEAL).copied().collect()
}
