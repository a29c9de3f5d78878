//! Whether another process listens as this app. Slack gives every event to one socket, whosever it is, and says with
//! each `hello` how many there are.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// How much more seldom it is looked once it is known.
const SELDOM: u32 = 5;

pub(super) struct Company {
    /// Every socket of ours, from before it is dialled.
    ours: Arc<AtomicUsize>,
    /// Since when there were more than ours, each time anybody looked.
    since: Mutex<Option<Instant>>,
    shared: watch::Sender<bool>,
    /// One of our sockets is going to be renewed, to count again.
    due: AtomicBool,
    /// Sockets of a process that has just ended are counted for a while.
    patience: Duration,
}

/// One socket of ours, until it is dropped.
pub(super) struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Company {
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            ours: Arc::default(),
            since: Mutex::default(),
            shared: watch::Sender::new(false),
            due: AtomicBool::default(),
            patience,
        }
    }

    pub(super) fn shared(&self) -> watch::Receiver<bool> {
        self.shared.subscribe()
    }

    pub(super) fn count(&self) -> Counted {
        self.ours.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(&self.ours))
    }

    /// What a `hello` says; and in how long whoever heard it is to renew its socket, so that we hear another.
    pub(super) fn counted(&self, all: usize) -> Option<Duration> {
        let others = all.saturating_sub(self.ours.load(Ordering::Relaxed));
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        if others == 0 {
            *since = None;
            if self.shared.send_replace(false) {
                tracing::info!("no other process is connected as this app any more");
            }
            return None;
        }
        let lasting = since.get_or_insert_with(Instant::now).elapsed() >= self.patience;
        if lasting && !self.shared.send_replace(true) {
            tracing::warn!(
                others,
                "another process is connected as this app, and Slack gives it some of the events in our place: stop one \
                 of the two, or give it an app of its own"
            );
        }
        let again = if lasting { self.patience * SELDOM } else { self.patience };
        (!self.due.swap(true, Ordering::Relaxed)).then_some(again)
    }

    pub(super) fn counts_again(&self) {
        self.due.store(false, Ordering::Relaxed);
    }
}
