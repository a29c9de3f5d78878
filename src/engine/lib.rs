//! What the agent decides, and what it is allowed to do.
//!
//! **Invariant:** speaks to the world through kernel's ports only, and names no vendor.

mod base;
mod call;
mod guard;
mod home;
mod inbound;
mod prompt;
mod runtime;
mod thread;
#[doc(hidden)]
pub mod timing;
mod tools;
mod view;
mod worker;

pub use base::{Budgets, FrontMatterError, Limits};
pub use call::{Given, Reducer, ReducerError, Reducers, Registered, TableReducer};
pub use guard::{
    Agent, Approvals, ApproversRule, AreaRules, Autonomy, Check, Hooks, HouseRules, Narrowing, OperatorsRule,
    Pattern, PatternError, Policy, Profile, Scanner, ToolPatterns, ToolRules,
};
pub use inbound::InboundHandler;
pub use runtime::{Engine, FollowUps, Ports};
pub use thread::{Closing, Step, Wait, next};
pub use tools::{
    Catalogue, Disclosure, DisclosureRules, Finder, Index, Inventory, Learned, Meanings, Role, RoleError,
    Roles, Searchable, Shown, Size, Skill, SkillError, ToolSettings, Toolbox, ToolboxError,
    definitions as meta_definitions, own_tools, result_reader, skill_definition,
};
pub use view::PrivateResults;
pub use worker::Dispatcher;
