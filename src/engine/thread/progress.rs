//! How far a thread has come, folded from its journal.

mod call_entries;
mod card;
mod card_entries;
mod forgetting;
mod message_entries;
mod origin;
mod place_entries;
mod reply_entries;
mod turn;

use std::collections::VecDeque;
use std::time::Duration;

use kernel::{ApprovalId, CallId, Code, ConsentId, Entry, MessageRef, Outcome, PersonId, Record, Time};

pub(crate) use card::{CardKind, CardProgress, CardState, Copy};
pub(crate) use card_entries::Group;
pub(crate) use forgetting::{
    files_taken_out, newest_withdrawal, ours_withdrawn, to_forget, withdrawn_messages,
};
pub(crate) use message_entries::{CHANGED, DELETED};
pub(crate) use origin::label_of;
pub(crate) use turn::{Apart, CallProgress, CallStatus, Coverage, OpenedBy, Posting, ReplyProgress, Turn};

/// A gap between two records that counts as work is at most this long: the rest of it we were not running.
const LONGEST_STEP: Duration = Duration::from_mins(5);

/// What was sent before a stop comes after it no later than this; what comes later was written, or changed, after it.
const ON_ITS_WAY: Duration = Duration::from_mins(6);

#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The turn that is being worked on.
    pub(crate) turn: Option<Turn>,
    /// Turns that wait for it to end.
    pub(crate) queue: VecDeque<Turn>,
    /// Turns that have ended, oldest first.
    pub(crate) past: Vec<Turn>,
    /// Every card of the thread, oldest first.
    pub(crate) cards: Vec<CardProgress>,
    /// Sign-ins that have been asked for and not yet offered to the person.
    pub(crate) unoffered: Vec<ConsentId>,
    /// Calls that are shown on one card.
    pub(crate) groups: Vec<Group>,
    /// Turns that were stopped before they began, and whose people have not been told so.
    pub(crate) dropped: Vec<Turn>,
    /// What people wrote to stop everything they had written before it, and when it came.
    stops: Vec<(PersonId, MessageRef, Time)>,
    newest: Time,
    /// The first record that this build does not know. Its meaning could be anything, so the thread goes no further.
    pub(crate) unknown: Option<u64>,
}

impl Progress {
    pub(crate) fn of(journal: &[Record]) -> Self {
        let mut progress = Self::default();
        progress.go_on(journal);
        progress
    }

    /// Takes in what comes after all that was taken in before.
    pub(crate) fn go_on(&mut self, news: &[Record]) {
        for record in news {
            self.busy(record);
            self.take(record);
            self.newest = record.at;
        }
    }

    pub(crate) fn card(&self, approval: &ApprovalId) -> Option<&CardProgress> {
        self.cards.iter().find(|card| card.approval == *approval)
    }

    pub(crate) fn card_of(&self, call: &CallId) -> Option<&CardProgress> {
        // A call that was changed has several; the newest is the one that counts.
        self.cards.iter().rev().find(|card| card.planned.call == *call)
    }

    /// Time before something that arrived was spent waiting for it.
    fn busy(&mut self, record: &Record) {
        if let (Some(turn), false) = (&mut self.turn, record.entry.arrives()) {
            turn.busy += record.at.since(self.newest).min(LONGEST_STEP);
        }
    }

    fn take(&mut self, record: &Record) {
        match &record.entry {
            Entry::Message(entry) => self.take_message(entry, record),
            Entry::Reply(entry) => self.take_reply(entry),
            Entry::Call(entry) => self.take_call(entry, record),
            Entry::Card(entry) => self.take_card(entry, record),
            Entry::Place(entry) => self.take_place(entry, record),
            Entry::Rule(_) => {}
            Entry::Unknown(_) => self.unknown = self.unknown.take().or(Some(record.number)),
        }
    }

    /// What was written first is answered first, whatever order it was brought in.
    fn open(&mut self, turn: Turn, at: Time) {
        if self.was_stopped_before(&turn, at) {
            self.dropped.push(turn);
            return;
        }
        if self.turn.is_none() {
            self.turn = Some(turn);
            return;
        }
        let place = self.queue.iter().position(|waiting| turn.was_asked_before(waiting));
        self.queue.insert(place.unwrap_or(self.queue.len()), turn);
    }

    /// Whether somebody stopped what only arrives now: on its way, the stop has overtaken it.
    fn was_stopped_before(&self, turn: &Turn, at: Time) -> bool {
        let stopped = |(by, said, since): &(PersonId, MessageRef, Time)| {
            let overtaken = turn.request().is_some_and(|request| request < said);
            *by == turn.requester && overtaken && at.since(*since) < ON_ITS_WAY
        };
        turn.opened_by == OpenedBy::Message && self.stops.iter().any(stopped)
    }

    fn set_call(&mut self, call: &CallId, status: &CallStatus) {
        let calls = self.turn.iter_mut().flat_map(|turn| &mut turn.calls);
        for open in calls.filter(|open| open.id == *call) {
            open.status = status.clone();
        }
    }

    fn change_card(&mut self, approval: &ApprovalId, change: impl FnOnce(&mut CardProgress)) {
        if let Some(card) = self.cards.iter_mut().find(|card| card.approval == *approval) {
            change(card);
        }
    }
}

/// Whether the model must speak about the outcome of a card whose call it already gave up. That nothing happened is
/// said by the card itself.
pub(crate) fn is_news(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Done | Outcome::Unknown => true,
        Outcome::Failed(code) => !matches!(code, Code::Denied | Code::Cancelled),
    }
}
