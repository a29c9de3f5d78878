//! What the agent decides, and what it is allowed to do.
//!
//! **Invariant:** speaks to the world through kernel's ports only, and names no vendor.

mod accounts;
mod addresses;
mod answers;
mod asking;
mod attachments;
mod audience;
mod banners;
mod cards;
mod catalogue;
mod commands;
mod context;
mod cords;
mod countersign;
mod desk;
mod disclosure;
mod discretion;
mod dry_run;
mod early;
mod editing;
mod fence;
mod finish;
mod flow;
mod forms;
mod front_matter;
mod holdings;
mod home;
mod homes;
mod interrupt;
mod invitation;
mod judge;
mod likeness;
mod meta;
mod next;
mod notes;
mod office;
mod policy;
mod prepare;
mod progress;
mod prompts;
mod reach;
mod reading;
mod reception;
mod reducers;
mod repeats;
mod rights;
mod roles;
mod rules;
mod scanner;
mod search;
mod shelf;
mod sights;
mod skills;
mod spawn;
mod speech;
mod take_back;
mod tasks;
#[doc(hidden)]
pub mod timing;
mod title;
mod tokens;
mod toolbox;
mod tracker;
mod worker;

pub use asking::own_tools;
pub use audience::PrivateResults;
pub use catalogue::{Catalogue, ToolSettings};
pub use desk::{Budgets, Desk, FollowUps, Limits, Ports};
pub use disclosure::{Disclosure, DisclosureRules, Shown, Size};
pub use meta::definitions as meta_definitions;
pub use next::{Closing, Step, Wait, next};
pub use office::Office;
pub use policy::{
    Agent, Approvals, ApproversRule, AreaRules, Autonomy, Check, Hooks, HouseRules, Narrowing, OperatorsRule,
    Pattern, Policy, Profile, Scanner, ToolPatterns, ToolRules,
};
pub use reading::result_reader;
pub use reception::Reception;
pub use reducers::{
    FileReducer, Given, ListReducer, Reducer, ReducerError, Reducers, Registered, ShellReducer, TableReducer,
};
pub use roles::{Role, Roles};
pub use search::{Finder, Index, Learned, Meanings, Searchable};
pub use skills::{Skill, skill_definition};
pub use toolbox::{Inventory, Toolbox, ToolboxError};
