//! The state that a running process shares.

pub(crate) mod engine;
pub(crate) mod interrupts;
pub(crate) mod thread_cache;
pub(crate) mod viewing;
