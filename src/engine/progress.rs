//! How far a thread has come, folded from its journal.

mod card;
mod origin;
mod turn;

use std::collections::VecDeque;
use std::time::Duration;

use kernel::{
    ApprovalId, Body, CallId, Code, ConsentId, Entry, Outcome, PersonId, PlannedCall, Record, SaidCall, Time,
    TurnId, Usage, Waiver,
};

pub(crate) use card::{CardKind, CardProgress, CardState};
pub(crate) use origin::label_of;
pub(crate) use turn::{CallProgress, CallStatus, ReplyProgress, Turn};

/// A gap between two records that counts as work is at most this long: the rest of it we were not running.
const LONGEST_STEP: Duration = Duration::from_mins(5);

#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The turn that is being worked on.
    pub(crate) turn: Option<Turn>,
    /// Turns that wait for it to end.
    pub(crate) queue: VecDeque<Turn>,
    /// Every card of the thread, oldest first.
    pub(crate) cards: Vec<CardProgress>,
    /// Sign-ins that have been asked for and not yet offered to the person.
    pub(crate) unoffered: Vec<ConsentId>,
    newest: Time,
}

impl Progress {
    pub(crate) fn of(journal: &[Record]) -> Self {
        let mut progress = Self::default();
        for record in journal {
            progress.busy(record);
            progress.take(record);
            progress.newest = record.at;
        }
        progress
    }

    pub(crate) fn card(&self, approval: &ApprovalId) -> Option<&CardProgress> {
        self.cards.iter().find(|card| card.approval == *approval)
    }

    pub(crate) fn card_of(&self, call: &CallId) -> Option<&CardProgress> {
        self.cards.iter().find(|card| card.planned.call == *call)
    }

    /// Time before something that arrived was spent waiting for it.
    fn busy(&mut self, record: &Record) {
        if let (Some(turn), false) = (&mut self.turn, record.entry.arrives()) {
            turn.busy += record.at.since(self.newest).min(LONGEST_STEP);
        }
    }

    fn take(&mut self, record: &Record) {
        match &record.entry {
            Entry::Asked { from, .. } => self.open(Turn::new(TurnId(record.number), from.clone())),
            Entry::Said { calls, reply, usage, .. } => self.said(calls, reply, usage),
            Entry::Silent { words, ending, .. } => {
                if let Some(turn) = &mut self.turn {
                    turn.reply = ReplyProgress::Silent(words.clone(), ending.clone());
                }
            }
            Entry::AwaitsApproval { .. }
            | Entry::UndoOffered { .. }
            | Entry::CardShown { .. }
            | Entry::Decided { .. }
            | Entry::Expired { .. }
            | Entry::Released { .. }
            | Entry::Undone { .. }
            | Entry::Voided { .. } => self.take_card(&record.entry, record.at),
            Entry::AwaitsConsent { call, consent, .. } => {
                self.set_call(call, &CallStatus::AwaitsConsent(consent.clone()));
                if !self.unoffered.contains(consent) {
                    self.unoffered.push(consent.clone());
                }
            }
            Entry::ConsentOffered { consent } => self.unoffered.retain(|offered| offered != consent),
            Entry::Connected { .. } => self.connected(),
            Entry::Declined { consent, why } => self.declined(consent, why),
            Entry::Running { planned, waiver, .. } => self.running(planned, waiver),
            Entry::Answered { call, outcome, words, .. } => self.answered(call, *outcome, words),
            Entry::Resolved { approval, outcome, words, .. } => {
                self.resolved(TurnId(record.number), approval, *outcome, words);
            }
            Entry::Posted { turn, .. } => {
                if let Some(open) = self.turn.as_mut().filter(|open| open.id == *turn) {
                    open.posted = true;
                }
            }
            Entry::Stopped { by } => self.stopped(by),
            Entry::Finished { turn, .. } => {
                if self.turn.as_ref().is_some_and(|open| open.id == *turn) {
                    self.turn = self.queue.pop_front();
                }
            }
            Entry::ClickRefused { .. } | Entry::Noted { .. } => {}
        }
    }

    fn said(&mut self, calls: &[SaidCall], reply: &Body, usage: &Usage) {
        let Some(turn) = &mut self.turn else { return };
        let fresh = |call: &SaidCall| CallProgress {
            id: call.id.clone(),
            tool: call.tool.clone(),
            status: CallStatus::Fresh,
        };
        turn.said += 1;
        turn.cost += usage.cost;
        turn.calls = calls.iter().map(fresh).collect();
        turn.reply =
            if calls.is_empty() { ReplyProgress::Final(reply.clone()) } else { ReplyProgress::Calls };
    }

    fn open(&mut self, turn: Turn) {
        match &self.turn {
            None => self.turn = Some(turn),
            Some(_) => self.queue.push_back(turn),
        }
    }

    fn take_card(&mut self, entry: &Entry, at: Time) {
        match entry {
            Entry::AwaitsApproval { turn, approval, planned, effect, why, expires, hold } => {
                self.set_call(&planned.call, &CallStatus::AwaitsApproval(approval.clone()));
                self.cards.push(CardProgress {
                    kind: CardKind::Question,
                    approval: approval.clone(),
                    turn: *turn,
                    planned: planned.clone(),
                    effect: effect.clone(),
                    why: why.clone(),
                    expires: *expires,
                    hold: *hold,
                    state: CardState::Pending,
                    shown: None,
                    closed: false,
                    told: false,
                    stopped: false,
                    undoes: None,
                });
            }
            Entry::UndoOffered { turn, approval, planned, words, until, undoes } => {
                self.cards.push(CardProgress {
                    kind: CardKind::Undo,
                    approval: approval.clone(),
                    turn: *turn,
                    planned: planned.clone(),
                    effect: words.clone(),
                    why: String::new(),
                    expires: *until,
                    hold: Duration::ZERO,
                    state: CardState::Pending,
                    shown: None,
                    closed: false,
                    // The model asked for no undo, so it is owed no answer.
                    told: true,
                    stopped: false,
                    undoes: undoes.clone(),
                });
            }
            Entry::Undone { approval, outcome, words, .. } => {
                self.change_card(approval, |card| card.tell(*outcome, words));
            }
            Entry::CardShown { approval, message, face } => {
                self.change_card(approval, |card| card.shown = Some((message.clone(), face.clone())));
            }
            Entry::Decided { approval, verdict, by } => {
                self.change_card(approval, |card| card.decide(*verdict, by, at));
            }
            Entry::Released { approval } => self.change_card(approval, CardProgress::release),
            Entry::Expired { approval } => self.change_card(approval, |card| card.state = CardState::Expired),
            Entry::Voided { approval, why } => {
                self.change_card(approval, |card| card.state = CardState::Void { why: why.clone() });
            }
            _ => {}
        }
    }

    /// Whichever of several offers was taken up: the calls find out for themselves whether it is enough.
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
            Waiver::Rule(_) => self.set_call(&planned.call, &CallStatus::Running),
            Waiver::Approval(approval) => self.change_card(approval, |card| {
                if let CardState::Approved { by } = &card.state {
                    card.state = CardState::Running { by: by.clone() };
                }
            }),
        }
    }

    fn answered(&mut self, call: &CallId, outcome: Outcome, words: &Body) {
        let wrote = self.card_of(call).is_some()
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
                if wrote && outcome == Outcome::Done {
                    turn.done.push(open.tool.clone());
                }
            }
        }
        if let Some(card) = self.cards.iter_mut().find(|card| card.planned.call == *call) {
            if card.is_open() {
                card.closed = true;
            } else {
                card.tell(outcome, words);
            }
        }
    }

    fn resolved(&mut self, turn: TurnId, approval: &ApprovalId, outcome: Outcome, words: &Body) {
        let mut requester = None;
        self.change_card(approval, |card| {
            card.tell(outcome, words);
            requester = Some(card.planned.requester.clone());
        });
        if let (Some(requester), true) = (requester, is_news(outcome)) {
            self.open(Turn::new(turn, requester));
        }
    }

    /// A person stops their own work and takes back their own cards, nobody else's.
    fn stopped(&mut self, by: &PersonId) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.requester == *by) {
            turn.stopped = true;
        }
        for card in &mut self.cards {
            if card.kind == CardKind::Question && card.is_open() && card.planned.requester == *by {
                card.stopped = true;
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
