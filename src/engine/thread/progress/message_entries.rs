//! What people write, change and take back, and what that does to turns and cards.

use std::collections::VecDeque;

use kernel::{MessageEntry, MessageRef, PersonId, Record, Time, TurnId};

use super::{CardKind, CardProgress, Coverage, OpenedBy, Progress, Turn};

pub(crate) const CHANGED: &str = "The request was changed.";
pub(crate) const DELETED: &str = "The request was deleted.";
const STOPPED: &str = "You said stop.";
/// What is left on a card in the place of its words.
const WORDS_GONE: &str = "The request was deleted, and its words with it.";
const ANSWER_GONE: &str = "The answer was deleted, and its words with it.";

impl Progress {
    pub(super) fn take_message(&mut self, entry: &MessageEntry, record: &Record) {
        let number = record.number;
        match entry {
            MessageEntry::Asked { message, from, about, .. } => {
                let (messages, about) = (vec![message.clone()], about.clone());
                self.open(Turn { messages, about, ..Turn::asked(TurnId(number), from.clone()) }, record.at);
            }
            MessageEntry::Revised { message, from, addressed, .. } => {
                let reopens = self.revised(number, message);
                if reopens && *addressed {
                    let messages = vec![message.clone()];
                    self.open(Turn { messages, ..Turn::asked(TurnId(number), from.clone()) }, record.at);
                }
            }
            MessageEntry::Withdrawn { message } => {
                self.lacks(number, message);
                self.withdrawn(message);
            }
            MessageEntry::Steered { turn, added } => self.steered(*turn, added),
            MessageEntry::Recalled { turn, messages, total, reach, .. } => {
                let used = messages.iter().filter(|one| !one.shortened).count();
                let coverage = Coverage { total: *total, used, reach: *reach };
                self.in_turn(*turn, |open| open.recalled = Some(coverage));
            }
            MessageEntry::Stopped { by, said } => self.stopped(by, said.as_ref(), record.at),
            MessageEntry::Overheard { .. }
            | MessageEntry::Attached(_)
            | MessageEntry::Looked { .. }
            | MessageEntry::Forgotten { .. } => {}
        }
    }

    /// A person stops their own work, what of theirs waits for its turn, and takes back their own cards; nobody else's.
    /// What came of something is told all the same.
    fn stopped(&mut self, by: &PersonId, said: Option<&MessageRef>, at: Time) {
        if let Some(said) = said {
            self.stops.retain(|(person, before, _)| person != by || before > said);
            self.stops.push((by.clone(), said.clone(), at));
        }
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.requester == *by) {
            turn.stopped = true;
        }
        let theirs = |turn: &Turn| turn.requester == *by && turn.opened_by == OpenedBy::Message;
        let (dropped, kept): (VecDeque<Turn>, _) = self.queue.drain(..).partition(theirs);
        self.dropped.extend(dropped);
        self.queue = kept;
        for card in self.cards.iter_mut().filter(|card| card.planned.requester == *by) {
            card.alike_until = None;
            if !card.kind.is_offer() && card.is_open() {
                card.taken_back = Some(STOPPED);
            }
        }
    }

    /// Whether there is or was such a turn.
    pub(crate) fn has_turn(&self, id: TurnId) -> bool {
        self.turn.iter().chain(&self.queue).chain(&self.past).any(|turn| turn.id == id)
    }

    /// Writes of the requester that wait although the turn they wrote into goes on.
    pub(crate) fn steering(&self, requester: &PersonId) -> Vec<TurnId> {
        let theirs = |turn: &&Turn| turn.requester == *requester && turn.request().is_some();
        self.queue.iter().filter(theirs).map(|turn| turn.id).collect()
    }

    /// Whether a turn that has ended is to be taken up again: a card of it still waited.
    fn revised(&mut self, number: u64, message: &MessageRef) -> bool {
        let is_its = |turn: &Turn| turn.messages.contains(message);
        if let Some(turn) = self.turn.as_mut().filter(|turn| is_its(turn)) {
            turn.changed = number;
            let id = turn.id;
            self.take_back(id, CHANGED);
            return false;
        }
        // The model will be shown only how it reads now.
        if self.queue.iter().any(is_its) {
            return false;
        }
        let ended: Vec<TurnId> = self.past.iter().filter(|turn| is_its(turn)).map(|turn| turn.id).collect();
        let mut waited = false;
        for id in ended {
            waited |= self.take_back(id, CHANGED);
        }
        waited
    }

    /// Something that was written into a turn beside its request was deleted: what was made of it is not wanted any more.
    fn lacks(&mut self, number: u64, message: &MessageRef) {
        let wrote = |turn: &&mut Turn| turn.messages.iter().skip(1).any(|part| part == message);
        if let Some(turn) = self.turn.as_mut().filter(wrote) {
            turn.changed = number;
        }
        let known = self.turn.iter_mut().chain(&mut self.past).filter(wrote);
        let turns: Vec<TurnId> = known.map(|turn| turn.id).collect();
        for turn in turns {
            self.take_back(turn, CHANGED);
        }
    }

    fn withdrawn(&mut self, message: &MessageRef) {
        self.queue.retain(|turn| turn.request() != Some(message));
        let asked: Vec<TurnId> = self
            .turn
            .iter()
            .chain(&self.past)
            .filter(|turn| turn.request() == Some(message))
            .map(|turn| turn.id)
            .collect();
        let comes_of_it = |turn: &Turn| {
            asked.contains(&turn.id) || turn.origin.is_some_and(|origin| asked.contains(&origin))
        };
        let known = self.turn.iter_mut().chain(&mut self.queue).chain(&mut self.past);
        let mut gone: Vec<TurnId> = Vec::new();
        for turn in known.filter(|turn| comes_of_it(turn)) {
            turn.withdrawn = true;
            gone.push(turn.id);
        }
        for card in &mut self.cards {
            if gone.contains(&card.turn) {
                card.withdraw();
            } else if card.replied_in.as_ref() == Some(message) {
                card.deleted = Some(ANSWER_GONE);
            }
        }
    }

    /// A card that comes up for what was deleted, changed or stopped meanwhile goes the way of those that stood before.
    pub(super) fn put_up(&mut self, mut card: CardProgress) {
        if !card.kind.is_offer() {
            let turn = self.turn.as_ref().filter(|open| open.id == card.turn);
            card.taken_back = turn.and_then(Turn::why_not);
        }
        let withdrawn = |turn: &Turn| turn.id == card.turn && turn.withdrawn;
        if self.turn.iter().chain(&self.past).any(withdrawn) {
            card.withdraw();
        }
        self.cards.push(card);
    }

    fn steered(&mut self, id: TurnId, added: &[TurnId]) {
        let Some(turn) = self.turn.as_mut().filter(|turn| turn.id == id) else { return };
        let written = self.queue.iter().filter(|waiting| added.contains(&waiting.id));
        turn.messages.extend(written.flat_map(|waiting| waiting.messages.clone()));
        self.queue.retain(|waiting| !added.contains(&waiting.id));
    }

    /// Marks every open question of a turn; whether there was one.
    fn take_back(&mut self, turn: TurnId, why: &'static str) -> bool {
        let asks = self.cards.iter_mut().filter(|card| !card.kind.is_offer() && card.is_open());
        let mut any = false;
        for card in asks.filter(|card| card.turn == turn) {
            card.taken_back = Some(why);
            any = true;
        }
        any
    }
}

impl CardProgress {
    /// What it was asked for was deleted. What was done can still be undone.
    fn withdraw(&mut self) {
        self.deleted = Some(WORDS_GONE);
        if self.is_open() && self.kind != CardKind::Undo {
            self.taken_back = Some(DELETED);
        }
    }
}

impl Turn {
    /// Why nothing that was asked for before now may be put before anybody.
    pub(super) fn why_not(&self) -> Option<&'static str> {
        match self {
            Self { withdrawn: true, .. } => Some(DELETED),
            Self { stopped: true, .. } => Some(STOPPED),
            turn => turn.is_outdated().then_some(CHANGED),
        }
    }
}
