//! Threads that cannot go on: their people are told, they rest, `doctor` names them, and they go on once they can.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::Ports;
use kernel::ports::{Journal, Lane, Legible, Soon, StoreError};
use kernel::{Blob, Entry, Record, ReplyEntry, ThreadId};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{Plan, Posted, ScriptedModel, Town, all_text, says, small_world, variables};

const TOLD: &str = "I cannot go on in this thread";

/// A journal that loses what the model says, for as long as it is told to.
struct Lossy(Arc<dyn Journal>);

static LOSES: AtomicBool = AtomicBool::new(true);

impl Lossy {
    fn instead(ports: Ports) -> Ports {
        Ports { journal: Arc::new(Self(Arc::clone(&ports.journal))), ..ports }
    }
}

impl Journal for Lossy {
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        self.0.read(thread, after)
    }

    fn legible<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>> {
        self.0.legible(thread)
    }

    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        let said = entries.iter().any(|entry| matches!(entry, Entry::Reply(ReplyEntry::Said { .. })));
        if said && LOSES.load(Ordering::SeqCst) {
            return Box::pin(async { Ok(()) });
        }
        self.0.append(lane, entries)
    }

    fn fetch<'a>(&'a self, thread: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>> {
        self.0.fetch(thread, blob)
    }
}

/// The finding of `doctor` about the threads: its health and its words.
fn examined(town: &Town) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["doctor", "--json", "--data-dir"])
        .arg(town.data())
        .env_clear()
        .envs(variables(town.card()))
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = said["findings"].as_array().unwrap().iter().find(|one| one["about"] == "the threads");
    let text = |name: &str| finding.unwrap()[name].as_str().unwrap().to_owned();
    (text("health"), text("words"))
}

async fn in_the_database(town: &Town, statement: &'static str) {
    let address = format!("sqlite://{}", town.data().join("countersign.db").display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    let changed = sqlx::query(statement).execute(&mut connection).await.unwrap();
    assert!(changed.rows_affected() > 0, "{statement}");
    connection.close().await.unwrap();
}

/// Waits until `doctor` has something to say about the threads, or nothing any more.
async fn until_doctor_says(town: &Town, health: &str) -> String {
    let said = async || Some(examined(town)).filter(|(now, _)| now == health).map(|(_, words)| words);
    town.control.until(&format!("doctor says {health}"), said).await
}

/// All that is said in a thread after one of its messages, once something is. A thread that was not let go of when the
/// product ended is looked at again when it starts, and can say what is wrong before anybody writes.
async fn told_after(town: &Town, root: &Posted, message: &Posted) -> String {
    let said = async || {
        let replies = town.control.replies(root).await;
        let later = replies.iter().filter(|reply| reply["ts"].as_str() > Some(message.ts.as_str()));
        let words: Vec<String> = later.map(all_text).collect();
        assert!(words.len() <= 1, "it is said once: {words:?}");
        words.into_iter().next()
    };
    town.control.until("an answer below the message", said).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_changes_nothing_is_given_up_and_its_person_is_told() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|_| says("The answer."));
    let plan = Plan { ports: Lossy::instead, ..Plan::new(world).model(model.clone()) };
    let town = plan.build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    assert!(town.control.reply(&asked, 0).await.contains(TOLD));
    let words = until_doctor_says(&town, "broken").await;
    assert!(words.starts_with("1 thread cannot go on.") && words.contains("AskModel"), "{words}");
    let tries = model.heard.lock().unwrap().len();
    assert!(tries <= 5, "it was tried {tries} times");

    LOSES.store(false, Ordering::SeqCst);
    town.control.say(&cast.asker, "dm", "and now?", Some(&asked.ts)).await;
    assert!(town.control.reply(&asked, 1).await.contains("The answer."));
    until_doctor_says(&town, "ok").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_with_a_record_that_cannot_be_read_rests_and_its_person_is_told() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|_| says("The answer."));
    let mut town = Plan::new(world).model(model).build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    town.close().await;
    in_the_database(
        &town,
        "UPDATE journal SET entry = '{\"of_a_later_version\":' || entry || '}' WHERE number = 2",
    )
    .await;
    town.open().await;
    let again = town.control.say(&cast.asker, "dm", "and now?", Some(&asked.ts)).await;
    assert!(told_after(&town, &asked, &again).await.contains(TOLD));
    let words = until_doctor_says(&town, "broken").await;
    assert!(words.contains("record 2, which is called of_a_later_version"), "{words}");
    assert!(words.contains(&asked.ts), "{words}");
    let other = town.control.say(&cast.asker, "dm", "and here?", None).await;
    assert!(town.control.reply(&other, 0).await.contains("The answer."), "other threads go on");
    town.close().await;
    in_the_database(
        &town,
        "UPDATE journal SET entry = json_extract(entry, '$.of_a_later_version') WHERE number = 2 \
         AND json_extract(entry, '$.of_a_later_version') IS NOT NULL",
    )
    .await;
    town.open().await;
    let last = town.control.say(&cast.asker, "dm", "and at last?", Some(&asked.ts)).await;
    assert!(told_after(&town, &asked, &last).await.contains("The answer."));
    until_doctor_says(&town, "ok").await;
}
