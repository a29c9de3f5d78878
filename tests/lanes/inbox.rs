//! What comes from outside is written down beside everything else, and is dealt with once all the same.

use sqlx::{Connection as _, SqliteConnection};

use kernel::MessageEntry;

use super::*;

fn delivery(key: &str) -> Delivery {
    Delivery { key: key.to_owned(), from: "story".to_owned(), raw: Raw::from(&json!({ "said": key })) }
}

async fn database(directory: &std::path::Path, name: &str) -> SqliteConnection {
    let address = format!("sqlite://{}", directory.join(name).display());
    SqliteConnection::connect(&address).await.unwrap()
}

#[tokio::test]
async fn what_comes_is_accepted_while_nothing_else_can_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    clock.0.store(1_000_000, Ordering::SeqCst);
    let store = a_store(directory.path(), clock).await;
    ask(&store, &ThreadId("t".to_owned()), "before").await;
    let lane = claim(&store).await.unwrap().lane;
    let mut somebody = database(directory.path(), "countersign.db").await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut somebody).await.unwrap();
    let entries = vec![Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None })];
    let now = delivery("now");
    let mut working = std::pin::pin!(store.append(&lane, entries));
    tokio::select! {
        biased;
        written = &mut working => panic!("the database is somebody else's: {written:?}"),
        accepted = store.accept(&now) => assert!(matches!(accepted, Ok(Accepted::New(_)))),
    }
    sqlx::query("ROLLBACK").execute(&mut somebody).await.unwrap();
    working.await.unwrap();
}

#[tokio::test]
async fn what_was_dealt_with_before_a_crash_is_not_left_over_after_it() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    let store = a_store(directory.path(), clock.clone()).await;
    ask(&store, &ThreadId("t".to_owned()), "asked").await;
    store.accept(&delivery("left")).await.unwrap();
    // As if the process had died before it was known at the door.
    let unknown = "UPDATE inbound SET settled = NULL, raw = '{}' WHERE key = 'story/asked'";
    store.close().await;
    let mut inbox = database(directory.path(), "inbox.db").await;
    sqlx::query(unknown).execute(&mut inbox).await.unwrap();
    inbox.close().await.unwrap();

    let store = a_store(directory.path(), clock).await;
    let said = |letters: Vec<kernel::ports::Letter>| -> Vec<_> {
        letters.iter().map(|letter| letter.raw.read().unwrap()["said"].clone()).collect()
    };
    assert_eq!(said(store.backlog().await.unwrap()), ["left"]);
    assert_eq!(store.accept(&delivery("asked")).await.unwrap(), Accepted::Seen);
    store.close().await;
    let mut inbox = database(directory.path(), "inbox.db").await;
    let query = "SELECT count(*) FROM inbound WHERE settled IS NULL";
    let left: i64 = sqlx::query_scalar(query).fetch_one(&mut inbox).await.unwrap();
    assert_eq!(left, 1, "it is known there again");
}

#[tokio::test]
async fn what_comes_after_everything_was_forgotten_is_not_taken_for_dealt_with() {
    let directory = tempfile::tempdir().unwrap();
    let clock = Arc::new(Hand::default());
    let store = a_store(directory.path(), clock.clone()).await;
    for key in ["one", "two"] {
        ask(&store, &ThreadId("t".to_owned()), key).await;
    }
    clock.0.store(15 * 24 * 3600 * 1000, Ordering::SeqCst);
    store.tidy().await.unwrap();
    store.accept(&delivery("three")).await.unwrap();
    assert_eq!(store.backlog().await.unwrap().len(), 1);
    store.close().await;
    // Somebody takes the file away.
    for name in ["inbox.db", "inbox.db-wal", "inbox.db-shm"] {
        let gone = std::fs::remove_file(directory.path().join(name));
        assert!(gone.is_ok() || name.contains('-'), "{name}: {gone:?}");
    }
    let store = a_store(directory.path(), clock).await;
    for key in ["four", "five", "six"] {
        store.accept(&delivery(key)).await.unwrap();
    }
    assert_eq!(store.backlog().await.unwrap().len(), 3);
}
