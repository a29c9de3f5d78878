//! The tools a turn can use, how they are found, and the tools of the engine itself.

pub(crate) mod asking;
pub(crate) mod catalogue;
pub(crate) mod disclosure;
pub(crate) mod meta;
pub(crate) mod prompts;
pub(crate) mod reading;
pub(crate) mod roles;
pub(crate) mod search;
pub(crate) mod skills;
pub(crate) mod toolbox;
