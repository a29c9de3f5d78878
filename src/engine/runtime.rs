//! The state that a running process shares.

pub(crate) mod engine;
pub(crate) mod interrupts;
pub(crate) mod rights;
pub(crate) mod stale_homes;
pub(crate) mod thread_cache;
pub(crate) mod thread_locks;
pub(crate) mod viewing;
