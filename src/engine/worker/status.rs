//! What people see us doing, under the thread's title.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::select;
use kernel::ports::Status;
use kernel::{CallEntry, Entry, Record, ReplyEntry, Stop, Time};

use crate::runtime::SOON;
use crate::view::title_of;
use crate::worker::StepContext;

/// How long a status is trusted to stand: it may not have been heard, and Slack forgets it after a while.
const STANDS: Duration = Duration::from_secs(30);

/// What this worker has shown.
#[derive(Default)]
pub(crate) struct Shown {
    showing: Mutex<Showing>,
    /// Something of the work can be seen already.
    begun: Stop,
}

#[derive(Default)]
struct Showing {
    /// What stands, and since when.
    standing: Option<(Status, Time)>,
    /// Whoever worked here before has left the thread idle, in people's eyes too, and nothing was shown since.
    left_idle: bool,
}

impl Shown {
    /// Whatever we say takes the line away. Whoever sees an answer grow can stop it.
    pub(crate) fn we_have_spoken(&self, said: &[Entry]) {
        self.with(|showing| showing.standing = None);
        if said.iter().any(|entry| matches!(entry, Entry::Reply(ReplyEntry::Drafting { .. }))) {
            self.begun.pull();
        }
    }

    /// Whether this is to be shown now; then it counts as shown.
    fn is_news(&self, status: Status, now: Time) -> bool {
        self.with(|showing| {
            let stands = |(standing, since): (Status, Time)| standing == status && now.since(since) < STANDS;
            if showing.standing.is_some_and(stands) || (status == Status::Idle && showing.left_idle) {
                return false;
            }
            *showing = Showing { standing: Some((status, now)), left_idle: false };
            true
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut Showing) -> T) -> T {
        change(&mut self.showing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl StepContext<'_> {
    /// The thread as it was before us. Where a turn has ended and nothing ever waited for anybody, people see it idle.
    pub(crate) fn note_idle(&self) {
        let (journal, progress) = (self.journal, self.progress);
        let waited = |record: &Record| matches!(record.entry, Entry::Call(CallEntry::AwaitsConsent { .. }));
        let never_waited = progress.cards.is_empty() && !journal.iter().any(waited);
        let left_well = !self.doubtful.load(Ordering::Relaxed);
        let left_idle = left_well && never_waited && !progress.past.is_empty();
        self.shown.with(|showing| showing.left_idle = left_idle);
    }

    /// Shows that something is under way if it is not over soon.
    pub(crate) async fn show_work(&self, over: &Stop) {
        let soon = self.engine.ports.clock.sleep_until(self.since.plus(SOON));
        select(select(soon, self.shown.begun.pulled()), over.pulled()).await;
        if !over.is_pulled() {
            self.show_status(Status::Working, self.journal).await;
        }
    }

    /// What was shown a moment ago and still stands is not shown again.
    pub(crate) async fn show_status(&self, status: Status, journal: &[Record]) {
        if self.shown.is_news(status, self.engine.ports.clock.now()) {
            self.engine.ports.chat.show_status(&self.lane.thread, status, &title_of(journal)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    #[test]
    fn a_thread_that_was_left_idle_is_shown_idle_again_only_after_something_else() {
        let shown = Shown::default();
        shown.with(|showing| showing.left_idle = true);
        assert!(!shown.is_news(Status::Idle, Time(0)), "people see that already");
        assert!(shown.is_news(Status::Working, Time(0)));
        shown.we_have_spoken(&[]);
        assert!(shown.is_news(Status::Idle, Time(1)), "the session is still shown at work");
    }

    #[test]
    fn what_stands_is_shown_again_once_we_have_spoken_or_it_may_be_forgotten() {
        let shown = Shown::default();
        assert!(shown.is_news(Status::Working, Time(0)));
        assert!(!shown.is_news(Status::Working, Time(1)));
        assert!(shown.is_news(Status::Working, Time(MINUTE)));
        shown.we_have_spoken(&[]);
        assert!(shown.is_news(Status::Working, Time(MINUTE)));
        assert!(!shown.begun.is_pulled());
    }
}
