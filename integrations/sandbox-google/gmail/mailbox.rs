//! One person's mailbox: messages, threads, labels, drafts and the history of its changes.

mod arrival;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub(super) use self::arrival::{Arrival, Threading};
use super::history::{Event, History};
use super::id::Id;
use super::message::{Message, Reading};
use crate::account::Account;
use crate::gmail::records::Filter;
use crate::gmail::records::Identity;
use crate::gmail::records::UserLabel;

/// Everything in one person's Gmail.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Mailbox {
    pub(super) account: Account,
    pub(super) messages: BTreeMap<Id, Message>,
    /// By label id.
    pub(super) labels: BTreeMap<String, UserLabel>,
    /// Draft ids and the messages they stand for.
    pub(super) drafts: BTreeMap<String, Id>,
    pub(super) history: History,
    /// Makes attachment ids that only this mailbox can have given out.
    pub(super) secret: String,
    /// The addresses it sends as.
    pub(super) identities: Vec<Identity>,
    #[serde(default)]
    pub(super) filters: Vec<Filter>,
}

impl Mailbox {
    /// An empty mailbox.
    pub(crate) fn new(account: &Account) -> Self {
        Self {
            account: account.clone(),
            messages: BTreeMap::new(),
            labels: BTreeMap::new(),
            drafts: BTreeMap::new(),
            history: History::default(),
            secret: uuid::Uuid::new_v4().to_string(),
            identities: Vec::new(),
            filters: Vec::new(),
        }
    }

    /// The number of its latest change.
    pub(crate) fn history_id(&self) -> u64 {
        self.history.latest()
    }

    /// One message, by its id.
    pub(crate) fn message(&self, id: Id) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// All messages, newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &Message> {
        self.messages.values().rev()
    }

    /// All drafts: their ids and the messages they stand for.
    pub(crate) fn drafts(&self) -> impl Iterator<Item = (&str, Id)> {
        self.drafts.iter().map(|(id, message)| (id.as_str(), *message))
    }

    /// The messages of a thread, oldest first.
    pub(super) fn thread(&self, thread: Id) -> Vec<&Message> {
        self.messages.values().filter(|message| message.thread == thread).collect()
    }

    /// Puts a message in and returns its id.
    pub(super) fn add(&mut self, arrival: Arrival) -> Id {
        let newest = self.messages.range(..=Id::last_of(arrival.date)).next_back().map(|(id, _)| *id);
        let mut id = Id::fresh(arrival.date, newest);
        while self.messages.contains_key(&id) {
            id = Id::fresh(arrival.date, Some(id));
        }
        let reading = Reading::of(&arrival.raw);
        let thread = match arrival.threading {
            Threading::Into(thread) => thread,
            Threading::Alone => id,
            Threading::ByReferences => self.thread_for(&reading).unwrap_or(id),
        };
        let labels: BTreeSet<String> = arrival.labels.into_iter().collect();
        let history = self.history.note(Event::Added, id, thread, &labels);
        let message = Message { id, thread, labels, history, date: arrival.date, raw: arrival.raw, reading };
        self.messages.insert(id, message);
        id
    }

    /// Adds and removes labels; what changes nothing is no change.
    pub(crate) fn relabel(&mut self, id: Id, add: &[String], remove: &[String]) {
        let Some(message) = self.messages.get_mut(&id) else { return };
        let added: Vec<String> = add.iter().filter(|label| !message.has(label)).cloned().collect();
        let removed: Vec<String> =
            remove.iter().filter(|label| message.has(label) && !add.contains(label)).cloned().collect();
        message.labels.extend(added.iter().cloned());
        message.labels.retain(|label| !removed.contains(label));
        let (thread, labels) = (message.thread, message.labels.clone());
        for (event, changed) in
            [(Event::Labeled(added.clone()), &added), (Event::Unlabeled(removed.clone()), &removed)]
        {
            if !changed.is_empty() {
                message.history = self.history.note(event, id, thread, &labels);
            }
        }
    }

    /// Deletes a message for good, and its draft if it was one.
    pub(super) fn delete(&mut self, id: Id) {
        if let Some(message) = self.messages.remove(&id) {
            self.history.note(Event::Deleted, id, message.thread, &message.labels);
            self.drafts.retain(|_, draft| *draft != id);
        }
    }

    /// Whether a message may join a thread: the same subject, and a reference to one of its messages.
    pub(super) fn fits(&self, reading: &Reading, thread: Id) -> bool {
        self.thread(thread).into_iter().any(|message| {
            let known = message.reading.message_id.as_ref();
            message.reading.topic() == reading.topic()
                && known.is_some_and(|known| reading.references.contains(known))
        })
    }

    fn thread_for(&self, reading: &Reading) -> Option<Id> {
        let topic = reading.topic();
        reading.references.iter().rev().find_map(|reference| {
            let found = self.messages.values().find(|message| {
                message.reading.message_id.as_ref() == Some(reference) && message.reading.topic() == topic
            });
            found.map(|message| message.thread)
        })
    }
}
