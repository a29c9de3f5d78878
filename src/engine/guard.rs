//! Decides whether a call may run, and what a person must see first.

mod addresses;
mod fence;
mod flow;
mod judge;
mod lookalike;
mod policy;
mod reach;
pub(crate) mod rules;
mod scanner;
mod tracker;

pub(crate) use addresses::{Known, Taming, tamed};
pub(crate) use fence::{fence_after, plain_name, steady_fence, trim};
#[cfg(test)]
pub(crate) use flow::tests::asked;
pub(crate) use flow::{
    Case, Objection, Requester, Rewritten, Roster, Seen, Utterance, objections, reason, with_origins,
    words_of,
};
pub(crate) use judge::{Judgement, Manner, SimilarApproval, can_be_ordered, judge, judge_with};
pub(crate) use lookalike::{domain_of, likeness};
pub(crate) use policy::RuleInput;
pub use policy::{
    Agent, Approvals, ApproversRule, AreaRules, Autonomy, Check, Hooks, HouseRules, Narrowing, OperatorsRule,
    Pattern, PatternError, Policy, Profile, Scanner, ToolPatterns, ToolRules,
};
pub(crate) use reach::{Reach, risk};
pub(crate) use scanner::{Scan, scan};
pub(crate) use tracker::{ExfiltrationPattern, cut, looks_secret, patterns};
