//! Small types and functions that every other module uses.

mod front_matter;
mod interrupt;
mod limits;
mod spawn;
mod tokens;

pub(crate) use front_matter::FrontMatter;
pub use front_matter::FrontMatterError;
pub(crate) use interrupt::{Race, beside, race, unless, within};
pub(crate) use limits::dollars;
pub use limits::{Budgets, Limits};
pub(crate) use spawn::spawn;
pub(crate) use tokens::tokens;
