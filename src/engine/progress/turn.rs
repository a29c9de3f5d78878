//! How far one turn has come.

use std::time::Duration;

use kernel::{ApprovalId, Body, CallId, ConsentId, Ending, PersonId, TurnId};

#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) id: TurnId,
    pub(crate) requester: PersonId,
    /// How often the model has spoken.
    pub(crate) said: u32,
    /// In millionths of a dollar.
    pub(crate) cost: u64,
    /// Time spent working, not waiting.
    pub(crate) busy: Duration,
    /// The calls of the newest reply.
    pub(crate) calls: Vec<CallProgress>,
    pub(crate) reply: ReplyProgress,
    pub(crate) posted: bool,
    pub(crate) stopped: bool,
    pub(crate) superseded: bool,
    /// Writes that have been done in this turn, by tool.
    pub(crate) done: Vec<String>,
    pub(crate) opened_by: OpenedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenedBy {
    Message,
    /// Something happened that the model must speak about.
    Event,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReplyProgress {
    NotYet,
    /// The model waits for its calls.
    Calls,
    /// The model has said its last words; they are in this body.
    Final(Body),
    /// We end the turn in its place.
    Silent(Body, Ending),
}

#[derive(Clone, Debug)]
pub(crate) struct CallProgress {
    pub(crate) id: CallId,
    pub(crate) tool: String,
    pub(crate) status: CallStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallStatus {
    Fresh,
    AwaitsApproval(ApprovalId),
    AwaitsConsent(ConsentId),
    /// The person did not sign in; the words say why.
    Declined(String),
    /// Begun, and no outcome written down.
    Running,
    Answered,
    /// The person was asked something.
    AwaitsAnswer,
}

impl Turn {
    /// One that somebody's message opened.
    pub(super) fn asked(id: TurnId, requester: PersonId) -> Self {
        Self { opened_by: OpenedBy::Message, ..Self::new(id, requester) }
    }

    pub(super) fn new(id: TurnId, requester: PersonId) -> Self {
        Self {
            id,
            requester,
            said: 0,
            cost: 0,
            busy: Duration::ZERO,
            calls: Vec::new(),
            reply: ReplyProgress::NotYet,
            posted: false,
            stopped: false,
            superseded: false,
            done: Vec::new(),
            opened_by: OpenedBy::Event,
        }
    }
}
