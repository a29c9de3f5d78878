//! What each person has already seen and opened, for as long as the sandbox runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use sandbox_world::Changes;

use super::{note::Note, reader::Reader};

/// Up to where somebody has read: in a channel, or in one of its threads.
type Mark = (String, String, Option<String>);

pub(super) struct Seen {
    marks: Mutex<BTreeMap<Mark, u64>>,
    /// By person and message, the actions whose links were opened.
    opened: Mutex<BTreeMap<(String, String), BTreeSet<String>>>,
    /// Whatever is older than the sandbox's start counts as read.
    since: u64,
    bell: Changes,
}

impl Seen {
    pub(super) fn new() -> Self {
        let since = u64::try_from(sandbox_world::now().as_microsecond()).unwrap_or_default();
        Self { marks: Mutex::default(), opened: Mutex::default(), since, bell: Changes::default() }
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

    /// Somebody has pressed a button of a message; if it is a link, it is shown as opened from now on.
    pub(super) fn open(&self, handle: &str, ts: &str, action: &str) {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let of_message = opened.entry((handle.to_owned(), ts.to_owned())).or_default();
        if of_message.insert(action.to_owned()) {
            drop(opened);
            self.bell.ring();
        }
    }

    /// Tells each message which of its links somebody has opened.
    pub(super) fn tell_opened(&self, reader: &Reader, notes: &mut [Note]) {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        for note in notes {
            if let Some(actions) = opened.get(&(reader.handle.clone(), note.ts.clone())) {
                note.opened.clone_from(actions);
            }
        }
    }

    pub(super) fn bell(&self) -> &Changes {
        &self.bell
    }
}
