//! Days that pass in a moment, for Google and for the product alike.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use app::WorldClock;
use kernel::Time;
use kernel::ports::{Clock, Soon};
use serde_json::json;

use super::Town;

/// The world's clock, as much ahead as a story has moved it.
#[derive(Default)]
pub(super) struct Ahead {
    milliseconds: AtomicI64,
}

impl Clock for Ahead {
    fn now(&self) -> Time {
        Time(WorldClock.now().0 + self.milliseconds.load(Ordering::SeqCst))
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        Box::pin(tokio::time::sleep(time.since(self.now())))
    }
}

/// `WORLD_NOW=2026-12-31T23:30:00+01:00 cargo test NAME` tells the stories at another time than the machine's.
pub fn set_clock() {
    if let Ok(now) = std::env::var("WORLD_NOW") {
        sandbox::start_clock_at(now.parse().expect("WORLD_NOW is an RFC 3339 time"));
    }
}

impl Town {
    pub async fn days_pass(&self, days: u64) {
        self.time_passes(Duration::from_hours(24 * days)).await;
    }

    pub async fn time_passes(&self, time: Duration) {
        self.clock.milliseconds.fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
        self.control.post("/google/clock", json!({ "seconds": time.as_secs() })).await;
    }
}
