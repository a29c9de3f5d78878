//! Whether another process listens as this app. Slack gives every event to one socket, whosever it is, and says with
//! each `hello` how many there are.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// How much more seldom it is looked once it is known.
const SELDOM: u32 = 5;
/// So many times as long as another is waited for, connections may be counted that nobody holds any more.
const GHOSTS: u32 = 15;

/// Who else listens as this app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    Nobody,
    /// They came while we were listening.
    Came,
    /// They were there when we came, and have stayed: we are the ones too many.
    Stayed,
}

pub(super) struct DuplicateProcess {
    /// Every socket of ours, from before it is dialled.
    ours: Arc<AtomicUsize>,
    seen: Mutex<Seen>,
    others: watch::Sender<Others>,
    /// One of our sockets is going to be renewed, to count again.
    due: AtomicBool,
    /// Sockets of a process that has just ended are counted for a while.
    patience: Duration,
}

#[derive(Default)]
struct Seen {
    /// Since when there were more than ours, each time anybody looked.
    since: Option<Instant>,
    /// There was a time when there were no others.
    alone: bool,
}

/// One socket of ours, until it is dropped.
pub(super) struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl DuplicateProcess {
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            ours: Arc::default(),
            seen: Mutex::default(),
            others: watch::Sender::new(Others::Nobody),
            due: AtomicBool::default(),
            patience,
        }
    }

    pub(super) fn others(&self) -> watch::Receiver<Others> {
        self.others.subscribe()
    }

    pub(super) fn count(&self) -> Counted {
        self.ours.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(&self.ours))
    }

    /// What a `hello` says; and in how long whoever heard it is to renew its socket, so that we hear another.
    pub(super) fn counted(&self, all: usize) -> Option<Duration> {
        let ours = self.ours.load(Ordering::Relaxed);
        let others = all.saturating_sub(ours);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if others == 0 {
            // While some of ours are still being dialled, others may be counted in their place.
            *seen = Seen { since: None, alone: seen.alone || all == ours };
            if self.others.send_replace(Others::Nobody) != Others::Nobody {
                tracing::info!("no other process is connected as this app any more");
            }
            return None;
        }
        let together = seen.since.get_or_insert_with(Instant::now).elapsed();
        let lasting = together >= self.patience;
        if lasting && seen.alone && self.others.send_replace(Others::Came) != Others::Came {
            tracing::warn!(
                others,
                "another process is connected as this app, and Slack gives it some of the events in our place: stop one \
                 of the two, or give it an app of its own"
            );
        }
        // A process that ended just before us is counted on where its end never reached Slack: after a power cut, for long.
        if !seen.alone && together >= self.patience * GHOSTS {
            self.others.send_replace(Others::Stayed);
        }
        let again = if lasting && seen.alone { self.patience * SELDOM } else { self.patience };
        (!self.due.swap(true, Ordering::Relaxed)).then_some(again)
    }

    pub(super) fn counts_again(&self) {
        self.due.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(company: &DuplicateProcess, counts: &[usize]) -> Vec<Others> {
        let told = |all: &usize| {
            company.counts_again();
            company.counted(*all);
            *company.others().borrow()
        };
        counts.iter().map(told).collect()
    }

    #[test]
    fn whoever_was_alone_stays_and_whoever_never_was_does_not() {
        use Others::{Came, Nobody, Stayed};
        let first = DuplicateProcess::new(Duration::ZERO);
        let _two = (first.count(), first.count());
        assert_eq!(told(&first, &[1, 2, 4, 4, 2, 3]), [Nobody, Nobody, Came, Came, Nobody, Came]);
        let second = DuplicateProcess::new(Duration::ZERO);
        let _two = (second.count(), second.count());
        assert_eq!(told(&second, &[3, 4]), [Stayed, Stayed]);
        let patient = DuplicateProcess::new(Duration::from_hours(1));
        let _one = patient.count();
        assert_eq!(told(&patient, &[2, 2, 1, 2]), [Nobody, Nobody, Nobody, Nobody]);
    }
}
