//! Days that pass in a moment, for Google and for the product alike.

use std::pin::pin;
use std::time::Duration;

use app::WorldClock;
use futures_util::future::select;
use kernel::Time;
use kernel::ports::{Clock, Soon};
use serde_json::json;
use tokio::sync::watch;

use super::Town;

/// The world's clock, as much ahead as a story has moved it. Sleepers notice that it was moved.
#[derive(Default)]
pub(super) struct Ahead {
    milliseconds: watch::Sender<i64>,
}

impl Clock for Ahead {
    fn now(&self) -> Time {
        Time(WorldClock.now().0 + *self.milliseconds.borrow())
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        Box::pin(async move {
            let mut moved = self.milliseconds.subscribe();
            while self.now() < time {
                let left = tokio::time::sleep(time.since(self.now()));
                select(pin!(left), pin!(moved.changed())).await;
            }
        })
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
        let time_in_milliseconds = i64::try_from(time.as_millis()).unwrap();
        self.clock.milliseconds.send_modify(|ahead| *ahead += time_in_milliseconds);
        self.control.post("/google/clock", json!({ "seconds": time.as_secs() })).await;
    }
}
