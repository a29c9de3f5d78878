//! How far a thread has come, folded from its journal.

mod asked;
mod card;
mod forgetting;
mod origin;
mod responses;
mod revision;
mod sharing;
mod turn;

use std::collections::VecDeque;
use std::time::Duration;

use kernel::{
    ApprovalId, Body, CallId, Code, ConsentId, Entry, MessageRef, Outcome, PersonId, PlannedCall, Record,
    SaidCall, Time, TurnId, Usage, Waiver,
};

use card::Asked;
pub(crate) use card::{CardKind, CardProgress, CardState, Copy};
pub(crate) use forgetting::{
    files_taken_out, newest_withdrawal, ours_withdrawn, to_forget, withdrawn_messages,
};
pub(crate) use origin::label_of;
pub(crate) use responses::Group;
use revision::STOPPED;
pub(crate) use revision::{CHANGED, DELETED};
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
            Entry::Asked { .. }
            | Entry::Revised { .. }
            | Entry::Withdrawn { .. }
            | Entry::Steered { .. }
            | Entry::Recalled { .. }
            | Entry::Removed { .. } => self.take_message(record),
            Entry::Said { calls, reply, usage, seen, .. } => self.said(calls, reply, usage, *seen),
            Entry::AwaitsApproval { .. }
            | Entry::UndoOffered { .. }
            | Entry::CardShown { .. }
            | Entry::CopyShown { .. }
            | Entry::Signed { .. }
            | Entry::Decided { .. }
            | Entry::Expired { .. }
            | Entry::Released { .. }
            | Entry::Undone { .. }
            | Entry::Voided { .. }
            | Entry::SimilarApprovalEnded { .. } => self.take_card(record),
            Entry::AwaitsConsent { call, consent, .. } => self.awaits_consent(call, consent),
            Entry::ConsentOffered { consent, .. } => self.unoffered.retain(|offered| offered != consent),
            Entry::Connected { .. } => self.connected(),
            Entry::Declined { consent, why } => self.declined(consent, why),
            Entry::Running { planned, waiver, .. } => self.running(planned, waiver),
            Entry::Answered { call, outcome, words, .. } => self.answered(call, *outcome, words),
            Entry::Resolved { .. } => self.resolved(record),
            Entry::Silent { turn, .. }
            | Entry::Posted { turn, .. }
            | Entry::Drafting { turn, .. }
            | Entry::Undrafted { turn }
            | Entry::AnsweredApart { turn, .. } => {
                if let Some(open) = self.turn.as_mut().filter(|open| open.id == *turn) {
                    open.take_reply(&record.entry);
                }
            }
            Entry::Stopped { by, said } => self.stopped(by, said.as_ref(), record.at),
            Entry::Finished { turn, .. } => self.finished(*turn),
            Entry::AskedPerson { .. }
            | Entry::PersonAnswered { .. }
            | Entry::Edited { .. }
            | Entry::DeniedBecause { .. }
            | Entry::Grouped { .. }
            | Entry::SetApart { .. }
            | Entry::ShownApart { .. }
            | Entry::PutApart { .. }
            | Entry::SharingOffered { .. }
            | Entry::Shared { .. } => self.take_response(record),
            Entry::ClickRefused { .. }
            | Entry::Noted { .. }
            | Entry::Overheard { .. }
            | Entry::Forgotten { .. }
            | Entry::Attached(_)
            | Entry::Compacted(_)
            | Entry::Spent { .. }
            | Entry::Looked { .. }
            | Entry::RuleMade(_)
            | Entry::RuleEnded { .. }
            | Entry::Rated { .. }
            | Entry::Titled { .. } => {}
        }
    }

    fn finished(&mut self, turn: TurnId) {
        if self.turn.as_ref().is_some_and(|open| open.id == turn) {
            self.past.extend(self.turn.take());
            self.turn = self.queue.pop_front();
        }
        self.past.extend(self.dropped.extract_if(.., |dropped| dropped.id == turn));
    }

    fn awaits_consent(&mut self, call: &CallId, consent: &ConsentId) {
        self.set_call(call, &CallStatus::AwaitsConsent(consent.clone()));
        if !self.unoffered.contains(consent) {
            self.unoffered.push(consent.clone());
        }
    }

    fn said(&mut self, calls: &[SaidCall], reply: &Body, usage: &Usage, seen: u64) {
        let Some(turn) = &mut self.turn else { return };
        turn.basis = seen;
        let fresh = |call: &SaidCall| CallProgress {
            id: call.id.clone(),
            tool: call.tool.clone(),
            status: CallStatus::Fresh,
            denied: false,
        };
        turn.said += 1;
        turn.called += calls.len();
        turn.denied = turn.denials();
        turn.cost += usage.cost;
        turn.calls = calls.iter().map(fresh).collect();
        turn.reply = match calls {
            // Nobody wants the answer to what they no longer ask.
            [] if turn.is_outdated() => ReplyProgress::NotYet,
            [] => ReplyProgress::Final(reply.clone()),
            _ => ReplyProgress::Calls,
        };
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

    fn take_card(&mut self, record: &Record) {
        let at = record.at;
        match &record.entry {
            Entry::AwaitsApproval { .. } => self.awaits_approval(record),
            Entry::UndoOffered { approval, .. } if self.card(approval).is_some() => {
                self.change_card(approval, CardProgress::offer_again);
            }
            Entry::UndoOffered { turn, approval, planned, words, until, undoes } => {
                let asked = Asked { kind: CardKind::Undo, turn: *turn, approval, planned, expires: *until };
                let card = CardProgress::new(record.number, &asked);
                self.put_up(CardProgress { effect: words.clone(), undoes: undoes.clone(), ..card });
            }
            Entry::Undone { approval, outcome, words, .. } => {
                self.change_card(approval, |card| card.tell(*outcome, words));
            }
            // Its group has been set apart since, and that message stands for it no longer.
            Entry::CardShown { message, .. } if self.is_leaving(message) => {}
            Entry::CardShown { approval, message, face } => {
                self.change_card(approval, |card| card.shown = Some((message.clone(), face.clone())));
            }
            Entry::CopyShown { approval, to, message, face } => {
                let copy = Copy { to: to.clone(), message: message.clone(), face: face.clone() };
                self.change_card(approval, |card| card.copied(copy));
            }
            Entry::Signed { approval, by } => self.change_card(approval, |card| card.signed.push(by.clone())),
            Entry::Decided { approval, verdict, by } => {
                self.change_card(approval, |card| card.decide(*verdict, by, at));
            }
            Entry::Released { approval } => self.change_card(approval, |card| card.release(at)),
            Entry::SimilarApprovalEnded { approval, .. } => {
                self.change_card(approval, |card| card.alike_until = None);
            }
            Entry::Expired { approval } => self.change_card(approval, |card| card.state = CardState::Expired),
            // What has been decided meanwhile stays decided.
            Entry::Voided { approval, why } => {
                self.change_card(approval, |card| {
                    if card.is_open() {
                        card.state = CardState::Void { why: why.clone() };
                    }
                });
            }
            _ => {}
        }
    }

    /// Whichever of several offers was taken up: the calls find out for themselves whether it is enough, and wait on by the
    /// same offer if it is not.
    fn connected(&mut self) {
        self.unoffered.clear();
        for call in self.turn.iter_mut().flat_map(|turn| &mut turn.calls) {
            if matches!(call.status, CallStatus::AwaitsConsent(_)) {
                call.status = CallStatus::Fresh;
            }
        }
    }

    fn declined(&mut self, consent: &ConsentId, why: &str) {
        self.unoffered.retain(|offered| offered != consent);
        for call in self.turn.iter_mut().flat_map(|turn| &mut turn.calls) {
            if call.status == CallStatus::AwaitsConsent(consent.clone()) {
                call.status = CallStatus::Declined(why.to_owned());
            }
        }
    }

    fn running(&mut self, planned: &PlannedCall, waiver: &Waiver) {
        match waiver {
            Waiver::Approval(approval) => self.change_card(approval, |card| {
                if let CardState::Approved { by } = &card.state {
                    card.state = CardState::Running { by: by.clone() };
                }
            }),
            _ => self.set_call(&planned.call, &CallStatus::Running),
        }
    }

    fn answered(&mut self, call: &CallId, outcome: Outcome, words: &Body) {
        let wrote = self.card_of(call).is_some_and(|card| card.kind != CardKind::Inquiry)
            || self
                .turn
                .iter()
                .flat_map(|turn| &turn.calls)
                .any(|open| open.id == *call && open.status == CallStatus::Running);
        if let Some(turn) = &mut self.turn {
            let signing_in =
                |open: &CallProgress| open.id == *call && matches!(open.status, CallStatus::AwaitsConsent(_));
            turn.superseded |=
                outcome == Outcome::Failed(Code::ConfirmationRequired) || turn.calls.iter().any(signing_in);
            if let Some(open) = turn.calls.iter_mut().find(|open| open.id == *call) {
                open.status = CallStatus::Answered;
                open.denied = outcome == Outcome::Failed(Code::Denied);
                if wrote {
                    let tool = open.tool.clone();
                    turn.wrote(&tool, outcome);
                }
            }
            let awaited = |consent: &ConsentId| {
                turn.calls.iter().any(|call| call.status == CallStatus::AwaitsConsent(consent.clone()))
            };
            self.unoffered.retain(awaited);
        }
        if let Some(card) = self.cards.iter_mut().rev().find(|card| card.planned.call == *call) {
            if card.is_open() {
                card.closed = true;
            } else {
                card.tell(outcome, words);
            }
        }
    }

    fn resolved(&mut self, record: &Record) {
        let Entry::Resolved { approval, outcome, words, .. } = &record.entry else { return };
        let (turn, outcome) = (TurnId(record.number), *outcome);
        let mut planned = None;
        self.change_card(approval, |card| {
            card.tell(outcome, words);
            planned = Some((card.turn, card.planned.clone()));
        });
        let Some((origin, planned)) = planned else { return };
        let mut late = Turn { origin: Some(origin), ..Turn::new(turn, planned.requester) };
        late.wrote(&planned.tool, outcome);
        if let Some(past) = self.past.iter_mut().find(|past| past.id == origin) {
            past.wrote(&planned.tool, outcome);
            late.withdrawn = past.withdrawn;
        }
        if is_news(outcome) {
            self.open(late, record.at);
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
