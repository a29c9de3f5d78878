//! What each person has already seen, for as long as the sandbox runs.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;

use super::{notes::Note, reader::Reader};
use crate::changes::Changes;

/// Up to where somebody has read: in a channel, or in one of its threads.
type Mark = (String, String, Option<String>);

pub(super) struct Seen {
    marks: Mutex<BTreeMap<Mark, u64>>,
    /// Whatever is older than the sandbox's start counts as read.
    since: u64,
    bell: Changes,
}

impl Seen {
    pub(super) fn new() -> Self {
        let since = u64::try_from(Timestamp::now().as_microsecond()).unwrap_or_default();
        Self { marks: Mutex::default(), since, bell: Changes::default() }
    }

    /// Somebody has read a channel, or a thread, up to this moment.
    pub(super) fn mark(&self, reader: &Reader, channel: &str, thread: Option<&str>, at: u64) {
        let mark = (reader.handle.clone(), channel.to_owned(), thread.map(str::to_owned));
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let known = marks.entry(mark).or_insert(self.since);
        if at > *known {
            *known = at;
            drop(marks);
            self.bell.ring();
        }
    }

    /// Whether somebody has yet to read a message of another's.
    pub(super) fn is_new(&self, reader: &Reader, channel: &str, note: &Note) -> bool {
        let mark = (reader.handle.clone(), channel.to_owned(), note.root.clone());
        let marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        note.author != reader.id && note.at > *marks.get(&mark).unwrap_or(&self.since)
    }

    pub(super) fn bell(&self) -> &Changes {
        &self.bell
    }
}
