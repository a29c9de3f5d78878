//! What the agent decides, and what it is allowed to do.
//!
//! **Invariant:** speaks to the world through kernel's ports only, and names no vendor.

mod accounts;
mod cards;
mod commands;
mod context;
mod countersign;
mod desk;
mod fence;
mod finish;
mod holdings;
mod home;
mod homes;
mod interrupt;
mod invitation;
mod judge;
mod next;
mod notes;
mod office;
mod prepare;
mod progress;
mod reception;
mod spawn;
mod speech;
mod title;
mod toolbox;
mod worker;

pub use desk::{Desk, Limits, Ports};
pub use next::{Closing, Step, Wait, next};
pub use office::Office;
pub use reception::Reception;
pub use toolbox::{Toolbox, ToolboxError};
