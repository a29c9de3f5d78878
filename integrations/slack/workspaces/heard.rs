//! Which kinds of events arrive.

use std::sync::atomic::AtomicBool;

/// The kinds of events that have arrived since the start.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) messages: AtomicBool,
    pub(super) profiles: AtomicBool,
}
