//! What happens at a time by itself.

use futures_util::FutureExt as _;
use kernel::ports::Timers;
use kernel::{CallEntry, CardEntry, Digest, PlannedCall};
use sqlx::{Connection as _, SqliteConnection};

use super::*;

const START: i64 = 1_000_000;
const EXPIRES: i64 = START + 60_000;

fn a_question(expires: i64) -> Entry {
    let planned = PlannedCall {
        call: "call".into(),
        tool: "person.ask".to_owned(),
        version: 1,
        account: "ana@firm.example".into(),
        requester: "ana".into(),
        plan: Body::new("{}"),
        digest: Digest::of_words("{}"),
    };
    CardEntry::AskedPerson { turn: TurnId(1), approval: "question".into(), planned, expires: Time(expires) }
        .into()
}

fn a_sign_in(until: i64) -> Vec<Entry> {
    let consent = kernel::ConsentId("sign-in".to_owned());
    vec![
        CallEntry::AwaitsConsent {
            turn: TurnId(1),
            call: "call".into(),
            consent: consent.clone(),
            person: "ana".into(),
            needs: Vec::new(),
            why: String::new(),
        }
        .into(),
        CallEntry::ConsentOffered { consent, until: Some(Time(until)) }.into(),
    ]
}

async fn in_the_database(directory: &std::path::Path, statement: &'static str) {
    let address = format!("sqlite://{}", directory.join("countersign.db").display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// A store with a thread in which these were written at the start.
async fn a_store_with(directory: &std::path::Path, entries: Vec<Entry>) -> (Store, Arc<Hand>, ThreadId) {
    let clock = Arc::new(Hand::default());
    clock.0.store(START, Ordering::SeqCst);
    let store = a_store(directory, clock.clone()).await;
    let thread = ThreadId("t".to_owned());
    ask(&store, &thread, "one").await;
    let claimed = claim(&store).await.unwrap();
    store.append(&claimed.lane, entries).await.unwrap();
    store.release(&claimed.lane, 9).await.unwrap();
    (store, clock, thread)
}

async fn last(store: &Store, thread: &ThreadId) -> Entry {
    store.read(thread, 0).await.unwrap().pop().unwrap().entry
}

#[tokio::test]
async fn a_card_expires_when_its_time_is_over_and_not_before() {
    let directory = tempfile::tempdir().unwrap();
    let (store, clock, thread) = a_store_with(directory.path(), vec![a_question(EXPIRES)]).await;
    store.changed().now_or_never().expect("a timer was set");
    assert_eq!(store.changed().now_or_never(), None, "nothing was set since");
    assert_eq!(store.next().await.unwrap(), Some(Time(EXPIRES)));
    clock.0.store(EXPIRES - 1, Ordering::SeqCst);
    assert_eq!(store.fire().await.unwrap(), 0);
    assert_eq!(claim(&store).await, None, "the thread sleeps");
    clock.0.store(EXPIRES, Ordering::SeqCst);
    assert_eq!(store.fire().await.unwrap(), 1);
    assert_eq!(last(&store, &thread).await, CardEntry::Expired { approval: "question".into() }.into());
    assert!(claim(&store).await.is_some(), "the thread is awake");
    assert_eq!((store.next().await.unwrap(), store.fire().await.unwrap()), (None, 0), "once");
}

#[tokio::test]
async fn a_card_that_was_decided_does_not_expire() {
    let directory = tempfile::tempdir().unwrap();
    let voided = CardEntry::Voided { approval: "question".into(), why: "gone".to_owned() };
    let entries = vec![a_question(EXPIRES), voided.clone().into()];
    let (store, clock, thread) = a_store_with(directory.path(), entries).await;
    clock.0.store(EXPIRES, Ordering::SeqCst);
    store.fire().await.unwrap();
    assert_eq!(last(&store, &thread).await, voided.into());
    assert_eq!(store.next().await.unwrap(), None);
}

#[tokio::test]
async fn a_sign_in_is_given_up_when_its_time_is_over() {
    let directory = tempfile::tempdir().unwrap();
    let (store, clock, thread) = a_store_with(directory.path(), a_sign_in(EXPIRES)).await;
    clock.0.store(EXPIRES, Ordering::SeqCst);
    assert_eq!(store.fire().await.unwrap(), 1);
    let Entry::Call(CallEntry::Declined { consent, .. }) = last(&store, &thread).await else { panic!() };
    assert_eq!(consent.0, "sign-in");
}

#[tokio::test]
async fn a_timer_of_a_newer_build_stays_and_keeps_nobody_awake() {
    let directory = tempfile::tempdir().unwrap();
    let (store, clock, _) = a_store_with(directory.path(), Vec::new()).await;
    in_the_database(directory.path(), "INSERT INTO timers VALUES ('dream', 'sheep', 1)").await;
    assert_eq!(store.next().await.unwrap(), None);
    clock.0.store(EXPIRES, Ordering::SeqCst);
    assert_eq!(store.fire().await.unwrap(), 0);
    in_the_database(
        directory.path(),
        "CREATE TEMP TABLE one (n CHECK (n = 1)); INSERT INTO one SELECT COUNT(*) FROM timers",
    )
    .await;
}

#[tokio::test]
async fn what_waited_before_there_were_timers_gets_one() {
    let directory = tempfile::tempdir().unwrap();
    let entries = [vec![a_question(EXPIRES)], a_sign_in(EXPIRES + 1)].concat();
    let (store, clock, thread) = a_store_with(directory.path(), entries).await;
    drop(store);
    in_the_database(
        directory.path(),
        "DROP TABLE timers; DELETE FROM _sqlx_migrations WHERE version = 20; \
         CREATE INDEX approvals_held ON approvals (due) WHERE state = 'held'; \
         CREATE INDEX consents_until ON consents (until) WHERE open = 1;",
    )
    .await;
    let store = a_store(directory.path(), clock.clone()).await;
    assert_eq!(store.next().await.unwrap(), Some(Time(EXPIRES)));
    clock.0.store(EXPIRES + 1, Ordering::SeqCst);
    assert_eq!(store.fire().await.unwrap(), 2);
    let kinds: Vec<Entry> = store.read(&thread, 0).await.unwrap().into_iter().map(|one| one.entry).collect();
    assert!(kinds.contains(&CardEntry::Expired { approval: "question".into() }.into()), "{kinds:?}");
    assert!(matches!(kinds.last(), Some(Entry::Call(CallEntry::Declined { .. }))), "{kinds:?}");
}

#[tokio::test]
async fn a_lease_that_will_run_out_is_known_beforehand() {
    let directory = tempfile::tempdir().unwrap();
    let (store, _, thread) = a_store_with(directory.path(), Vec::new()).await;
    assert_eq!(store.next_lapse().await.unwrap(), None);
    ask(&store, &thread, "two").await;
    claim(&store).await.unwrap();
    assert_eq!(store.next_lapse().await.unwrap(), Some(Time(START).plus(LEASE)));
}
