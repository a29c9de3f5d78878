//! Entries about where an answer or a card may be seen, and about the title of the thread.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Body, Outcome, PlannedCall, Withheld};
use crate::audit::AuditRecord;
use crate::{ApprovalId, MessageRef, PersonId, Time, TurnId};

/// Where an answer or a card may be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PlaceEntry {
    /// Somebody gave the thread a title of their own.
    Titled { by: PersonId },
    /// The answer is for the requester alone; without a message until it was told them.
    AnsweredApart {
        turn: TurnId,
        message: Option<MessageRef>,
        #[serde(default)]
        withheld: Withheld,
    },
    /// A card, or that of a group, is for its requester alone: outsiders can read the thread, or it takes no card.
    PutApart { card: ApprovalId },
    /// What was told the requester alone can be posted in the thread until then, if they agree. The plan is the thread
    /// and the exact words.
    SharingOffered {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        /// What people call the place of the thread.
        place: String,
        until: Time,
    },
    /// The requester agreed, and this came of it; our own words say why it was not posted.
    Shared { approval: ApprovalId, outcome: Outcome, message: Option<MessageRef>, why: String },
}

macro_rules! bodies {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Self::SharingOffered { planned, .. } => vec![&$($mutable)? planned.plan],
            _ => Vec::new(),
        }
    };
}

impl Family for PlaceEntry {
    fn arrival(&self) -> Arrival {
        match self {
            Self::Titled { .. } => Arrival::Arrives,
            Self::AnsweredApart { .. }
            | Self::PutApart { .. }
            | Self::SharingOffered { .. }
            | Self::Shared { .. } => Arrival::Ours,
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
            Self::Titled { by } => AuditRecord::line("titled").by(by),
            Self::SharingOffered { approval, planned, .. } => {
                AuditRecord::line("sharing offered").planned(planned).approval(approval)
            }
            Self::Shared { approval, outcome, .. } => {
                AuditRecord::line("shared").approval(approval).ended(*outcome)
            }
            Self::AnsweredApart { .. } | Self::PutApart { .. } => return None,
        };
        Some(record)
    }
}
