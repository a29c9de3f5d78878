//! The standing rules that hold, and how often they were used.

use crate::ports::{Soon, StoreError};
use crate::{PersonId, RuleId, StandingRule, Time};

pub trait Rules: Send + Sync {
    /// Those of this person that hold now, the first to end first.
    fn of<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<StandingRule>, StoreError>>;

    /// The calls that rules of this person were used for, also of rules that have ended: newest first, at most so many.
    fn used<'a>(&'a self, person: &'a PersonId, most: usize) -> Soon<'a, Result<Vec<Used>, StoreError>>;

    /// Uses a rule for a call; `false` if it has been used as often as it may be. Durable when it returns, and the same
    /// call counts once, however often it is tried.
    fn spend<'a>(&'a self, using: &'a RuleUse) -> Soon<'a, Result<bool, StoreError>>;
}

/// A call that a rule was used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// What the call goes by.
    pub call: String,
    pub at: Time,
}

/// A call that wants to run by a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    pub rule: RuleId,
    /// What the call goes by, the same after a crash.
    pub call: String,
    /// How many calls it may be used for,
    pub most: u32,
    /// counted since then.
    pub since: Time,
}
