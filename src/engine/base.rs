//! Small types and functions that every other module uses.

pub(crate) mod front_matter;
pub(crate) mod interrupt;
pub(crate) mod limits;
pub(crate) mod spawn;
pub(crate) mod tokens;
