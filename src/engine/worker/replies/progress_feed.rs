//! What people are to be shown of the work on a turn, gathered until it is worth a message.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::select;
use kernel::Time;
use kernel::ports::{Clock, Growth, Listener, Task, TaskState};
use tokio::sync::Notify;

use crate::guard::{Known, Taming};

/// Nothing is shown more often than this, unless it is so much.
const PACE: Duration = Duration::from_secs(1);
const ENOUGH: usize = 256;

pub(crate) struct ProgressFeed {
    clock: Arc<dyn Clock>,
    gathered: Mutex<Gathered>,
    news: Notify,
}

#[derive(Default)]
struct Gathered {
    unshown: Growth,
    /// When the oldest of it came.
    since: Option<Time>,
    /// Every task of the turn.
    tasks: Vec<Task>,
    /// Whether the model has said anything in this turn, and in the reply that it is making.
    spoken: bool,
    heard: bool,
    hushed: bool,
}

impl ProgressFeed {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, gathered: Mutex::default(), news: Notify::new() }
    }

    /// For another turn.
    pub(crate) fn clean(&self) {
        *self.gathered() = Gathered::default();
    }

    /// One that is known is told anew.
    pub(crate) fn begin_task(&self, id: &str, title: String) {
        let task = Task { id: id.to_owned(), title, state: TaskState::Running };
        let mut gathered = self.gathered();
        match gathered.tasks.iter_mut().find(|known| known.id == id) {
            Some(known) => *known = task.clone(),
            None => gathered.tasks.push(task.clone()),
        }
        self.put(gathered, |unshown| unshown.task(task));
    }

    pub(crate) fn end_task(&self, id: &str, state: TaskState) {
        let mut gathered = self.gathered();
        let Some(known) = gathered.tasks.iter_mut().find(|task| task.id == id) else { return };
        known.state = state;
        let task = known.clone();
        self.put(gathered, |unshown| unshown.task(task));
    }

    /// Before the model begins another reply.
    pub(crate) fn listen<'a>(&'a self, known: &'a Known<'a>) -> Ear<'a> {
        self.gathered().heard = false;
        Ear { progress_feed: self, taming: Taming::new(known) }
    }

    /// Whether the model has said anything of the reply that it is making.
    pub(crate) fn has_heard(&self) -> bool {
        self.gathered().heard
    }

    fn say(&self, piece: &str) {
        let mut gathered = self.gathered();
        let apart = gathered.spoken && !gathered.heard;
        (gathered.spoken, gathered.heard) = (true, true);
        self.put(gathered, |unshown| {
            if apart {
                unshown.text.push_str("\n\n");
            }
            unshown.text.push_str(piece);
        });
    }

    fn put(&self, mut gathered: MutexGuard<'_, Gathered>, put: impl FnOnce(&mut Growth)) {
        put(&mut gathered.unshown);
        gathered.since.get_or_insert_with(|| self.clock.now());
        drop(gathered);
        self.news.notify_one();
    }

    /// Nobody waits for what comes next any more.
    pub(crate) fn hush(&self) {
        self.gathered().hushed = true;
        self.news.notify_one();
    }

    pub(crate) fn resume(&self) {
        self.gathered().hushed = false;
    }

    /// What is to be shown next, as soon as it is time; nothing once it is hushed.
    pub(crate) async fn next(&self) -> Option<Growth> {
        loop {
            let due = {
                let mut gathered = self.gathered();
                if gathered.hushed {
                    return None;
                }
                let due = gathered.since.map(|since| since.plus(PACE));
                let enough = gathered.unshown.text.chars().count() >= ENOUGH;
                if due.is_some_and(|due| enough || due <= self.clock.now()) {
                    gathered.since = None;
                    return Some(std::mem::take(&mut gathered.unshown));
                }
                due
            };
            let news = pin!(self.news.notified());
            match due {
                None => news.await,
                Some(due) => drop(select(news, self.clock.sleep_until(due)).await),
            }
        }
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hears the model, and adds it to the progress feed as it will be seen in the end.
pub(crate) struct Ear<'a> {
    progress_feed: &'a ProgressFeed,
    taming: Taming<'a>,
}

impl Listener for Ear<'_> {
    fn text(&mut self, piece: &str) {
        let tame = self.taming.take(piece);
        if !tame.is_empty() {
            self.progress_feed.say(&tame);
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::Soon;

    use super::*;

    /// A clock that stands until it is set.
    #[derive(Default)]
    struct Standing(Mutex<i64>);

    impl Clock for Standing {
        fn now(&self) -> Time {
            Time(*self.0.lock().unwrap())
        }

        fn sleep_until(&self, _: Time) -> Soon<'static, ()> {
            Box::pin(std::future::pending())
        }
    }

    #[tokio::test]
    async fn little_waits_and_much_does_not() {
        let clock = Arc::new(Standing::default());
        let progress_feed = ProgressFeed::new(clock.clone());
        let known = Known::default();
        progress_feed.listen(&known).text("a little ");
        let mut next = Box::pin(progress_feed.next());
        assert!(futures_util::FutureExt::now_or_never(&mut next).is_none());
        progress_feed.listen(&known).text(&"much ".repeat(60));
        assert!(next.await.unwrap().text.starts_with("a little"));
        progress_feed.begin_task("c1", "Reads".to_owned());
        *clock.0.lock().unwrap() = 1000;
        assert_eq!(progress_feed.next().await.unwrap().tasks.len(), 1);
        progress_feed.hush();
        assert_eq!(progress_feed.next().await, None);
    }
}
