//! What is kept in the thread cache, and for how long.

use kernel::ports::{Lane, Legible, Soon};
use kernel::{Blob, Body, Ending, MessageEntry, ReplyEntry, Time, TurnId};

use super::*;

fn thread(number: usize) -> ThreadId {
    ThreadId(format!("t{number}"))
}

fn reading(bytes: usize) -> Snapshot {
    let words = Body::new("x".repeat(bytes));
    let entry = Entry::Reply(ReplyEntry::Silent { turn: TurnId(1), words, ending: Ending::Stopped });
    Snapshot { journal: vec![Record { number: 1, at: Time(0), entry }], progress: Progress::default() }
}

#[test]
fn the_oldest_make_room_and_what_is_taken_is_gone() {
    let thread_cache = ThreadCache::default();
    let each = LONGEST - BESIDE - AROUND;
    for number in 0..17 {
        thread_cache.put(&thread(number), reading(each));
    }
    assert!(thread_cache.take(&thread(0)).is_none(), "sixteen fit");
    assert_eq!(thread_cache.take(&thread(1)).map(|reading| reading.seen()), Some(1));
    assert!(thread_cache.take(&thread(1)).is_none());
    thread_cache.put(&thread(2), reading(1));
    thread_cache.put(&thread(17), reading(each));
    thread_cache.put(&thread(18), reading(each));
    assert!(thread_cache.take(&thread(2)).is_some(), "it was put there again");
    assert!(thread_cache.take(&thread(3)).is_none());
}

/// A thread whose words were purged after they had been read.
struct Purged;

impl Journal for Purged {
    fn read<'a>(&'a self, _: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        let mut first = reading(9).journal;
        first.iter_mut().flat_map(|record| record.entry.bodies_mut()).for_each(|body| body.words = None);
        let entry = Entry::Message(MessageEntry::Forgotten { digests: Vec::new(), seen: 1 });
        first.push(Record { number: 2, at: Time(0), entry });
        first.retain(|record| record.number > after);
        Box::pin(async move { Ok(first) })
    }

    fn legible<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>> {
        Box::pin(async { Ok(Legible::default()) })
    }

    fn append<'a>(&'a self, _: &'a Lane, _: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async { Err(StoreError::Fenced) })
    }

    fn fetch<'a>(&'a self, _: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>> {
        Box::pin(async move { Ok(blob.clone()) })
    }
}

#[tokio::test]
async fn words_that_were_purged_are_not_remembered() {
    let mut kept = reading(9);
    assert_eq!(kept.go_on(&Purged, &thread(0)).await.unwrap(), 1);
    assert_eq!(kept.seen(), 2);
    let words = |record: &Record| record.entry.bodies().iter().any(|body| body.words.is_some());
    assert!(!kept.journal.iter().any(words), "{:?}", kept.journal);
}

#[test]
fn what_is_too_long_is_not_kept() {
    let thread_cache = ThreadCache::default();
    thread_cache.put(&thread(0), reading(LONGEST));
    assert!(thread_cache.take(&thread(0)).is_none());
}
