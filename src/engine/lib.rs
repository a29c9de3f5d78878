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

pub use base::limits::{Budgets, Limits};
pub use call::reducers::{
    FileReducer, Given, ListReducer, Reducer, ReducerError, Reducers, Registered, ShellReducer, TableReducer,
};
pub use guard::policy::{
    Agent, Approvals, ApproversRule, AreaRules, Autonomy, Check, Hooks, HouseRules, Narrowing, OperatorsRule,
    Pattern, Policy, Profile, Scanner, ToolPatterns, ToolRules,
};
pub use inbound::Reception;
pub use runtime::engine::{Engine, FollowUps, Ports};
pub use thread::next::{Closing, Step, Wait, next};
pub use tools::asking::own_tools;
pub use tools::catalogue::{Catalogue, ToolSettings};
pub use tools::disclosure::{Disclosure, DisclosureRules, Shown, Size};
pub use tools::meta::definitions as meta_definitions;
pub use tools::reading::result_reader;
pub use tools::roles::{Role, Roles};
pub use tools::search::{Finder, Index, Learned, Meanings, Searchable};
pub use tools::skills::{Skill, skill_definition};
pub use tools::toolbox::{Inventory, Toolbox, ToolboxError};
pub use view::audience::PrivateResults;
pub use worker::dispatcher::Dispatcher;
