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
        Box::pin(sleep_until(*self, time))
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
        Box::pin(sleep_until(*self, time))
    }
}

/// A machine that is suspended stops the runtime's clock and not its own, and its own can be set. A long sleep is cut into
/// pieces, so that a card expires at most this late.
const LONGEST_NAP: Duration = Duration::from_mins(1);

async fn sleep_until(clock: impl Clock, time: Time) {
    loop {
        let left = time.since(clock.now());
        tokio::time::sleep(left.min(LONGEST_NAP)).await;
        if left <= LONGEST_NAP {
            return;
        }
    }
}
