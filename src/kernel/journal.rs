//! What is written down about a thread. Running live and resuming after a crash both read nothing but this.

mod attachment;
mod call;
mod card;
mod compacted;
mod entry;
mod family;
mod kept;
mod message;
mod place;
mod reply;
mod rule;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{
    AccountId, ApprovalId, CallId, Code, Digest, Kind, MessageRef, PersonId, RuleId, SharedFile, Time,
};

pub use attachment::{Attached, Attachment, Blob, Content, Picture, WordForm};
pub use call::CallEntry;
pub use card::CardEntry;
pub use compacted::Compacted;
pub use entry::Entry;
pub use kept::{KeptAnswer, PartOf};
pub use message::MessageEntry;
pub use place::PlaceEntry;
pub use reply::ReplyEntry;
pub use rule::RuleEntry;

/// One line of a thread's journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Counts from 1 within the thread, without gaps.
    pub number: u64,
    pub at: Time,
    pub entry: Entry,
}

/// Words kept beside the journal, in a table that can be purged; the journal itself holds their digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub digest: Digest,
    /// Nothing once they have been purged.
    #[serde(skip)]
    pub words: Option<String>,
}

impl Body {
    pub fn new(words: impl Into<String>) -> Self {
        let words = words.into();
        Self { digest: Digest::of_words(&words), words: Some(words) }
    }

    pub fn words(&self) -> &str {
        self.words.as_deref().unwrap_or("[these words have been deleted]")
    }
}

/// A call the model asked for, without its arguments: those are in the body of the reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidCall {
    pub id: CallId,
    pub tool: String,
}

/// Exactly what will run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedCall {
    pub call: CallId,
    pub tool: String,
    pub version: u32,
    pub account: AccountId,
    pub requester: PersonId,
    /// Canonical JSON.
    pub plan: Body,
    pub digest: Digest,
}

/// Why a write may run without a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waiver {
    /// The policy asks nothing about what does no more than this to the world.
    Policy(Kind),
    /// The requester's own words ask for exactly this.
    OwnWords,
    /// The requester approved a similar call in this thread less than an hour ago.
    SimilarApproval,
    /// A standing rule of the requester.
    PersonRule(RuleId),
    /// A rule of the operator, by its name.
    OperatorRule(String),
    /// The countersignature.
    Approval(ApprovalId),
    /// An older build wrote a reason that is none of these. Nothing goes on by it after an interruption.
    Unknown(String),
}

impl Waiver {
    /// As the audit has it.
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Policy(Kind::Read) => "read".into(),
            Self::Policy(Kind::Edit | Kind::Commit) => "own edit".into(),
            Self::OwnWords => "in the requester's own words".into(),
            Self::SimilarApproval => "the person has approved the like of it in this thread".into(),
            Self::PersonRule(rule) => format!("standing rule {rule}").into(),
            Self::OperatorRule(name) => format!("the operator's rule {name}").into(),
            Self::Approval(_) => "countersigned".into(),
            Self::Unknown(words) => words.into(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Done,
    Failed(Code),
    /// It may or may not have happened.
    Unknown,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The reply was posted.
    Replied,
    /// A new message took over while a card was waiting.
    Superseded,
    Stopped,
    /// A limit of steps, cost or time was reached; the words say which.
    Limit(String),
    /// The model failed; the words say how.
    Failed(String),
    /// The request was deleted.
    Withdrawn,
}

/// Why an answer is for its requester alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Withheld {
    /// People outside the company can read the thread.
    #[default]
    FromOutsiders,
    /// Others read along, and the requester is to agree first.
    UntilAgreed,
}

/// Something that was written in the thread without being for us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recollection {
    pub message: MessageRef,
    pub from: PersonId,
    pub at: Time,
    pub words: Body,
    /// Only its beginning: there was no room for all of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
    /// What came with it, where that is to be read as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<SharedFile>,
}

/// How far the thread could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    Whole,
    /// The chat did not let us read on.
    BrokenOff,
}
