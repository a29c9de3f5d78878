//! Standing rules: what somebody has allowed to be done without being asked each time.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{AccountId, ApprovalId, PersonId, PlannedCall, RuleId, ThreadId, Time};

/// Made by pressing *Always…* on a card. It covers calls like the one on that card, and nothing wider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingRule {
    pub id: RuleId,
    /// Where its card stood.
    pub thread: ThreadId,
    /// Whose calls it covers.
    pub owner: PersonId,
    pub account: AccountId,
    pub tool: String,
    /// A tool that has changed since is asked about again.
    pub version: u32,
    /// What kind of thing is touched; empty where the tool knows only one.
    pub class: String,
    pub whom: Whom,
    pub until: Time,
    /// How often within [`StandingRule::DAY`].
    pub per_day: u32,
}

/// Whom calls under a rule may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whom {
    /// These and nobody else.
    Exactly(BTreeSet<String>),
    /// Anybody of this domain, which is the account's own.
    Domain(String),
}

/// What a rule could be made about on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleScope {
    pub class: String,
    pub people: BTreeSet<String>,
    pub domain: String,
}

/// How far somebody wants a rule to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleTerms {
    pub width: Width,
    pub per_day: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The people on the card.
    Exactly,
    /// Everybody of the account's own domain.
    Domain,
}

impl StandingRule {
    pub const LASTS: Duration = Duration::from_hours(30 * 24);
    pub const DAY: Duration = Duration::from_hours(24);

    /// The rule that a card becomes. It goes by the name of the card, so that one card makes one rule.
    pub fn new(
        card: (&ApprovalId, &ThreadId, &PlannedCall),
        scope: &RuleScope,
        terms: RuleTerms,
        now: Time,
    ) -> Self {
        let (approval, thread, planned) = card;
        Self {
            id: RuleId(approval.0.clone()),
            thread: thread.clone(),
            owner: planned.requester.clone(),
            account: planned.account.clone(),
            tool: planned.tool.clone(),
            version: planned.version,
            class: scope.class.clone(),
            whom: match terms.width {
                Width::Exactly => Whom::Exactly(scope.people.clone()),
                Width::Domain => Whom::Domain(scope.domain.clone()),
            },
            until: now.plus(Self::LASTS),
            per_day: terms.per_day,
        }
    }

    /// Whether a call that could have become a rule of this scope is one of those meant.
    pub fn covers(&self, planned: &PlannedCall, scope: &RuleScope, now: Time) -> bool {
        let same = self.owner == planned.requester
            && self.account == planned.account
            && self.tool == planned.tool
            && self.version == planned.version
            && self.class == scope.class;
        let reaches = match &self.whom {
            Whom::Exactly(people) => scope.people.is_subset(people),
            Whom::Domain(domain) => scope.domain == *domain,
        };
        same && reaches && now < self.until
    }
}
