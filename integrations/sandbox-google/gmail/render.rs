//! A message as the API shows it, in the four formats.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use serde_json::{Map, Value, json};

use super::attachments;
use super::mailbox::Mailbox;
use super::message::Message;
use super::payload::{Content, Part};
use crate::call::Call;

/// How much of a message is wanted.
#[derive(Clone, Debug)]
pub(super) enum Format {
    Minimal,
    Full,
    Raw,
    /// Only these headers; all when none is named.
    Metadata(Vec<String>),
}

impl Format {
    /// The `format` and `metadataHeaders` of a call.
    pub(super) fn of(call: &Call) -> Self {
        match call.query.one("format") {
            Some("minimal") => Self::Minimal,
            Some("raw") => Self::Raw,
            Some("metadata") => Self::Metadata(call.query.all("metadataHeaders").to_vec()),
            _ => Self::Full,
        }
    }
}

/// The message resource.
pub(super) fn message(mailbox: &Mailbox, message: &Message, format: &Format) -> Value {
    let mut out = short(message);
    out.insert("snippet".to_owned(), message.snippet().into());
    out.insert("sizeEstimate".to_owned(), message.raw.len().into());
    out.insert("historyId".to_owned(), message.history.to_string().into());
    out.insert("internalDate".to_owned(), message.date.to_string().into());
    match format {
        Format::Minimal => {}
        Format::Raw => {
            out.insert("raw".to_owned(), URL_SAFE.encode(&message.raw).into());
        }
        Format::Full => {
            out.insert("payload".to_owned(), part(mailbox, message, &message.payload()));
        }
        Format::Metadata(wanted) => {
            let payload = message.payload();
            let chosen = payload.headers.iter().filter(|(name, _)| {
                wanted.is_empty() || wanted.iter().any(|one| one.eq_ignore_ascii_case(name))
            });
            let headers: Vec<Value> = chosen.map(header).collect();
            let mut shown = json!({ "mimeType": payload.mime });
            if let (false, Some(fields)) = (headers.is_empty(), shown.as_object_mut()) {
                fields.insert("headers".to_owned(), headers.into());
            }
            out.insert("payload".to_owned(), shown);
        }
    }
    Value::Object(out)
}

/// Id, thread and labels: what a change answers with.
pub(super) fn short(message: &Message) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("id".to_owned(), message.id.to_string().into());
    out.insert("threadId".to_owned(), message.thread.to_string().into());
    if !message.labels.is_empty() {
        out.insert("labelIds".to_owned(), message.labels.iter().cloned().collect());
    }
    out
}

fn part(mailbox: &Mailbox, owner: &Message, shown: &Part) -> Value {
    let headers: Vec<Value> = shown.headers.iter().map(header).collect();
    let mut out = json!({
        "partId": shown.id,
        "mimeType": shown.mime,
        "filename": shown.filename,
        "headers": headers,
    });
    let (body, parts) = match &shown.content {
        Content::Text(text) if text.is_empty() => (json!({ "size": 0 }), None),
        Content::Text(text) => (json!({ "size": text.len(), "data": URL_SAFE.encode(text) }), None),
        Content::File(bytes) => {
            let id = attachments::token(mailbox, owner.id, &shown.id);
            (json!({ "attachmentId": id, "size": bytes.len() }), None)
        }
        Content::Parts(children) => {
            let parts: Vec<Value> = children.iter().map(|child| part(mailbox, owner, child)).collect();
            (json!({ "size": 0 }), Some(parts))
        }
    };
    if let Some(fields) = out.as_object_mut() {
        fields.insert("body".to_owned(), body);
        if let Some(parts) = parts {
            fields.insert("parts".to_owned(), parts.into());
        }
    }
    out
}

fn header((name, value): &(String, String)) -> Value {
    json!({ "name": name, "value": value })
}
