//! The history of a mailbox: every change has a number, and callers ask for what came after one.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::id::Id;
use super::mailbox::Mailbox;
use crate::api::Call;
use crate::refusal::Refusal;

/// How many changes are kept; older starting points are answered with 404, as Gmail does after a week or so.
const KEPT: usize = 10_000;

/// The kept changes of a mailbox.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct History {
    latest: u64,
    /// Everything up to here has been forgotten.
    floor: u64,
    records: VecDeque<Record>,
}

/// What happened to a message.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Event {
    Added,
    Deleted,
    Labeled(Vec<String>),
    Unlabeled(Vec<String>),
}

#[derive(Debug, Deserialize, Serialize)]
struct Record {
    id: u64,
    event: Event,
    message: Id,
    thread: Id,
    labels: BTreeSet<String>,
}

impl Default for History {
    fn default() -> Self {
        // Real mailboxes are never at one; a start well above it keeps clients from treating the id as a small index.
        Self { latest: 104_000, floor: 104_000, records: VecDeque::new() }
    }
}

impl History {
    /// The number of the latest change.
    pub(super) fn latest(&self) -> u64 {
        self.latest
    }

    /// Notes a change and returns its number.
    pub(super) fn note(&mut self, event: Event, message: Id, thread: Id, labels: &BTreeSet<String>) -> u64 {
        // Gmail's numbers grow, but not by one.
        self.latest += 7;
        self.records.push_back(Record { id: self.latest, event, message, thread, labels: labels.clone() });
        if self.records.len() > KEPT
            && let Some(forgotten) = self.records.pop_front()
        {
            self.floor = forgotten.id;
        }
        self.latest
    }

    /// Forgets everything so far: what a mailbox starts with is not news.
    pub(super) fn forget(&mut self) {
        self.floor = self.latest;
        self.records.clear();
    }
}

/// `users.history.list`.
pub(super) fn list(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let start = call.query.one("startHistoryId").and_then(|text| text.parse::<u64>().ok());
    let start = start.ok_or_else(|| Refusal::argument("Missing required field: startHistoryId"))?;
    let history = &mailbox.history;
    if start < history.floor {
        return Err(Refusal::not_found());
    }
    let after = match call.query.one("pageToken") {
        None => start,
        Some(token) => token.parse().map_err(|_| Refusal::argument("Invalid pageToken"))?,
    };
    let wanted = call.query.all("historyTypes");
    let label = call.query.one("labelId");
    let most = call.query.count("maxResults", 100, 500);
    let mut found = history.records.iter().filter(|record| {
        record.id > after
            && (wanted.is_empty() || wanted.iter().any(|kind| kind == record.event.kind()))
            && label.is_none_or(|label| record.labels.contains(label) || record.event.names(label))
    });
    let page: Vec<&Record> = found.by_ref().take(most).collect();
    let mut answer = Map::new();
    if !page.is_empty() {
        answer.insert("history".to_owned(), page.iter().map(|record| record.render()).collect());
    }
    if let (Some(_), Some(last)) = (found.next(), page.last()) {
        answer.insert("nextPageToken".to_owned(), last.id.to_string().into());
    }
    answer.insert("historyId".to_owned(), history.latest.to_string().into());
    Ok(Value::Object(answer))
}

impl Event {
    fn kind(&self) -> &'static str {
        match self {
            Self::Added => "messageAdded",
            Self::Deleted => "messageDeleted",
            Self::Labeled(_) => "labelAdded",
            Self::Unlabeled(_) => "labelRemoved",
        }
    }

    fn names(&self, label: &str) -> bool {
        match self {
            Self::Added | Self::Deleted => false,
            Self::Labeled(labels) | Self::Unlabeled(labels) => labels.iter().any(|one| one == label),
        }
    }
}

impl Record {
    fn render(&self) -> Value {
        let short = json!({ "id": self.message, "threadId": self.thread });
        let message = json!({ "id": self.message, "threadId": self.thread, "labelIds": self.labels });
        let (name, entry) = match &self.event {
            Event::Added => ("messagesAdded", json!({ "message": message })),
            Event::Deleted => ("messagesDeleted", json!({ "message": message })),
            Event::Labeled(labels) => ("labelsAdded", json!({ "message": message, "labelIds": labels })),
            Event::Unlabeled(labels) => ("labelsRemoved", json!({ "message": message, "labelIds": labels })),
        };
        json!({ "id": self.id.to_string(), "messages": [short], name: [entry] })
    }
}
