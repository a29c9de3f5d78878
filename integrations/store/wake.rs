//! Rings when a thread has woken.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

#[derive(Default)]
pub(crate) struct Wake {
    ears: Notify,
    /// It rang, and nobody has come since.
    rung: AtomicBool,
}

impl Wake {
    /// To be rung after the commit that wakes the thread: whoever comes looks in the database.
    pub(crate) fn ring(&self) {
        self.rung.store(true, Ordering::Release);
        self.ears.notify_one();
    }

    /// Whether it rang since somebody last asked. A thread can be awake without: its holder may have vanished.
    pub(crate) fn has_rung(&self) -> bool {
        self.rung.swap(false, Ordering::AcqRel)
    }

    pub(crate) async fn heard(&self) {
        self.ears.notified().await;
    }
}
