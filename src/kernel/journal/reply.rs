//! Entries about our reply: the words of the model, and how the turn ends with them.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Body, Compacted, Ending, SaidCall};
use crate::audit::{AuditRecord, ending_name};
use crate::{Label, MessageRef, PersonId, Rating, TurnId, Usage};

/// What the model said, what became of it in the thread, and how the turn ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReplyEntry {
    /// The model answered. The body is its whole reply, calls with arguments included.
    Said {
        turn: TurnId,
        reply: Body,
        calls: Vec<SaidCall>,
        usage: Usage,
        /// The newest record it had been shown.
        #[serde(default)]
        seen: u64,
        /// Which model it was.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        model: String,
        /// Where what it read by itself came from.
        #[serde(default = "Label::trusted", skip_serializing_if = "Label::is_trusted")]
        read: Label,
    },
    /// We end the turn in the model's place; the words are for the person.
    Silent {
        turn: TurnId,
        words: Body,
        ending: Ending,
    },
    /// The reply was posted.
    Posted {
        turn: TurnId,
        message: MessageRef,
    },
    /// Our reply was taken out of the thread.
    Removed {
        turn: TurnId,
    },
    /// The reply is being written before people's eyes; first without a message, because one may be begun and the
    /// news of it lost.
    Drafting {
        turn: TurnId,
        message: Option<MessageRef>,
    },
    /// What was begun of the reply was taken away again.
    Undrafted {
        turn: TurnId,
    },
    /// Somebody said what they think of a reply.
    Rated {
        turn: TurnId,
        by: PersonId,
        rating: Rating,
    },
    Finished {
        turn: TurnId,
        ending: Ending,
    },
    /// Earlier turns are told in fewer words from now on.
    Compacted(Box<Compacted>),
    /// What a reply of the model took.
    Spent {
        turn: TurnId,
        /// Whom it served.
        person: PersonId,
        model: String,
        usage: Usage,
    },
}

macro_rules! bodies {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Self::Said { reply, .. } => vec![reply],
            Self::Silent { words, .. } => vec![words],
            Self::Compacted(compacted) => vec![&$($mutable)? compacted.summary],
            _ => Vec::new(),
        }
    };
}

impl Family for ReplyEntry {
    fn arrival(&self) -> Arrival {
        match self {
            Self::Rated { .. } => Arrival::Arrives,
            Self::Said { .. }
            | Self::Silent { .. }
            | Self::Posted { .. }
            | Self::Removed { .. }
            | Self::Drafting { .. }
            | Self::Undrafted { .. }
            | Self::Finished { .. }
            | Self::Compacted(_)
            | Self::Spent { .. } => Arrival::Ours,
        }
    }

    fn bodies(&self) -> Vec<&Body> {
        bodies!(self)
    }

    fn bodies_mut(&mut self) -> Vec<&mut Body> {
        bodies!(self, mut)
    }

    fn audit(&self) -> Option<AuditRecord> {
        let record = match self {
            Self::Said { turn, reply, calls, read, .. } => {
                AuditRecord::line("said").about(&reply.digest).calling(calls).having_read(read).within(*turn)
            }
            Self::Finished { turn, ending, .. } => {
                AuditRecord::line("finished").outcome(ending_name(ending)).within(*turn)
            }
            Self::Rated { by, rating, .. } => {
                AuditRecord::line("rated").by(by).outcome(&format!("{rating:?}").to_lowercase())
            }
            Self::Removed { .. } => AuditRecord::line("reply removed"),
            Self::Silent { .. }
            | Self::Posted { .. }
            | Self::Drafting { .. }
            | Self::Undrafted { .. }
            | Self::Compacted(_)
            | Self::Spent { .. } => return None,
        };
        Some(record)
    }
}
