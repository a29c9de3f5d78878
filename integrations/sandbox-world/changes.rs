//! The bell that rings whenever something in the sandbox's world has changed.

use std::sync::Arc;

use tokio::sync::watch;

/// Counts the changes of the world, so that pages, sockets and tests can await the next one.
#[derive(Clone, Debug)]
pub struct Changes(Arc<watch::Sender<u64>>);

impl Default for Changes {
    fn default() -> Self {
        Self(Arc::new(watch::channel(0).0))
    }
}

impl Changes {
    /// Says that something has changed.
    pub fn ring(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    /// How many changes there have been.
    pub fn count(&self) -> u64 {
        *self.0.borrow()
    }

    /// A listener that wakes on every later change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
