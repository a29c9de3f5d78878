//! The run of calls, and the sign-ins that they wait for.

use kernel::{
    ApprovalId, Body, CallEntry, CallId, Code, ConsentId, Outcome, PlannedCall, Record, TurnId, Waiver,
};

use super::{CallProgress, CallStatus, CardKind, CardState, Progress, Turn, is_news};

impl Progress {
    pub(super) fn take_call(&mut self, entry: &CallEntry, record: &Record) {
        match entry {
            CallEntry::Running { planned, waiver, .. } => self.running(planned, waiver),
            CallEntry::Answered { call, outcome, words, .. } => self.answered(call, *outcome, words),
            CallEntry::Resolved { approval, outcome, words, .. } => {
                self.resolved(approval, *outcome, words, record);
            }
            CallEntry::AwaitsConsent { call, consent, .. } => self.awaits_consent(call, consent),
            CallEntry::ConsentOffered { consent, .. } => self.unoffered.retain(|offered| offered != consent),
            CallEntry::Connected { .. } => self.connected(),
            CallEntry::Declined { consent, why } => self.declined(consent, why),
            CallEntry::Noted { .. } => {}
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

    fn resolved(&mut self, approval: &ApprovalId, outcome: Outcome, words: &Body, record: &Record) {
        let mut planned = None;
        self.change_card(approval, |card| {
            card.tell(outcome, words);
            planned = Some((card.turn, card.planned.clone()));
        });
        let Some((origin, planned)) = planned else { return };
        let mut late = Turn { origin: Some(origin), ..Turn::new(TurnId(record.number), planned.requester) };
        late.wrote(&planned.tool, outcome);
        if let Some(past) = self.past.iter_mut().find(|past| past.id == origin) {
            past.wrote(&planned.tool, outcome);
            late.withdrawn = past.withdrawn;
        }
        if is_news(outcome) {
            self.open(late, record.at);
        }
    }

    fn awaits_consent(&mut self, call: &CallId, consent: &ConsentId) {
        self.set_call(call, &CallStatus::AwaitsConsent(consent.clone()));
        if !self.unoffered.contains(consent) {
            self.unoffered.push(consent.clone());
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
}
