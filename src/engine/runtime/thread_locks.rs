//! Locks by which one worker at a time works on a thread.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};

use kernel::ThreadId;
use tokio::sync::Mutex;

/// One lock per thread: two workers of this process never work on the same thread at once.
#[derive(Default)]
pub(crate) struct ThreadLocks(StdMutex<HashMap<ThreadId, Arc<Mutex<()>>>>);

impl ThreadLocks {
    pub(crate) fn at(&self, thread: &ThreadId) -> Arc<Mutex<()>> {
        Arc::clone(self.all().entry(thread.clone()).or_default())
    }

    /// Removes the lock of a thread that no other worker waits for.
    pub(crate) fn leave(&self, thread: &ThreadId, lock: Arc<Mutex<()>>) {
        let mut all = self.all();
        drop(lock);
        if all.get(thread).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            all.remove(thread);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ThreadId, Arc<Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
