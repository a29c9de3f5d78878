//! Time, as a port, so that a story can move it.

use crate::Time;
use crate::ports::Soon;

pub trait Clock: Send + Sync {
    fn now(&self) -> Time;
    fn sleep_until(&self, time: Time) -> Soon<'_, ()>;
}
