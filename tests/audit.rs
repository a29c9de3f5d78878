//! Whoever changes the audit is found out; whoever looks finds what they look for, and changes nothing.

#[path = "audit/exporting.rs"]
mod exporting;
#[path = "audit/showing.rs"]
mod showing;

use std::path::{Path, PathBuf};

use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{Plan, small_world};
use crate::serving::{any_port, countersign};

/// The data of a finished story, with the sealed head as it was halfway.
async fn a_finished_story() -> (tempfile::TempDir, PathBuf) {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    let copy = tempfile::tempdir().unwrap();
    let old_head = copy.path().join("old.head");
    std::fs::copy(town.data().join("audit.head"), &old_head).unwrap();
    town.control.say(&cast.asker, "dm", "thanks", Some(&asked.ts)).await;
    town.control.reply(&asked, 1).await;
    town.close().await;
    copy_all(&town.data(), copy.path());
    (copy, old_head)
}

async fn tamper(data: &Path, statement: &'static str) {
    let address = format!("sqlite://{}", data.join("countersign.db").display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    let changed = sqlx::query(statement).execute(&mut connection).await.unwrap();
    assert!(changed.rows_affected() > 0);
    connection.close().await.unwrap();
}

fn verify(data: &Path) -> (Option<i32>, String) {
    audit(data, "verify", &[])
}

/// `countersign audit COMMAND …`, run to its end.
pub fn audit(data: &Path, command: &str, more: &[&str]) -> (Option<i32>, String) {
    countersign(&[&["audit", command, "--data-dir", data.to_str().unwrap()], more].concat())
}

/// How an audit can be tampered with, and what is said about it.
const TAMPERING: [(&str, &str, &str); 5] = [
    (
        "an edit",
        "UPDATE audit SET record = replace(record, 'asked', 'said') WHERE number = 1",
        "record 1 was changed",
    ),
    ("a deletion", "DELETE FROM audit WHERE number = 2", "record 2 is missing"),
    ("a cut tail", "DELETE FROM audit WHERE number = (SELECT MAX(number) FROM audit)", "cut off or added"),
    (
        "a reorder",
        "UPDATE audit SET record = (SELECT other.record FROM audit other WHERE other.number = 5 - audit.number) \
         WHERE number IN (2, 3)",
        "record 2 was changed",
    ),
    (
        "an addition",
        "INSERT INTO audit SELECT MAX(number) + 1, 'forged', 'forged' FROM audit",
        "was changed, or does not follow",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_tampering_is_found_and_what_is_left_is_shown_all_the_same() {
    for (what, statement, words) in TAMPERING {
        let (data, _) = a_finished_story().await;
        let (code, whole) = verify(data.path());
        assert_eq!(code, Some(0), "{whole}");
        tamper(data.path(), statement).await;
        for command in ["verify", "show", "export"] {
            let (code, found) = audit(data.path(), command, &[]);
            assert_eq!(code, Some(7), "{what}, {command}: {found}");
            assert!(found.contains(words), "{what}, {command}: {found}");
            assert!(command == "verify" || found.contains("finished"), "{what}, {command}: {found}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_or_forged_head_does_not_fit() {
    let (data, old_head) = a_finished_story().await;
    let head = data.path().join("audit.head");
    let right = std::fs::read_to_string(&head).unwrap();
    std::fs::copy(&old_head, &head).unwrap();
    let (code, words) = verify(data.path());
    assert_eq!(code, Some(7), "{words}");
    std::fs::write(&head, right.replace("\"number\":", "\"number\":1")).unwrap();
    let (code, words) = verify(data.path());
    assert_eq!(code, Some(7), "{words}");
    assert!(words.contains("seal"), "{words}");
    std::fs::remove_file(&head).unwrap();
    let (code, words) = verify(data.path());
    assert_eq!(code, Some(7), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tampered_audit_is_not_buried_by_going_on() {
    let (data, _) = a_finished_story().await;
    tamper(data.path(), "DELETE FROM audit WHERE number = (SELECT MAX(number) FROM audit)").await;
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["serve", "--data-dir", data.path().to_str().unwrap()])
        .args(["--config", &any_port(data.path())])
        .env_clear()
        .envs([
            ("SLACK_BOT_TOKEN", "xoxb-1"),
            ("SLACK_APP_TOKEN", "xapp-1"),
            ("SLACK_API_URL", "http://127.0.0.1:9/"),
        ])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(7), "{words}");
    assert!(words.contains("countersign audit verify"), "{words}");
}

fn copy_all(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_all(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
}
