//! The machine's own clock, and that of the local world.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kernel::Time;
use kernel::ports::{Clock, Soon};

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        Box::pin(tokio::time::sleep(time.since(self.now())))
    }
}

/// The local world's clock: the machine's unless the world was started at another time.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldClock;

impl Clock for WorldClock {
    fn now(&self) -> Time {
        Time(sandbox::now().as_millisecond())
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        Box::pin(tokio::time::sleep(time.since(self.now())))
    }
}
