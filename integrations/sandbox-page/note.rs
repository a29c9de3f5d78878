//! One message of Slack, as the page shows it.

use std::collections::BTreeSet;

use serde_json::Value;

/// One message.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) ts: String,
    /// Microseconds since 1970.
    pub(crate) at: u64,
    /// The root of its thread, if it is a reply.
    pub(crate) root: Option<String>,
    pub(crate) author: String,
    pub(crate) seen_by: SeenBy,
    pub(crate) text: String,
    pub(crate) blocks: Vec<Value>,
    pub(crate) attachments: Vec<Value>,
    pub(crate) files: Vec<Value>,
    pub(crate) edited: bool,
    pub(crate) deleted: bool,
    /// A reply that is shown in the channel as well.
    pub(crate) broadcast: bool,
    /// Emoji name and count.
    pub(crate) reactions: Vec<(String, usize)>,
    /// How far it is streamed: `in_progress`, `completed`, `errored`; empty where it never was.
    pub(crate) streaming: String,
    /// The actions whose links this person has opened.
    pub(crate) opened: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeenBy {
    Everybody,
    OnePerson,
}

impl Note {
    pub(crate) fn read(message: &Value, seen_by: SeenBy) -> Self {
        let text = |field: &str| message.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let list = |field: &str| message.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
        let reactions = list("reactions").into_iter().map(|reaction| {
            let name = reaction.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            (name, reaction.get("users").and_then(Value::as_array).map_or(0, Vec::len))
        });
        let (ts, thread) = (text("ts"), text("thread_ts"));
        Self {
            at: microseconds(&ts),
            root: Some(thread).filter(|root| !root.is_empty() && *root != ts),
            // An integration has a name and no user.
            author: Some(text("user")).filter(|user| !user.is_empty()).unwrap_or_else(|| text("username")),
            seen_by,
            text: text("text"),
            blocks: list("blocks"),
            attachments: list("attachments"),
            files: list("files"),
            edited: message.get("edited").is_some(),
            deleted: text("subtype") == "tombstone",
            broadcast: text("subtype") == "thread_broadcast",
            reactions: reactions.collect(),
            streaming: text("streaming_state"),
            opened: BTreeSet::new(),
            ts,
        }
    }
}

/// What a timestamp such as `1699999999.000123` counts.
pub(crate) fn microseconds(ts: &str) -> u64 {
    ts.replace('.', "").parse().unwrap_or_default()
}
