//! The state that a running process shares.

mod engine;
mod interrupts;
pub(crate) mod rights;
mod stale_homes;
mod thread_cache;
mod thread_locks;
mod viewing;

pub(crate) use engine::SOON;
pub use engine::{Engine, FollowUps, Ports};
pub(crate) use interrupts::{Signals, WaitsFor, Whose};
pub(crate) use thread_cache::Snapshot;
