//! How far one card has come.

use std::time::Duration;

use kernel::{
    ApprovalId, Body, CallId, Face, MessageRef, Outcome, PersonId, PlannedCall, Time, TurnId, Verdict,
};

/// What its button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardKind {
    /// Countersigns a call.
    Question,
    /// Undoes what was done. Nobody waits for it.
    Undo,
}

#[derive(Clone, Debug)]
pub(crate) struct CardProgress {
    pub(crate) kind: CardKind,
    pub(crate) approval: ApprovalId,
    pub(crate) turn: TurnId,
    pub(crate) planned: PlannedCall,
    /// What it shows: an effect, or the words beside an undo button.
    pub(crate) effect: Body,
    pub(crate) why: String,
    pub(crate) expires: Time,
    pub(crate) hold: Duration,
    pub(crate) state: CardState,
    pub(crate) shown: Option<(MessageRef, Face)>,
    /// Its call was answered before anybody decided: the outcome will be an event of its own.
    pub(crate) closed: bool,
    /// The model has been told the outcome.
    pub(crate) told: bool,
    pub(crate) stopped: bool,
    /// Of an undo: the call that it undoes.
    pub(crate) undoes: Option<CallId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CardState {
    Pending,
    /// Countersigned, and can still be taken back.
    Held {
        by: PersonId,
        until: Time,
    },
    Approved {
        by: PersonId,
    },
    /// Begun, and no outcome written down.
    Running {
        by: PersonId,
    },
    Ended {
        by: PersonId,
        outcome: Outcome,
        words: String,
    },
    Denied {
        by: PersonId,
    },
    Expired,
    Void {
        why: String,
    },
}

impl CardProgress {
    /// What the card should say now.
    pub(crate) fn face(&self) -> Face {
        match &self.state {
            CardState::Pending => Face::Pending,
            CardState::Held { by, until } => Face::Held { by: by.clone(), until: *until },
            CardState::Approved { by } | CardState::Running { by } => Face::Running { by: by.clone() },
            CardState::Ended { by, outcome, words } => match outcome {
                Outcome::Done => Face::Done { by: by.clone(), words: String::new() },
                Outcome::Failed(_) => Face::Failed { by: by.clone(), words: words.clone() },
                Outcome::Unknown => Face::Unknown { by: by.clone(), words: words.clone() },
            },
            CardState::Denied { by } => Face::Denied { by: by.clone() },
            CardState::Expired => Face::Expired,
            CardState::Void { why } => Face::Void { why: why.clone() },
        }
    }

    /// Whether nothing has happened yet that could not be taken back.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, CardState::Pending | CardState::Held { .. })
    }

    /// Somebody pressed a button.
    pub(super) fn decide(&mut self, verdict: Verdict, by: &PersonId, at: Time) {
        let by = by.clone();
        self.state = match verdict {
            Verdict::Deny => CardState::Denied { by },
            Verdict::Approve if self.hold.is_zero() => CardState::Approved { by },
            Verdict::Approve => CardState::Held { by, until: at.plus(self.hold) },
        };
    }

    /// It can no longer be taken back.
    pub(super) fn release(&mut self) {
        if let CardState::Held { by, .. } = &self.state {
            self.state = CardState::Approved { by: by.clone() };
        }
    }

    pub(super) fn tell(&mut self, outcome: Outcome, words: &Body) {
        self.told = true;
        if let CardState::Approved { by } | CardState::Running { by } = &self.state {
            // Our own sentence for people is the first line, behind the code; what is for the model and what strangers
            // said stands below it.
            let first = words.words().lines().next().unwrap_or_default();
            let words = first.split_once(": ").map_or(first, |(_, sentence)| sentence).to_owned();
            self.state = CardState::Ended { by: by.clone(), outcome, words };
        }
    }
}
