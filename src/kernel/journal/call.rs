//! Entries about a call of a tool: its run, its answer, and the sign-in that it waits for.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Body, KeptAnswer, Outcome, PlannedCall, Waiver};
use crate::audit::{AuditRecord, tool_name};
use crate::{AccountId, ApprovalId, CallId, ConsentId, Label, PersonId, Time, TurnId};

/// The run of a call, and the sign-in that it waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CallEntry {
    /// About to do it: from here until `Answered`, a crash means that it must be found out what happened.
    Running {
        turn: TurnId,
        planned: PlannedCall,
        waiver: Waiver,
        /// What the tracker saw in a call that no card has shown, by name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        patterns: Vec<String>,
    },
    /// Something the tool must find again after a crash.
    Noted { call: CallId, note: Body },
    /// A call came to its end. The body is what the model is told, fenced where it must be; or, where it is kept, the
    /// answer as it came.
    Answered {
        turn: TurnId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Box<KeptAnswer>>,
        /// What let it through or refused it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gate: Option<String>,
        /// Which tool it was, by its own name; the model may have called it by another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tool: Option<String>,
    },
    /// What became of a card whose call had been closed before. Opens a turn of its own.
    Resolved {
        approval: ApprovalId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Box<KeptAnswer>>,
    },
    /// A call waits for a sign-in.
    AwaitsConsent {
        turn: TurnId,
        call: CallId,
        consent: ConsentId,
        person: PersonId,
        needs: Vec<Vec<String>>,
        why: String,
    },
    /// The sign-in was offered to the person.
    ConsentOffered {
        consent: ConsentId,
        /// When it is given up.
        #[serde(default)]
        until: Option<Time>,
    },
    /// The person signed in.
    Connected {
        consent: ConsentId,
        account: AccountId,
        /// By what was offered for something else: what was offered for this still works.
        #[serde(default)]
        elsewhere: bool,
    },
    /// The person did not sign in; the words say why.
    Declined { consent: ConsentId, why: String },
}

macro_rules! bodies {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Self::Answered { words, kept, .. } | Self::Resolved { words, kept, .. } => {
                let reduced = kept.into_iter().flat_map(|kept| &$($mutable)? kept.reduced);
                std::iter::once(words).chain(reduced).collect()
            }
            Self::Running { planned, .. } => vec![&$($mutable)? planned.plan],
            Self::Noted { note, .. } => vec![note],
            _ => Vec::new(),
        }
    };
}

impl Family for CallEntry {
    fn arrival(&self) -> Arrival {
        match self {
            Self::Connected { .. } | Self::Declined { .. } => Arrival::Wakes,
            Self::Running { .. }
            | Self::Noted { .. }
            | Self::Answered { .. }
            | Self::Resolved { .. }
            | Self::AwaitsConsent { .. }
            | Self::ConsentOffered { .. } => Arrival::Ours,
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
            Self::Running { planned, waiver, patterns, .. } => {
                AuditRecord::line("running").planned(planned).waived(waiver, patterns)
            }
            Self::Answered { turn, call, outcome, words, label, gate, tool, .. } => {
                let line = AuditRecord::line("answered").call(call).about(&words.digest).within(*turn);
                let line = line.ended(*outcome).labelled(label);
                let tool = tool.as_deref().map(|tool| tool_name(tool).to_owned());
                AuditRecord { gate: gate.clone().or(line.gate), tool, ..line }
            }
            Self::Resolved { approval, call, outcome, words, label, .. } => AuditRecord::line("resolved")
                .call(call)
                .approval(approval)
                .about(&words.digest)
                .ended(*outcome)
                .labelled(label),
            Self::AwaitsConsent { call, person, .. } => {
                AuditRecord::line("held").by(person).call(call).gate("sign-in")
            }
            Self::Connected { account, .. } => {
                AuditRecord { account: Some(account.to_string()), ..AuditRecord::line("connected") }
            }
            Self::Declined { why, .. } => AuditRecord::line("sign-in declined").because(why),
            Self::Noted { .. } | Self::ConsentOffered { .. } => return None,
        };
        Some(record)
    }
}
