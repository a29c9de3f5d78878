//! The history of a mailbox, as far back as Gmail remembers.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::gmail::id::Id;

/// How many changes are kept; older starting points are answered with 404, as Gmail does after a week or so.
pub(crate) const KEPT: usize = 10_000;

/// The kept changes of a mailbox.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct History {
    pub(crate) latest: u64,
    /// Everything up to here has been forgotten.
    pub(crate) floor: u64,
    pub(crate) records: VecDeque<Record>,
}

/// What happened to a message.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) enum Event {
    Added,
    Deleted,
    Labeled(Vec<String>),
    Unlabeled(Vec<String>),
}

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Record {
    pub(crate) id: u64,
    pub(crate) event: Event,
    pub(crate) message: Id,
    pub(crate) thread: Id,
    pub(crate) labels: BTreeSet<String>,
}

impl Default for History {
    fn default() -> Self {
        // Real mailboxes are never at one; a start well above it keeps clients from treating the id as a small index.
        Self { latest: 104_000, floor: 104_000, records: VecDeque::new() }
    }
}

impl History {
    /// The number of the latest change.
    pub(crate) fn latest(&self) -> u64 {
        self.latest
    }

    /// Notes a change and returns its number.
    pub(crate) fn note(&mut self, event: Event, message: Id, thread: Id, labels: &BTreeSet<String>) -> u64 {
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
    pub(crate) fn forget(&mut self) {
        self.floor = self.latest;
        self.records.clear();
    }
}

impl Event {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Added => "messageAdded",
            Self::Deleted => "messageDeleted",
            Self::Labeled(_) => "labelAdded",
            Self::Unlabeled(_) => "labelRemoved",
        }
    }

    pub(crate) fn names(&self, label: &str) -> bool {
        match self {
            Self::Added | Self::Deleted => false,
            Self::Labeled(labels) | Self::Unlabeled(labels) => labels.iter().any(|one| one == label),
        }
    }
}

impl Record {
    pub(crate) fn render(&self) -> Value {
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
