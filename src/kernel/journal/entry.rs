//! One line of the journal, as one of six families. The file of a family holds its kinds and their meaning: whether an
//! entry wakes the thread, which words are kept apart, and what the audit keeps of it.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Blob, Body, CallEntry, CardEntry, MessageEntry, PlaceEntry, ReplyEntry, RuleEntry};
use crate::audit::AuditRecord;

/// The families are not part of the stored form: an entry is stored under the name of its kind alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    Message(MessageEntry),
    Reply(ReplyEntry),
    Call(CallEntry),
    Card(CardEntry),
    Rule(RuleEntry),
    Place(PlaceEntry),
    /// A newer build wrote it, or it is damaged. It is kept as it is, and its thread is parked.
    Unknown(serde_json::Value),
}

impl Entry {
    /// Whether it came from outside: the time before it was spent waiting.
    pub fn arrives(&self) -> bool {
        self.family().is_some_and(|family| family.arrival() != Arrival::Ours)
    }

    /// Whether somebody must look at the thread because of it.
    pub fn wakes(&self) -> bool {
        self.family().is_some_and(|family| family.arrival() == Arrival::Wakes)
    }

    /// The words that are kept apart from the journal.
    pub fn bodies(&self) -> Vec<&Body> {
        self.family().map(Family::bodies).unwrap_or_default()
    }

    /// Where the store puts the words back when it reads an entry.
    pub fn bodies_mut(&mut self) -> Vec<&mut Body> {
        match self {
            Self::Message(entry) => entry.bodies_mut(),
            Self::Reply(entry) => entry.bodies_mut(),
            Self::Call(entry) => entry.bodies_mut(),
            Self::Card(entry) => entry.bodies_mut(),
            Self::Rule(entry) => entry.bodies_mut(),
            Self::Place(entry) => entry.bodies_mut(),
            Self::Unknown(_) => Vec::new(),
        }
    }

    /// The bytes that are kept apart from the journal.
    pub fn blobs(&self) -> Vec<&Blob> {
        match self {
            Self::Message(entry) => entry.blobs(),
            _ => Vec::new(),
        }
    }

    /// The line of the audit; none for entries that only say where something was shown.
    pub fn audit(&self) -> Option<AuditRecord> {
        self.family().and_then(Family::audit)
    }

    /// The name under which an entry that this build does not know was stored.
    pub fn unknown_kind(&self) -> Option<&str> {
        let Self::Unknown(stored) = self else { return None };
        let kind = stored.as_object().and_then(|entry| entry.keys().next());
        Some(kind.map_or("no name", String::as_str))
    }

    fn family(&self) -> Option<&dyn Family> {
        match self {
            Self::Message(entry) => Some(entry),
            Self::Reply(entry) => Some(entry),
            Self::Call(entry) => Some(entry),
            Self::Card(entry) => Some(entry),
            Self::Rule(entry) => Some(entry),
            Self::Place(entry) => Some(entry),
            Self::Unknown(_) => None,
        }
    }
}

macro_rules! from_family {
    ($($family:ident($entry:ty)),*) => {
        $(impl From<$entry> for Entry {
            fn from(entry: $entry) -> Self {
                Self::$family(entry)
            }
        })*
    };
}

from_family!(
    Message(MessageEntry),
    Reply(ReplyEntry),
    Call(CallEntry),
    Card(CardEntry),
    Rule(RuleEntry),
    Place(PlaceEntry)
);
