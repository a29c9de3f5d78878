//! What was written last in the threads that somebody works on, or did a moment ago: whoever works on one looks at it again
//! and again, and need not ask the database each time. It holds nothing that is not committed, and can be thrown away at any
//! time.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::ports::Lane;
use kernel::{Entry, MessageEntry, Record, ThreadId};

/// About so many threads are remembered that nobody works on.
const LET_GO: usize = 256;
/// So much may be written in one of them before somebody does again.
const UNREAD: usize = 32;

#[derive(Default)]
pub(crate) struct RecentRecords(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    recent: HashMap<ThreadId, Tail>,
    /// So many were in somebody's hands when it was last looked.
    in_hand: usize,
}

struct Tail {
    /// Nobody has the lane if there is none.
    fence: Option<i64>,
    /// The last record there is, as far as is known while it is being written: another may have been written since, or
    /// this one not been committed.
    tip: u64,
    /// Whatever is committed after this record is here by the time its writer is told so.
    after: u64,
    records: BTreeMap<u64, Record>,
}

impl RecentRecords {
    /// From now on, for whoever has this lane. Said while nobody else can write, with the number of the last record.
    pub(crate) fn open(&self, lane: &Lane, last: u64) {
        let mut inner = self.lock();
        let recent = &mut inner.recent;
        match recent.get_mut(&lane.thread) {
            // All of it is known from before.
            Some(tail) if tail.is_whole() && tail.known() == last => {
                (tail.fence, tail.tip) = (Some(lane.fence), last);
            }
            _ => {
                let tail = Tail { fence: Some(lane.fence), tip: last, after: last, records: BTreeMap::new() };
                recent.insert(lane.thread.clone(), tail);
            }
        }
    }

    /// The lane is let go.
    pub(crate) fn close(&self, lane: &Lane) {
        let mut inner = self.lock();
        let inner = &mut *inner;
        let recent = &mut inner.recent;
        let Some(tail) = recent.get_mut(&lane.thread).filter(|tail| tail.fence == Some(lane.fence)) else {
            return;
        };
        tail.fence = None;
        // Looked through only when there may be too many, and then not again before as many more have come.
        if recent.len() > inner.in_hand + LET_GO {
            recent.retain(|_, tail| tail.fence.is_some());
            inner.in_hand = recent.len();
        }
    }

    /// It is not known what stands in these; the database is to be asked.
    pub(crate) fn forget<'a>(&self, threads: impl Iterator<Item = &'a ThreadId>) {
        let mut inner = self.lock();
        let recent = &mut inner.recent;
        threads.for_each(|thread| drop(recent.remove(thread)));
    }

    /// Whether there is such a thread; if not, only the database can tell.
    pub(crate) fn knows(&self, thread: &ThreadId) -> bool {
        self.lock().recent.contains_key(thread)
    }

    /// Which record is probably the last one. To be checked.
    pub(crate) fn tip(&self, lane: &Lane) -> Option<i64> {
        let inner = self.lock();
        let recent = &inner.recent;
        let tail = recent.get(&lane.thread).filter(|tail| tail.fence == Some(lane.fence))?;
        i64::try_from(tail.tip).ok()
    }

    /// The same, whoever has the lane.
    pub(crate) fn last(&self, thread: &ThreadId) -> Option<i64> {
        i64::try_from(self.lock().recent.get(thread)?.tip).ok()
    }

    /// This one is being written.
    pub(crate) fn reach(&self, thread: &ThreadId, tip: u64) {
        if let Some(tail) = self.lock().recent.get_mut(thread) {
            tail.tip = tip;
        }
    }

    /// Takes in what was committed.
    pub(crate) fn add(&self, written: Vec<(ThreadId, Record)>) {
        let mut inner = self.lock();
        let recent = &mut inner.recent;
        for (thread, record) in written {
            let Some(tail) = recent.get_mut(&thread) else { continue };
            if tail.fence.is_none() && tail.records.len() >= UNREAD {
                recent.remove(&thread);
            } else if reads_as_written(&record.entry) {
                tail.records.insert(record.number, record);
            } else {
                // What is to be read of it, and of what was before it, the database knows.
                tail.after = tail.after.max(record.number);
                tail.records = tail.records.split_off(&(tail.after + 1));
            }
        }
    }

    /// The records after number `after`; nothing if only the database can tell. What is before them is not asked for again.
    pub(crate) fn read(&self, thread: &ThreadId, after: u64) -> Option<Vec<Record>> {
        let mut inner = self.lock();
        let recent = &mut inner.recent;
        let tail = recent.get_mut(thread)?;
        if after < tail.after {
            return None;
        }
        tail.after = after;
        tail.records = tail.records.split_off(&(after + 1));
        tail.is_whole().then(|| tail.records.values().cloned().collect())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tail {
    /// Of several who are committed together, a later one may have been faster.
    fn is_whole(&self) -> bool {
        self.records.keys().copied().eq(self.after + 1..self.after + 1 + self.records.len() as u64)
    }

    /// The last record that is known to be committed.
    fn known(&self) -> u64 {
        self.records.keys().next_back().copied().unwrap_or(self.after)
    }
}

/// Words may have been known before or be forgotten with this, and pictures are fetched only when they are needed.
fn reads_as_written(entry: &Entry) -> bool {
    !matches!(entry, Entry::Message(MessageEntry::Forgotten { .. }))
        && entry.blobs().is_empty()
        && entry.bodies().iter().all(|body| body.words.is_some())
}

#[cfg(test)]
mod tests {
    use kernel::{Body, Ending, ReplyEntry, Time, TurnId};

    use super::*;

    fn lane(fence: i64) -> Lane {
        Lane { thread: ThreadId("t".to_owned()), fence }
    }

    fn record(number: u64, entry: Entry) -> (ThreadId, Record) {
        (lane(0).thread, Record { number, at: Time(0), entry })
    }

    fn stopped(number: u64) -> (ThreadId, Record) {
        record(number, Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None }))
    }

    fn numbers(recent: &RecentRecords, after: u64) -> Option<Vec<u64>> {
        Some(recent.read(&lane(0).thread, after)?.iter().map(|record| record.number).collect())
    }

    #[test]
    fn tells_what_came_after_and_nothing_about_what_was_before() {
        let recent = RecentRecords::default();
        assert_eq!(numbers(&recent, 0), None, "nobody works on it");
        recent.open(&lane(1), 3);
        assert_eq!(numbers(&recent, 2), None, "the third is in the database only");
        assert_eq!(numbers(&recent, 3), Some(vec![]));
        recent.add(vec![stopped(4), stopped(5)]);
        assert_eq!(numbers(&recent, 3), Some(vec![4, 5]));
        assert_eq!(numbers(&recent, 4), Some(vec![5]));
        assert_eq!(numbers(&recent, 3), None, "the fourth was asked for, and let go");
    }

    #[test]
    fn does_not_pass_over_what_is_not_here_yet() {
        let recent = RecentRecords::default();
        recent.open(&lane(1), 0);
        recent.add(vec![stopped(2)]);
        assert_eq!(numbers(&recent, 0), None);
        recent.add(vec![stopped(1)]);
        assert_eq!(numbers(&recent, 0), Some(vec![1, 2]));
    }

    #[test]
    fn words_that_are_forgotten_are_not_told() {
        let recent = RecentRecords::default();
        recent.open(&lane(1), 0);
        let said = Entry::Reply(ReplyEntry::Silent {
            turn: TurnId(1),
            words: Body::new("secret"),
            ending: Ending::Stopped,
        });
        recent.add(vec![
            record(1, said.clone()),
            record(2, Entry::Message(MessageEntry::Forgotten { digests: vec![], seen: 1 })),
        ]);
        assert_eq!(numbers(&recent, 0), None);
        assert_eq!(numbers(&recent, 1), None);
        assert_eq!(numbers(&recent, 2), Some(vec![]));
        let mut unsaid = said;
        unsaid.bodies_mut().into_iter().for_each(|body| body.words = None);
        recent.add(vec![record(3, unsaid)]);
        assert_eq!(numbers(&recent, 2), None);
    }

    #[test]
    fn whoever_lost_the_lane_does_not_close_it_for_the_next() {
        let recent = RecentRecords::default();
        recent.open(&lane(2), 0);
        recent.close(&lane(1));
        assert_eq!(numbers(&recent, 0), Some(vec![]));
        assert_eq!(recent.tip(&lane(2)), Some(0));
        recent.close(&lane(2));
        assert_eq!(recent.tip(&lane(2)), None);
    }

    #[test]
    fn whoever_comes_back_finds_what_was_written_meanwhile_if_it_is_all_there() {
        let recent = RecentRecords::default();
        recent.open(&lane(1), 3);
        recent.close(&lane(1));
        recent.add(vec![stopped(4)]);
        recent.open(&lane(2), 4);
        assert_eq!(numbers(&recent, 3), Some(vec![4]));
        assert_eq!(recent.tip(&lane(2)), Some(4));
        recent.close(&lane(2));
        // The fifth was written by another process, or is not here yet.
        recent.open(&lane(3), 5);
        assert_eq!(numbers(&recent, 4), None);
        assert_eq!(numbers(&recent, 5), Some(vec![]));
    }

    #[test]
    fn what_nobody_reads_is_not_kept_for_ever() {
        let recent = RecentRecords::default();
        recent.open(&lane(1), 0);
        recent.close(&lane(1));
        let written: u64 = UNREAD as u64 + 1;
        recent.add((1..=written).map(stopped).collect());
        recent.open(&lane(2), written);
        assert_eq!(numbers(&recent, 0), None);
        for number in 0..LET_GO {
            let other = Lane { thread: ThreadId(format!("t{number}")), fence: 1 };
            recent.open(&other, 0);
            recent.close(&other);
        }
        assert_eq!(recent.lock().recent.len(), 1, "only the one somebody works on");
    }

    #[test]
    fn what_may_or_may_not_be_written_is_left_to_the_database() {
        let recent = RecentRecords::default();
        recent.open(&lane(1), 0);
        recent.add(vec![stopped(1)]);
        recent.forget([lane(1).thread].iter());
        assert_eq!((numbers(&recent, 0), recent.tip(&lane(1))), (None, None));
    }
}
