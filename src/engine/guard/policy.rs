//! When people are asked, as whoever runs the house has decided.

mod approvers;
mod patterns;
mod profile;
mod standing;
mod tools;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use approvers::ApproversRule;
pub use patterns::{PatternError, ToolPatterns};
pub use profile::Profile;
pub(crate) use standing::RuleInput;
pub use standing::{OperatorsRule, Pattern};
pub use tools::{Agent, AreaRules, Check, Hooks, Narrowing, ToolRules};

/// What decides whether a call is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approvals {
    /// The table of what is always asked about, and the flow rules for everything else.
    #[default]
    Standard,
    /// The flow rules alone: what the requester literally asked for needs no button.
    Provenance,
}

/// How much is done without a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Autonomy {
    /// Every change is asked about.
    Supervised,
    #[default]
    Standard,
    /// Nobody is there: what would be asked about is not done, and kept for its owner to decide.
    Autonomous,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    pub approvals: Approvals,
    pub autonomy: Autonomy,
    pub scanner: Scanner,
}

/// Whether it counts that a text seems to give orders. It is never what keeps anything from happening; a rehearsal shows
/// so by doing without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scanner {
    #[default]
    Counts,
    Ignored,
}

/// What whoever runs the house has laid down beside that.
#[derive(Clone, Debug, Default)]
pub struct HouseRules {
    /// What runs although nobody is there to approve it.
    pub standing: Vec<OperatorsRule>,
    /// Who else may countersign, or has to; the first that is about a tool counts.
    pub approvers: Vec<ApproversRule>,
}
