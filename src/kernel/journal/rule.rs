//! Entries about standing rules of people.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use crate::audit::AuditRecord;
use crate::{Digest, PersonId, RuleId, StandingRule};

/// Standing rules, by which a person allows calls beforehand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RuleEntry {
    /// Somebody allowed calls like one that they approved for a while.
    RuleMade(Box<StandingRule>),
    /// Somebody took a standing rule back.
    RuleEnded { rule: RuleId, by: PersonId },
}

impl Family for RuleEntry {
    fn arrival(&self) -> Arrival {
        Arrival::Arrives
    }

    fn audit(&self) -> Option<AuditRecord> {
        let record = match self {
            Self::RuleMade(rule) => AuditRecord {
                tool: Some(rule.tool.clone()),
                account: Some(rule.account.to_string()),
                ..AuditRecord::line("rule made")
                    .by(&rule.owner)
                    .gate(&rule.id.0)
                    .about(&Digest::of_words(&serde_json::json!(rule).to_string()))
                    .outcome(&format!("{} in a day until {}", rule.per_day, rule.until.0))
            },
            Self::RuleEnded { rule, by } => AuditRecord::line("rule ended").by(by).gate(&rule.0),
        };
        Some(record)
    }
}
