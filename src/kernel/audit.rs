//! What the audit keeps of a journal entry: who, what, which gate, which digest, how it ended. Never the words.

mod names;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    ApprovalId, CallId, Digest, Entry, Face, Label, Needed, Outcome, PersonId, PlannedCall, Readers,
    SaidCall, TurnId, Waiver,
};
use names::{alarm_name, ending_name, integrity_name, outcome_name, refuses, tool_name, verdict_name};

/// One line of the audit, before it is chained to the line before it. What was not there from the beginning is left out
/// where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Digest of the words or of the call, whichever the line is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Which gate let it through, held it or refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// What the words came through.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sources: Vec<String>,
    /// How far the words are to be believed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub integrity: Option<String>,
    /// How loudly they ask to be looked at twice, if at all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub alarm: Option<String>,
    /// How many people are known who could read them already; left out where everybody could.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub readers: Option<usize>,
    /// Which tools the model called, by the names of the calls.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub calls: BTreeMap<String, String>,
    /// The turn it belongs to: the number of the entry with which somebody asked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turn: Option<u64>,
}

impl AuditRecord {
    /// What the audit keeps of an entry; nothing for those that only say what was shown where.
    pub fn of(entry: &Entry) -> Option<Self> {
        let record = match entry {
            Entry::Asked { from, words, .. } => Self::line("asked").by(from).about(&words.digest),
            Entry::Said { turn, reply, calls, read, .. } => {
                Self::line("said").about(&reply.digest).calling(calls).having_read(read).within(*turn)
            }
            Entry::AwaitsApproval { .. } => return Self::of_question(entry),
            Entry::RuleMade(_) | Entry::RuleEnded { .. } | Entry::CopyShown { .. } => {
                return Self::of_rule(entry);
            }
            Entry::AwaitsConsent { .. } | Entry::Connected { .. } | Entry::Declined { .. } => {
                return Self::of_sign_in(entry);
            }
            Entry::Running { .. } | Entry::Answered { .. } => return Self::of_call(entry),
            Entry::Stopped { by, .. } => Self::line("stopped").by(by),
            Entry::Finished { turn, ending, .. } => {
                Self::line("finished").outcome(ending_name(ending)).within(*turn)
            }
            Entry::Rated { .. }
            | Entry::Titled { .. }
            | Entry::Revised { .. }
            | Entry::Withdrawn { .. }
            | Entry::Removed { .. }
            | Entry::Forgotten { .. } => return Self::of_afterthought(entry),
            Entry::Decided { .. }
            | Entry::Signed { .. }
            | Entry::ClickRefused { .. }
            | Entry::Expired { .. }
            | Entry::Released { .. }
            | Entry::Voided { .. }
            | Entry::UndoOffered { .. }
            | Entry::Undone { .. }
            | Entry::AskedPerson { .. }
            | Entry::PersonAnswered { .. }
            | Entry::Edited { .. }
            | Entry::DeniedBecause { .. }
            | Entry::SetApart { .. }
            | Entry::SimilarApprovalEnded { .. }
            | Entry::SharingOffered { .. }
            | Entry::Shared { .. }
            | Entry::Resolved { .. } => return Self::of_card(entry),
            Entry::Grouped { .. }
            | Entry::Compacted(_)
            | Entry::Spent { .. }
            | Entry::ShownApart { .. }
            | Entry::Silent { .. }
            | Entry::ConsentOffered { .. }
            | Entry::CardShown { .. }
            | Entry::Noted { .. }
            | Entry::Posted { .. }
            | Entry::Steered { .. }
            | Entry::Overheard { .. }
            | Entry::Recalled { .. }
            | Entry::Looked { .. }
            | Entry::Attached(_)
            | Entry::Drafting { .. }
            | Entry::Undrafted { .. }
            | Entry::AnsweredApart { .. }
            | Entry::PutApart { .. } => return None,
        };
        Some(record)
    }

    /// How a call began and ended.
    fn of_call(entry: &Entry) -> Option<Self> {
        match entry {
            Entry::Running { planned, waiver, patterns, .. } => {
                Some(Self::line("running").planned(planned).waived(waiver, patterns))
            }
            Entry::Answered { turn, call, outcome, words, label, gate, tool, .. } => {
                let line = Self::line("answered").call(call).about(&words.digest).within(*turn);
                let line = line.ended(*outcome).labelled(label);
                let tool = tool.as_deref().map(|tool| tool_name(tool).to_owned());
                Some(Self { gate: gate.clone().or(line.gate), tool, ..line })
            }
            _ => None,
        }
    }

    /// Why it is asked about names people and quotes strangers; the rules have names of their own.
    fn of_question(entry: &Entry) -> Option<Self> {
        let Entry::AwaitsApproval { approval, planned, rules, deciders, .. } = entry else { return None };
        let gate = if rules.is_empty() { TABLE.to_owned() } else { rules.join(", ") };
        let two = deciders.needed == Needed::Both;
        let gate = if two { format!("{gate}, two signatures") } else { gate };
        Some(Self::line("held").planned(planned).gate(&gate).approval(approval))
    }

    /// What is allowed beforehand, and who else was shown a card.
    fn of_rule(entry: &Entry) -> Option<Self> {
        let record = match entry {
            Entry::RuleMade(rule) => Self {
                tool: Some(rule.tool.clone()),
                account: Some(rule.account.to_string()),
                ..Self::line("rule made")
                    .by(&rule.owner)
                    .gate(&rule.id.0)
                    .about(&Digest::of_words(&serde_json::json!(rule).to_string()))
                    .outcome(&format!("{} in a day until {}", rule.per_day, rule.until.0))
            },
            Entry::CopyShown { approval, to, face: Face::Pending, .. } => {
                Self::line("shown to an approver").by(to).approval(approval)
            }
            Entry::RuleEnded { rule, by } => Self::line("rule ended").by(by).gate(&rule.0),
            _ => return None,
        };
        Some(record)
    }

    fn of_sign_in(entry: &Entry) -> Option<Self> {
        match entry {
            Entry::AwaitsConsent { call, person, .. } => {
                Some(Self::line("held").by(person).call(call).gate("sign-in"))
            }
            Entry::Connected { account, .. } => {
                Some(Self { account: Some(account.to_string()), ..Self::line("connected") })
            }
            Entry::Declined { why, .. } => Some(Self::line("sign-in declined").because(why)),
            _ => None,
        }
    }

    /// What was offered to people, and what they did about it.
    fn of_card(entry: &Entry) -> Option<Self> {
        let record = match entry {
            Entry::Decided { approval, verdict, by } => {
                Self::line("decided").by(by).approval(approval).outcome(verdict_name(*verdict))
            }
            Entry::Resolved { approval, call, outcome, words, label, .. } => Self::line("resolved")
                .call(call)
                .approval(approval)
                .about(&words.digest)
                .ended(*outcome)
                .labelled(label),
            Entry::Signed { approval, by } => Self::line("signed").by(by).approval(approval),
            Entry::ClickRefused { approval, by, why } => {
                Self::line("click refused").by(by).approval(approval).gate(why)
            }
            Entry::Expired { approval } => Self::line("expired").approval(approval),
            Entry::Released { approval } => Self::line("released").approval(approval),
            Entry::Voided { approval, why } => Self::line("voided").approval(approval).because(why),
            Entry::UndoOffered { approval, planned, .. } => {
                Self::line("undo offered").planned(planned).approval(approval)
            }
            Entry::Undone { approval, call, outcome, words, label } => Self::line("undone")
                .call(call)
                .approval(approval)
                .about(&words.digest)
                .ended(*outcome)
                .labelled(label),
            Entry::AskedPerson { approval, planned, .. } => {
                Self::line("asked the person").planned(planned).approval(approval)
            }
            Entry::PersonAnswered { approval, by, answers, .. } => {
                Self::line("person answered").by(by).approval(approval).about(&answers.digest)
            }
            Entry::Edited { approval, by, arguments } => {
                Self::line("edited").by(by).approval(approval).about(&arguments.digest)
            }
            Entry::DeniedBecause { approval, by, words } => {
                Self::line("decided").by(by).approval(approval).about(&words.digest).outcome("deny")
            }
            Entry::SimilarApprovalEnded { approval, by } => {
                Self::line("asked again from now").by(by).approval(approval)
            }
            Entry::SetApart { group } => Self::line("set apart").approval(group),
            Entry::SharingOffered { approval, planned, .. } => {
                Self::line("sharing offered").planned(planned).approval(approval)
            }
            Entry::Shared { approval, outcome, .. } => {
                Self::line("shared").approval(approval).ended(*outcome)
            }
            _ => return None,
        };
        Some(record)
    }

    /// What people rewrote, took back or thought of a reply, and what followed.
    fn of_afterthought(entry: &Entry) -> Option<Self> {
        match entry {
            Entry::Rated { by, rating, .. } => {
                let rating = format!("{rating:?}").to_lowercase();
                Some(Self::line("rated").by(by).outcome(&rating))
            }
            Entry::Revised { from, words, .. } => Some(Self::line("revised").by(from).about(&words.digest)),
            Entry::Titled { by } => Some(Self::line("titled").by(by)),
            Entry::Withdrawn { .. } => Some(Self::line("withdrawn")),
            Entry::Removed { .. } => Some(Self::line("reply removed")),
            Entry::Forgotten { .. } => Some(Self::line("words purged")),
            _ => None,
        }
    }

    fn line(what: &str) -> Self {
        Self { what: what.to_owned(), ..Self::default() }
    }

    fn by(self, who: &PersonId) -> Self {
        Self { who: Some(who.to_string()), ..self }
    }

    fn within(self, turn: TurnId) -> Self {
        Self { turn: Some(turn.0), ..self }
    }

    fn call(self, call: &CallId) -> Self {
        Self { call: Some(call.to_string()), ..self }
    }

    fn about(self, digest: &Digest) -> Self {
        Self { digest: Some(digest.to_string()), ..self }
    }

    /// The reason is a sentence, and stands in the journal; here is what it can be compared with.
    fn because(self, why: &str) -> Self {
        self.about(&Digest::of_words(why))
    }

    fn ended(self, outcome: Outcome) -> Self {
        let gate = match outcome {
            Outcome::Failed(code) if refuses(code) => Some(code.name().to_owned()),
            Outcome::Failed(_) | Outcome::Done | Outcome::Unknown => None,
        };
        Self { gate, ..self.outcome(outcome_name(outcome)) }
    }

    /// What the sources were called is strangers' text; what they came through is not.
    fn labelled(self, label: &Label) -> Self {
        let mut sources: Vec<String> = label.sources.iter().map(|source| source.through.clone()).collect();
        sources.dedup();
        let readers = match &label.readers {
            Readers::Everybody => None,
            Readers::Only(people) => Some(people.len()),
        };
        let alarm = alarm_name(label.alarm).map(str::to_owned);
        Self { sources, integrity: Some(integrity_name(label.integrity).to_owned()), alarm, readers, ..self }
    }

    /// A model mostly reads nothing by itself, and then nothing is said about it.
    fn having_read(self, label: &Label) -> Self {
        if label.is_trusted() { self } else { self.labelled(label) }
    }

    fn calling(self, calls: &[SaidCall]) -> Self {
        let named = |said: &SaidCall| (said.id.to_string(), tool_name(&said.tool).to_owned());
        Self { calls: calls.iter().map(named).collect(), ..self }
    }

    fn gate(self, gate: &str) -> Self {
        Self { gate: Some(gate.to_owned()), ..self }
    }

    /// What let it run, and what was remarkable about it all the same.
    fn waived(self, waiver: &Waiver, patterns: &[String]) -> Self {
        let names = std::iter::once(waiver.name()).chain(patterns.iter().map(Cow::from));
        let line = self.gate(&names.collect::<Vec<_>>().join(", "));
        match waiver {
            Waiver::Approval(id) => line.approval(id),
            _ => line,
        }
    }

    fn approval(self, approval: &ApprovalId) -> Self {
        Self { approval: Some(approval.to_string()), ..self }
    }

    fn outcome(self, outcome: &str) -> Self {
        Self { outcome: Some(outcome.to_owned()), ..self }
    }

    fn planned(self, planned: &PlannedCall) -> Self {
        Self {
            tool: Some(planned.tool.clone()),
            account: Some(planned.account.to_string()),
            ..self.by(&planned.requester).call(&planned.call).about(&planned.digest)
        }
    }
}

/// Nothing in particular objects: what it does is always asked about.
const TABLE: &str = "table";
