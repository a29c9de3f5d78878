//! The tools a turn can use, how they are found, and the tools of the engine itself.

pub(crate) mod asking;
mod catalogue;
mod disclosure;
mod meta;
mod prompts;
pub(crate) mod reading;
mod roles;
mod search;
mod skills;
mod toolbox;

pub use asking::own_tools;
pub(crate) use catalogue::View;
pub use catalogue::{Catalogue, ToolSettings};
pub use disclosure::{Disclosure, DisclosureRules, Shown, Size};
pub use meta::definitions;
pub(crate) use meta::unwrapped;
pub(crate) use prompts::COMPACTION;
pub use reading::result_reader;
pub use roles::{Role, RoleError, Roles};
pub use search::{Finder, Index, Learned, Meanings, Searchable};
pub use skills::{Skill, SkillError, skill_definition};
#[cfg(test)]
pub(crate) use toolbox::tests::Plain;
pub use toolbox::{Inventory, Toolbox, ToolboxError};
