//! Who works on a thread, and what is written down once.

mod inbox;
mod timers;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kernel::ports::{Accepted, Claim, Clock, Inbox, Journal, Lanes, Settled, Settlement, Soon, StoreError};
use kernel::{
    Body, Delivery, Ending, Entry, InboundId, MessageEntry, MessageRef, Raw, ReplyEntry, ThreadId, Time,
    TurnId,
};
use serde_json::json;
use store::{Ledger, Store, StorePaths};
use vault::{KeySource, SealedVault};

/// Time that a story moves by hand.
#[derive(Default)]
struct Hand(AtomicI64);

impl Clock for Hand {
    fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }

    fn sleep_until(&self, _: Time) -> Soon<'_, ()> {
        Box::pin(std::future::pending())
    }
}

const LEASE: Duration = Duration::from_mins(1);

async fn a_store(directory: &std::path::Path, clock: Arc<Hand>) -> Store {
    Store::open(&StorePaths::in_directory(directory), a_vault(directory).await, clock).await.unwrap()
}

async fn a_vault(directory: &std::path::Path) -> Arc<SealedVault> {
    let key = KeySource::File(directory.join("key"));
    Arc::new(SealedVault::open(directory.join("vault"), key).await.unwrap())
}

async fn claim(store: &Store) -> Option<Claim> {
    store.claim(LEASE, 1).await.unwrap().pop()
}

async fn ask(store: &Store, thread: &ThreadId, key: &str) {
    let id = arrived(store, key).await;
    assert_eq!(store.settle(id, asked(thread, key)).await.unwrap(), Settled::Now);
}

async fn arrived(store: &Store, key: &str) -> InboundId {
    let delivery = Delivery { key: key.to_owned(), from: "story".to_owned(), raw: Raw::from(&json!({})) };
    let Accepted::New(id) = store.accept(&delivery).await.unwrap() else { panic!("{key} is new") };
    id
}

/// Uses up its message.
fn asked(thread: &ThreadId, message: &str) -> Settlement {
    let entry = Entry::Message(MessageEntry::Asked {
        message: message.into(),
        from: "ana".into(),
        words: Body::new(format!("hello from {message}")),
        files: Vec::new(),
        about: None,
        quoted: None,
        mentions: Vec::new(),
    });
    Settlement::Journal { thread: thread.clone(), entry: Box::new(entry), once: Some(message.to_owned()) }
}

#[tokio::test]
async fn whoever_overslept_is_fenced_off() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    clock.0.store(1_000_000, Ordering::SeqCst);
    let store = a_store(directory.path(), clock.clone()).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "one").await;

    let first = claim(&store).await.expect("the thread is awake");
    assert!(!first.abandoned);
    assert_eq!(claim(&store).await, None, "nobody else gets it meanwhile");
    clock.0.fetch_add(120_000, Ordering::SeqCst);
    let second = claim(&store).await.expect("the lease has run out");
    assert!(second.abandoned && second.lane.fence > first.lane.fence);

    let entry = || vec![Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied })];
    assert_eq!(store.append(&first.lane, entry()).await, Err(StoreError::Fenced));
    assert_eq!(store.renew(&first.lane, LEASE).await, Err(StoreError::Fenced));
    store.append(&second.lane, entry()).await.unwrap();
    assert_eq!(store.read(&thread, 0).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_thread_that_got_news_while_it_was_worked_on_stays_awake() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    clock.0.store(1_000_000, Ordering::SeqCst);
    let store = a_store(directory.path(), clock.clone()).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "one").await;
    let claimed = claim(&store).await.unwrap();
    ask(&store, &thread, "two").await;
    store.release(&claimed.lane, 1).await.unwrap();
    let again = claim(&store).await.expect("the second message was not seen yet");
    store.release(&again.lane, 2).await.unwrap();
    assert_eq!(claim(&store).await, None);
}

#[tokio::test]
async fn what_arrives_twice_in_one_crowd_is_new_once_and_keeps_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let store = a_store(directory.path(), Arc::new(Hand::default())).await;
    let arrives = |number: usize| {
        // The seventeenth is the third once more.
        let key = format!("Ev{}", if number == 16 { 2 } else { number });
        Delivery { key, from: "story".to_owned(), raw: Raw::from(&json!({ "number": number })) }
    };
    let crowd: Vec<Delivery> = (0..23).map(arrives).collect();
    let accepted = store.accept_all(&crowd).await.unwrap();
    let seen: Vec<usize> = (0..23).filter(|number| accepted[*number] == Accepted::Seen).collect();
    assert_eq!(seen, [16]);
    let backlog = store.backlog().await.unwrap();
    let kept: Vec<u64> =
        backlog.iter().map(|letter| letter.raw.read().unwrap()["number"].as_u64().unwrap()).collect();
    assert_eq!(kept, (0..23).filter(|number| *number != 16).collect::<Vec<u64>>());
    assert!(store.accept_all(&crowd).await.unwrap().iter().all(|one| *one == Accepted::Seen));
}

#[tokio::test]
async fn what_arrives_twice_is_written_down_once_and_survives_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    let store = a_store(directory.path(), clock.clone()).await;
    let delivery =
        Delivery { key: "Ev1".to_owned(), from: "story".to_owned(), raw: Raw::from(&json!({ "a": 1 })) };
    assert!(matches!(store.accept(&delivery).await.unwrap(), Accepted::New(_)));
    assert_eq!(store.accept(&delivery).await.unwrap(), Accepted::Seen);
    store.close().await;

    let store = a_store(directory.path(), clock).await;
    assert_eq!(store.accept(&delivery).await.unwrap(), Accepted::Seen);
    let backlog = store.backlog().await.unwrap();
    assert_eq!(backlog.len(), 1);
    assert_eq!(backlog[0].raw.read().unwrap(), json!({ "a": 1 }));
    store.settle(backlog[0].id, Settlement::Ignored).await.unwrap();
    assert!(store.backlog().await.unwrap().is_empty());
}

#[tokio::test]
async fn only_what_was_settled_long_ago_is_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    let store = a_store(directory.path(), clock.clone()).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "settled").await;
    let open = Delivery { key: "open".to_owned(), from: "story".to_owned(), raw: Raw::from(&json!({})) };
    store.accept(&open).await.unwrap();
    clock.0.store(13 * 24 * 3600 * 1000, Ordering::SeqCst);
    store.tidy().await.unwrap();
    let settled =
        Delivery { key: "settled".to_owned(), from: "story".to_owned(), raw: Raw::from(&json!({})) };
    assert_eq!(store.accept(&settled).await.unwrap(), Accepted::Seen);
    clock.0.store(15 * 24 * 3600 * 1000, Ordering::SeqCst);
    store.tidy().await.unwrap();
    assert!(matches!(store.accept(&settled).await.unwrap(), Accepted::New(_)));
    assert_eq!(store.accept(&open).await.unwrap(), Accepted::Seen, "what nobody has dealt with stays");
}

#[tokio::test]
async fn what_is_not_for_us_is_passed_over_together() {
    let directory = tempfile::tempdir().unwrap();
    let store = a_store(directory.path(), Arc::default()).await;
    let mut ids = Vec::new();
    for key in ["one", "two", "three"] {
        ids.push(arrived(&store, key).await);
    }
    store.settle(ids[0], Settlement::Ignored).await.unwrap();
    store.ignore(ids[..2].to_vec()).await.unwrap();
    let left = store.backlog().await.unwrap();
    assert_eq!(left.iter().map(|letter| letter.id).collect::<Vec<_>>(), ids[2..]);
    store.close().await;
    let left = a_store(directory.path(), Arc::default()).await.backlog().await.unwrap();
    assert_eq!(left.iter().map(|letter| letter.id).collect::<Vec<_>>(), ids[2..]);
}

/// Where a thread ends is remembered, and what comes next is written behind that without asking. So is only what is new, and
/// only where it does end.
#[tokio::test]
async fn what_comes_into_a_thread_that_is_known_is_written_once_and_in_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand(AtomicI64::new(1_000_000)));
    let store = a_store(directory.path(), clock.clone()).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "one").await;
    let lane = claim(&store).await.unwrap().lane;
    ask(&store, &thread, "two").await;
    // The same message as another event, the same event again, and a message of which another process knew first.
    let again = arrived(&store, "two, as a mention").await;
    assert_eq!(store.settle(again, asked(&thread, "two")).await.unwrap(), Settled::Before);
    let third = arrived(&store, "three").await;
    assert_eq!(store.settle(third, asked(&thread, "three")).await.unwrap(), Settled::Now);
    assert_eq!(store.settle(third, asked(&thread, "three, changed")).await.unwrap(), Settled::Before);
    let other = a_store(directory.path(), clock).await;
    ask(&other, &thread, "four").await;
    ask(&store, &thread, "five").await;
    store
        .append(&lane, vec![Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None })])
        .await
        .unwrap();
    assert!(store.backlog().await.unwrap().is_empty(), "all of it was dealt with");
    let expected = ["one", "two", "three", "four", "five"].map(|message| Some(MessageRef::from(message)));
    let (read, afresh) = (store.read(&thread, 0).await.unwrap(), other.read(&thread, 0).await.unwrap());
    assert_eq!(read, afresh);
    assert_eq!(read.iter().map(|record| record.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let said = read.into_iter().map(|record| match record.entry {
        Entry::Message(MessageEntry::Asked { message, .. }) => Some(message),
        _ => None,
    });
    assert_eq!(said.take(5).collect::<Vec<_>>(), expected);
}

/// Many write at once, and some of them go away in the middle: whoever was told that it is written finds it, whoever went
/// away has written all of it or nothing, and the audit holds together.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_away_while_writing_takes_nothing_of_the_others_along() {
    const THREADS: u64 = 24;
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    clock.0.store(1_000_000, Ordering::SeqCst);
    let store = Arc::new(a_store(directory.path(), clock.clone()).await);
    let mut lanes = Vec::new();
    for number in 0..THREADS {
        ask(&store, &ThreadId(format!("t{number}")), &format!("q{number}")).await;
        lanes.push(claim(&store).await.unwrap().lane);
    }
    let writers = lanes.into_iter().enumerate().map(|(number, lane)| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut told = 0;
            for round in 0..40_u64 {
                // Two entries, one of them audited; both or none.
                let stopped = Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None });
                let finished =
                    Entry::Reply(ReplyEntry::Finished { turn: TurnId(round), ending: Ending::Stopped });
                let polls = if (round + number as u64).is_multiple_of(3) { round % 11 } else { u64::MAX };
                let written = for_so_many_polls(polls, store.append(&lane, vec![stopped, finished])).await;
                if let Some(written) = written {
                    written.unwrap();
                    told += 1;
                }
                // An append is not broken off once it has begun; this is.
                drop(for_so_many_polls(round % 7, store.renew(&lane, LEASE)).await);
            }
            (lane.thread, told)
        })
    });
    for writer in futures_util::future::join_all(writers).await {
        let (thread, told) = writer.unwrap();
        let journal = store.read(&thread, 0).await.unwrap();
        let numbers: Vec<u64> = journal.iter().map(|record| record.number).collect();
        assert_eq!(numbers, (1..=journal.len() as u64).collect::<Vec<_>>());
        assert_eq!(journal.len() % 2, 1, "the question, and pairs");
        let pairs = (journal.len() - 1) / 2;
        assert!((told..=40).contains(&pairs), "{told} were told, {pairs} are there");
    }
    let mut ledger =
        Ledger::open(&StorePaths::in_directory(directory.path()), a_vault(directory.path()).await)
            .await
            .unwrap();
    let verified = ledger.verify().await.unwrap();
    assert_eq!(verified.flaw, None);
    assert!(verified.records > 0);
    store.close().await;
    a_store(directory.path(), clock).await;
}

/// Whoever has begun to write may go away: it is written, and before whatever they write next.
#[tokio::test]
async fn what_was_begun_is_written_before_what_comes_after_it() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    clock.0.store(1_000_000, Ordering::SeqCst);
    let store = a_store(directory.path(), clock).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "one").await;
    let lane = claim(&store).await.unwrap().lane;
    let stopped = vec![Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None })];
    // Nobody else runs before the next wait, so nothing of it is written by now.
    assert_eq!(for_so_many_polls(0, store.append(&lane, stopped)).await, None);
    let finished = vec![Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Stopped })];
    store.append(&lane, finished).await.unwrap();
    let journal = store.read(&thread, 0).await.unwrap();
    let [_, first, second] = &journal[..] else { panic!("{journal:?}") };
    assert!(matches!(first.entry, Entry::Message(MessageEntry::Stopped { .. })), "{journal:?}");
    assert!(matches!(second.entry, Entry::Reply(ReplyEntry::Finished { .. })), "{journal:?}");
}

/// Waits for something, and goes away after so many looks.
async fn for_so_many_polls<T>(polls: u64, future: impl Future<Output = T>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    let mut left = polls;
    std::future::poll_fn(|context| match future.as_mut().poll(context) {
        std::task::Poll::Ready(done) => std::task::Poll::Ready(Some(done)),
        std::task::Poll::Pending if left == 0 => std::task::Poll::Ready(None),
        std::task::Poll::Pending => {
            left -= 1;
            std::task::Poll::Pending
        }
    })
    .await
}
