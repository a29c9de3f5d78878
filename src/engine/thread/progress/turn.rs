//! How far one turn has come.

use std::time::Duration;

use kernel::{
    ApprovalId, Body, CallId, ConsentId, Ending, MessageRef, Outcome, PersonId, Reach, TurnId, Withheld,
};

#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) id: TurnId,
    pub(crate) requester: PersonId,
    /// How often the model has spoken.
    pub(crate) said: u32,
    /// How many calls the model has asked for.
    pub(crate) called: usize,
    /// How many replies in a row, before the newest, asked for nothing but what was denied.
    pub(crate) denied: u32,
    /// In millionths of a dollar.
    pub(crate) cost: u64,
    /// Time spent working, not waiting.
    pub(crate) busy: Duration,
    /// The calls of the newest reply.
    pub(crate) calls: Vec<CallProgress>,
    pub(crate) reply: ReplyProgress,
    pub(crate) posting: Posting,
    /// What was written to us in this turn, the request first. None where something else opened it.
    pub(crate) messages: Vec<MessageRef>,
    /// The message that the request is about, where somebody pointed at one.
    pub(crate) about: Option<MessageRef>,
    /// The turn whose late outcome opened this one.
    pub(crate) origin: Option<TurnId>,
    /// The newest record in which a message of the turn was changed.
    pub(crate) changed: u64,
    /// The newest record that the model's newest reply rests on.
    pub(crate) basis: u64,
    /// The request was deleted.
    pub(crate) withdrawn: bool,
    /// How much of the thread was read for it.
    pub(crate) recalled: Option<Coverage>,
    pub(crate) stopped: bool,
    pub(crate) superseded: bool,
    /// Writes that have been done in this turn, by tool.
    pub(crate) done: Vec<String>,
    /// Writes of which nobody can tell whether they were done.
    pub(crate) unknown: Vec<String>,
    /// What stands in the thread of a reply that is being written; nothing if none is.
    pub(crate) begun: Option<Vec<MessageRef>>,
    pub(crate) opened_by: OpenedBy,
    pub(crate) apart: Apart,
    /// Where the answer stands that its requester agreed to have posted.
    pub(crate) shared: Option<MessageRef>,
}

/// Whether the answer is for the requester alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    No,
    /// It is, and they may or may not have been told it.
    Due(Withheld),
    Told(MessageRef, Withheld),
}

/// What has become of the reply in the thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Posting {
    NotYet,
    Stands(MessageRef),
    /// It was taken out again.
    Removed,
}

/// How much of a thread was read, and how much of that the model was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coverage {
    pub(crate) total: usize,
    pub(crate) used: usize,
    pub(crate) reach: Reach,
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
    /// Whether it was answered with a no.
    pub(crate) denied: bool,
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
            called: 0,
            denied: 0,
            cost: 0,
            busy: Duration::ZERO,
            calls: Vec::new(),
            reply: ReplyProgress::NotYet,
            posting: Posting::NotYet,
            messages: Vec::new(),
            about: None,
            origin: None,
            changed: 0,
            basis: 0,
            withdrawn: false,
            recalled: None,
            stopped: false,
            superseded: false,
            done: Vec::new(),
            unknown: Vec::new(),
            begun: None,
            opened_by: OpenedBy::Event,
            apart: Apart::No,
            shared: None,
        }
    }

    /// How many replies in a row asked for nothing but what was denied.
    pub(crate) fn denials(&self) -> u32 {
        let all = !self.calls.is_empty() && self.calls.iter().all(|call| call.denied);
        if all { self.denied + 1 } else { 0 }
    }

    /// What becomes of its reply in the thread.
    pub(crate) fn is_posted(&self) -> bool {
        self.posting != Posting::NotYet
    }

    /// Whether something that answers it stands anywhere.
    pub(crate) fn is_answered(&self) -> bool {
        match (&self.posting, &self.apart) {
            (Posting::Stands(_), _) | (Posting::NotYet, Apart::Told(..)) => true,
            (Posting::NotYet, Apart::No | Apart::Due(_)) | (Posting::Removed, _) => false,
        }
    }

    /// The message that opened it.
    pub(crate) fn request(&self) -> Option<&MessageRef> {
        self.messages.first()
    }

    pub(super) fn was_asked_before(&self, other: &Self) -> bool {
        self.request().zip(other.request()).is_some_and(|(ours, theirs)| ours < theirs)
    }

    /// Whether the model spoke without knowing how the request reads now.
    pub(crate) fn is_outdated(&self) -> bool {
        self.changed > self.basis
    }

    /// Whether it has certainly left no trace in anybody's account.
    pub(crate) fn did_nothing(&self) -> bool {
        self.done.is_empty() && self.unknown.is_empty()
    }

    pub(super) fn wrote(&mut self, tool: &str, outcome: Outcome) {
        match outcome {
            Outcome::Done => self.done.push(tool.to_owned()),
            Outcome::Unknown => self.unknown.push(tool.to_owned()),
            Outcome::Failed(_) => {}
        }
    }
}
