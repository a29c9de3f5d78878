//! The time in the world: the machine's, or as far from it as the program was told at its start.
//!
//! The offset belongs to the process, because Slack, Google, the page and the product must agree on the time.

use std::sync::OnceLock;

use jiff::{SignedDuration, Timestamp};

static AHEAD: OnceLock<SignedDuration> = OnceLock::new();

/// Lets the world's time go on from `start` instead of from the machine's. Only the first call in a process counts.
pub fn start_clock_at(start: Timestamp) {
    AHEAD.get_or_init(|| start.duration_since(Timestamp::now()));
}

/// The time in the world.
pub fn now() -> Timestamp {
    let ahead = AHEAD.get().copied().unwrap_or_default();
    Timestamp::now().saturating_add(ahead).unwrap_or(Timestamp::MAX)
}
