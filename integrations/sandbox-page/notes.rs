//! The messages of a place as one person sees them: what everybody sees, and what only they see.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Page, places::Place, reader::Reader};

/// One message.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) ts: String,
    /// Microseconds since 1970.
    pub(super) at: u64,
    /// The root of its thread, if it is a reply.
    pub(super) root: Option<String>,
    pub(super) author: String,
    pub(super) seen_by: SeenBy,
    pub(super) text: String,
    pub(super) blocks: Vec<Value>,
    pub(super) attachments: Vec<Value>,
    pub(super) files: Vec<Value>,
    pub(super) edited: bool,
    pub(super) deleted: bool,
    /// A reply that is shown in the channel as well.
    pub(super) broadcast: bool,
    /// Emoji name and count.
    pub(super) reactions: Vec<(String, usize)>,
    /// How far it is streamed: `in_progress`, `completed`, `errored`; empty where it never was.
    pub(super) streaming: String,
    /// The actions whose links this person has opened.
    pub(super) opened: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeenBy {
    Everybody,
    OnePerson,
}

/// Everything in a place, oldest first.
pub(super) fn all(page: &Page, reader: &Reader, place: &Place) -> Vec<Note> {
    let messages = page.slack.messages(&place.id, None, None).unwrap_or_default();
    let mut notes: Vec<Note> =
        messages.iter().map(|message| Note::read(message, SeenBy::Everybody)).collect();
    for ephemeral in page.slack.ephemerals(Some(&reader.handle)) {
        if ephemeral.get("channel").and_then(Value::as_str) == Some(&place.id) {
            let mut note = Note::read(&ephemeral, SeenBy::OnePerson);
            note.author.clone_from(&reader.app.id);
            if ephemeral.get("from").and_then(Value::as_str) == Some("slackbot") {
                "Slackbot".clone_into(&mut note.author);
            }
            notes.push(note);
        }
    }
    page.seen.tell_opened(reader, &mut notes);
    notes.sort_by_key(|note| note.at);
    notes
}

impl Note {
    fn read(message: &Value, seen_by: SeenBy) -> Self {
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
pub(super) fn microseconds(ts: &str) -> u64 {
    ts.replace('.', "").parse().unwrap_or_default()
}
