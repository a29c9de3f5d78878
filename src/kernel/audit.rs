//! What the audit keeps of a journal entry: who, what, which gate, which digest, how it ended. Never the words.

mod names;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    ApprovalId, CallId, Digest, Label, Outcome, PersonId, PlannedCall, Readers, SaidCall, TurnId, Waiver,
};
use names::{alarm_name, integrity_name, outcome_name, refuses};
pub(crate) use names::{ending_name, tool_name, verdict_name};

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
    pub(crate) fn line(what: &str) -> Self {
        Self { what: what.to_owned(), ..Self::default() }
    }

    pub(crate) fn by(self, who: &PersonId) -> Self {
        Self { who: Some(who.to_string()), ..self }
    }

    pub(crate) fn within(self, turn: TurnId) -> Self {
        Self { turn: Some(turn.0), ..self }
    }

    pub(crate) fn call(self, call: &CallId) -> Self {
        Self { call: Some(call.to_string()), ..self }
    }

    pub(crate) fn about(self, digest: &Digest) -> Self {
        Self { digest: Some(digest.to_string()), ..self }
    }

    /// The reason is a sentence, and stands in the journal; here is what it can be compared with.
    pub(crate) fn because(self, why: &str) -> Self {
        self.about(&Digest::of_words(why))
    }

    pub(crate) fn ended(self, outcome: Outcome) -> Self {
        let gate = match outcome {
            Outcome::Failed(code) if refuses(code) => Some(code.name().to_owned()),
            Outcome::Failed(_) | Outcome::Done | Outcome::Unknown => None,
        };
        Self { gate, ..self.outcome(outcome_name(outcome)) }
    }

    /// What the sources were called is strangers' text; what they came through is not.
    pub(crate) fn labelled(self, label: &Label) -> Self {
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
    pub(crate) fn having_read(self, label: &Label) -> Self {
        if label.is_trusted() { self } else { self.labelled(label) }
    }

    pub(crate) fn calling(self, calls: &[SaidCall]) -> Self {
        let named = |said: &SaidCall| (said.id.to_string(), tool_name(&said.tool).to_owned());
        Self { calls: calls.iter().map(named).collect(), ..self }
    }

    pub(crate) fn gate(self, gate: &str) -> Self {
        Self { gate: Some(gate.to_owned()), ..self }
    }

    /// What let it run, and what was remarkable about it all the same.
    pub(crate) fn waived(self, waiver: &Waiver, patterns: &[String]) -> Self {
        let names = std::iter::once(waiver.name()).chain(patterns.iter().map(Cow::from));
        let line = self.gate(&names.collect::<Vec<_>>().join(", "));
        match waiver {
            Waiver::Approval(id) => line.approval(id),
            _ => line,
        }
    }

    pub(crate) fn approval(self, approval: &ApprovalId) -> Self {
        Self { approval: Some(approval.to_string()), ..self }
    }

    pub(crate) fn outcome(self, outcome: &str) -> Self {
        Self { outcome: Some(outcome.to_owned()), ..self }
    }

    pub(crate) fn planned(self, planned: &PlannedCall) -> Self {
        Self {
            tool: Some(planned.tool.clone()),
            account: Some(planned.account.to_string()),
            ..self.by(&planned.requester).call(&planned.call).about(&planned.digest)
        }
    }
}
