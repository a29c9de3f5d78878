//! Everything that happens at a time by itself: the end of a card's life, of a send delay, of a sign-in. A timer is written
//! in the transaction of the entry that starts it, so that neither is there without the other after a crash.

use crate::Time;
use crate::ports::{Soon, StoreError};

pub trait Timers: Send + Sync {
    /// When the next timer is due.
    fn next(&self) -> Soon<'_, Result<Option<Time>, StoreError>>;
    /// Removes the timers that are due, writes into the journals that their time is over, and wakes the threads, all in
    /// one transaction. Gives their number.
    fn fire(&self) -> Soon<'_, Result<usize, StoreError>>;
    /// Ends when a timer was set since the last time somebody waited here: `next` may be earlier now.
    fn changed(&self) -> Soon<'_, ()>;
}
