//! Google's clock: the machine's, or as much ahead of it as a script has moved it. A script can also stop it.
//!
//! Tokens, codes and quotas go by it; the dates of mail and files do not.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Further ahead it cannot be moved, so that every time that is reckoned from it exists.
const A_CENTURY: i64 = 100 * 365 * 24 * 3600 * 1000;

/// How far Google is ahead.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Clock {
    milliseconds_ahead: i64,
    /// The machine's time at which it was stopped.
    #[serde(default)]
    stopped: Option<Timestamp>,
}

impl Clock {
    /// The time it shows.
    pub(crate) fn now(self) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.milliseconds_ahead);
        self.stopped.unwrap_or_else(sandbox_world::now).saturating_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// Moves it on, by a century at the most.
    pub(crate) fn advance(&mut self, by: SignedDuration) {
        let more = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.milliseconds_ahead = self.milliseconds_ahead.saturating_add(more).min(A_CENTURY);
    }

    /// From now on it moves only when it is moved.
    pub(crate) fn stop(&mut self) {
        self.stopped.get_or_insert_with(sandbox_world::now);
    }

    /// It goes again, and catches up with the machine.
    pub(crate) fn go(&mut self) {
        self.stopped = None;
    }
}
