//! Entries about a card: what it asks, where it stands, and what people do about it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Body, Outcome, PlannedCall};
use crate::audit::{AuditRecord, verdict_name};
use crate::{
    Alike, ApprovalId, CallId, Deciders, Face, Label, MessageRef, Needed, PersonId, Risk, RuleScope, Showing,
    Time, TurnId, Verdict,
};

/// What a card asks, where it stands, and what people do about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CardEntry {
    /// A call waits for a countersignature. The effect is what the card shows.
    AwaitsApproval {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        effect: Body,
        why: String,
        /// The flow rules that object, by name.
        #[serde(default)]
        rules: Vec<String>,
        expires: Time,
        /// How long it can be taken back after it was countersigned.
        #[serde(default)]
        hold: Duration,
        #[serde(default)]
        risk: Risk,
        /// How much of the effect the card shows.
        #[serde(default)]
        showing: Showing,
        #[serde(default)]
        alike: Alike,
        /// What a standing rule could be made about here; nothing where none can be made.
        #[serde(default)]
        scope: Option<RuleScope>,
        #[serde(default)]
        deciders: Deciders,
    },
    /// The card stands in the thread, with this face.
    CardShown {
        approval: ApprovalId,
        message: MessageRef,
        face: Face,
    },
    /// Somebody whom the policy names was shown the card, with this face; without a message where they cannot be.
    CopyShown {
        approval: ApprovalId,
        to: PersonId,
        message: Option<MessageRef>,
        face: Face,
    },
    Decided {
        approval: ApprovalId,
        verdict: Verdict,
        by: PersonId,
    },
    /// One of two has signed; it waits for the other.
    Signed {
        approval: ApprovalId,
        by: PersonId,
    },
    /// Somebody pressed a button and it had no effect.
    ClickRefused {
        approval: ApprovalId,
        by: PersonId,
        why: String,
    },
    /// Nobody decided in time.
    Expired {
        approval: ApprovalId,
    },
    /// It can no longer be taken back, and runs now.
    Released {
        approval: ApprovalId,
    },
    /// What was done can be undone until then, by a button beside these words. The plan is what the unlisted tool gets.
    UndoOffered {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        words: Body,
        until: Time,
        /// The call it undoes.
        #[serde(default)]
        undoes: Option<CallId>,
    },
    /// The button was pressed, and this came of it.
    Undone {
        approval: ApprovalId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
    },
    /// Taken back before anybody decided.
    Voided {
        approval: ApprovalId,
        why: String,
    },
    /// A call waits for a person's answer. The plan of the call is what they are asked.
    AskedPerson {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        expires: Time,
    },
    /// The person answered; by a reply in the thread, if the turn it would have opened is named.
    PersonAnswered {
        approval: ApprovalId,
        by: PersonId,
        answers: Body,
        #[serde(default)]
        reply: Option<TurnId>,
    },
    /// The person changed the arguments of a call that waited: it is planned anew with these.
    Edited {
        approval: ApprovalId,
        by: PersonId,
        arguments: Body,
    },
    /// Denied, with the person's own words for why.
    DeniedBecause {
        approval: ApprovalId,
        by: PersonId,
        words: Body,
    },
    /// These calls are shown on one card, and can be decided with one press.
    Grouped {
        group: ApprovalId,
        approvals: Vec<ApprovalId>,
    },
    /// The calls of a group are to be decided one by one.
    SetApart {
        group: ApprovalId,
    },
    /// The card of the group says so.
    ShownApart {
        group: ApprovalId,
    },
    /// What was approved along with this card is asked about again.
    #[serde(rename = "OrderEnded")]
    SimilarApprovalEnded {
        approval: ApprovalId,
        by: PersonId,
    },
}

macro_rules! bodies {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Self::AwaitsApproval { planned, effect, .. } => vec![&$($mutable)? planned.plan, effect],
            Self::UndoOffered { planned, words, .. } => vec![&$($mutable)? planned.plan, words],
            Self::AskedPerson { planned, .. } => vec![&$($mutable)? planned.plan],
            Self::Undone { words, .. } | Self::DeniedBecause { words, .. } => vec![words],
            Self::PersonAnswered { answers, .. } => vec![answers],
            Self::Edited { arguments, .. } => vec![arguments],
            _ => Vec::new(),
        }
    };
}

impl Family for CardEntry {
    fn arrival(&self) -> Arrival {
        match self {
            Self::Decided { .. }
            | Self::Signed { .. }
            | Self::Expired { .. }
            | Self::Released { .. }
            | Self::Voided { .. }
            | Self::PersonAnswered { .. }
            | Self::Edited { .. }
            | Self::DeniedBecause { .. }
            | Self::SetApart { .. } => Arrival::Wakes,
            Self::ClickRefused { .. } | Self::SimilarApprovalEnded { .. } => Arrival::Arrives,
            Self::AwaitsApproval { .. }
            | Self::CardShown { .. }
            | Self::CopyShown { .. }
            | Self::UndoOffered { .. }
            | Self::Undone { .. }
            | Self::AskedPerson { .. }
            | Self::Grouped { .. }
            | Self::ShownApart { .. } => Arrival::Ours,
        }
    }

    fn bodies(&self) -> Vec<&Body> {
        bodies!(self)
    }

    fn bodies_mut(&mut self) -> Vec<&mut Body> {
        bodies!(self, mut)
    }

    fn audit(&self) -> Option<AuditRecord> {
        let (line, approval) = match self {
            Self::AwaitsApproval { approval, planned, rules, deciders, .. } => {
                (AuditRecord::line("held").planned(planned).gate(&gate(rules, deciders)), approval)
            }
            Self::CopyShown { approval, to, face: Face::Pending, .. } => {
                (AuditRecord::line("shown to an approver").by(to), approval)
            }
            Self::Decided { approval, verdict, by } => {
                (AuditRecord::line("decided").by(by).outcome(verdict_name(*verdict)), approval)
            }
            Self::DeniedBecause { approval, by, words } => {
                (AuditRecord::line("decided").by(by).about(&words.digest).outcome("deny"), approval)
            }
            Self::Signed { approval, by } => (AuditRecord::line("signed").by(by), approval),
            Self::ClickRefused { approval, by, why } => {
                (AuditRecord::line("click refused").by(by).gate(why), approval)
            }
            Self::Expired { approval } => (AuditRecord::line("expired"), approval),
            Self::Released { approval } => (AuditRecord::line("released"), approval),
            Self::Voided { approval, why } => (AuditRecord::line("voided").because(why), approval),
            Self::UndoOffered { approval, planned, .. } => {
                (AuditRecord::line("undo offered").planned(planned), approval)
            }
            Self::Undone { approval, call, outcome, words, label } => {
                let line = AuditRecord::line("undone").call(call).about(&words.digest);
                (line.ended(*outcome).labelled(label), approval)
            }
            Self::AskedPerson { approval, planned, .. } => {
                (AuditRecord::line("asked the person").planned(planned), approval)
            }
            Self::PersonAnswered { approval, by, answers, .. } => {
                (AuditRecord::line("person answered").by(by).about(&answers.digest), approval)
            }
            Self::Edited { approval, by, arguments } => {
                (AuditRecord::line("edited").by(by).about(&arguments.digest), approval)
            }
            Self::SimilarApprovalEnded { approval, by } => {
                (AuditRecord::line("asked again from now").by(by), approval)
            }
            Self::SetApart { group } => (AuditRecord::line("set apart"), group),
            Self::CardShown { .. }
            | Self::CopyShown { .. }
            | Self::Grouped { .. }
            | Self::ShownApart { .. } => return None,
        };
        Some(line.approval(approval))
    }
}

/// The reason for a card names people and quotes strangers, so the audit has the names of the rules only.
fn gate(rules: &[String], deciders: &Deciders) -> String {
    let gate = if rules.is_empty() { NO_RULE.to_owned() } else { rules.join(", ") };
    if deciders.needed == Needed::Both { format!("{gate}, two signatures") } else { gate }
}

/// No rule objects: the call is of a kind that is always asked about.
const NO_RULE: &str = "table";
