//! A moment, counted in milliseconds since 1970.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment. Comes from the [`Clock`](crate::ports::Clock) port, never from the machine directly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// The length of a day in milliseconds.
    pub const DAY: i64 = 24 * 60 * 60 * 1_000;

    /// When the day of this moment began, in the zone that is the same for everybody: UTC.
    #[must_use]
    pub fn day(self) -> Self {
        Self(self.0.div_euclid(Self::DAY) * Self::DAY)
    }

    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    /// How long it is from `earlier` to this moment; nothing if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}
