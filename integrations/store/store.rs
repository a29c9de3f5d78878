//! Opening the database.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::ports::{Clock, StoreError, Vault};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqlSafeStr, SqlitePool};
use tokio::sync::Semaphore;

use crate::audit_head::AuditHead;
use crate::inbox::InboxFile;
use crate::transaction::Shared;
use crate::writer::{SharedWriter, Writer};

/// How many connections read beside the one that writes.
const READERS: u32 = 4;
/// Kilobytes of pages, as a negative number, that each reader keeps. Small, because recent records are kept in memory.
const KEPT_BY_A_READER: &str = "-400";
/// How many wait for the pen at a time: so many are committed together.
const TOGETHER: usize = 64;

/// So many pages, 16 MB of them, are written one after the other before they are put in their places.
const PAGES_UNPLACED: &str = "4000";

/// The embedded store: one connection writes, a few read.
pub struct Store {
    pub(crate) writer: SharedWriter,
    /// Where everybody waits for the pen.
    pub(crate) queue: Arc<Semaphore>,
    pub(crate) shared: Shared,
    pub(crate) readers: SqlitePool,
    pub(crate) clock: Arc<dyn Clock>,
}

/// Where the database, what comes from outside, and the sealed head of the audit are. The head is a file of its own on purpose:
/// whoever can change the database cannot forge it without the vault's key.
#[derive(Clone, Debug)]
pub struct StorePaths {
    pub database: PathBuf,
    pub inbox: PathBuf,
    pub audit_head: PathBuf,
}

impl StorePaths {
    /// The usual names below a data directory.
    pub fn in_directory(directory: &Path) -> Self {
        Self {
            database: directory.join("countersign.db"),
            inbox: directory.join("inbox.db"),
            audit_head: directory.join("audit.head"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("cannot open the database {path}: {why}. Check that the directory exists and can be written.")]
    Unreachable { path: String, why: String },
    #[error("the database {path} was made by another version: {why}. Start the version that made it.")]
    Migration { path: String, why: String },
    #[error("the audit does not fit its sealed head: {0}. Run: countersign audit verify")]
    Audit(String),
}

impl Store {
    /// Opens it for work. An audit that does not fit its sealed head is refused: appending to it would bury the
    /// evidence. Whoever only wants to look opens the [`Ledger`](crate::Ledger).
    pub async fn open(
        place: &StorePaths,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, OpenError> {
        let path = place.database.display().to_string();
        let unreachable =
            |error: sqlx::Error| OpenError::Unreachable { path: path.clone(), why: error.to_string() };
        let options = durable(&place.database)
            .foreign_keys(true)
            // Much is written to the same pages again and again: the later they are put in their places, the fewer they are.
            .pragma("wal_autocheckpoint", PAGES_UNPLACED)
            // Most statements are said in three ways: as the first of a transaction, of a part of one, and later.
            .statement_cache_capacity(200);
        let mut writer = options.connect().await.map_err(unreachable)?;
        migrator()
            .run(&mut writer)
            .await
            .map_err(|error| OpenError::Migration { path: path.clone(), why: error.to_string() })?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            // A file does not go away like a server.
            .test_before_acquire(false)
            .connect_with(options.read_only(true).pragma("cache_size", KEPT_BY_A_READER))
            .await
            .map_err(unreachable)?;
        let head = Arc::new(AuditHead::new(place.audit_head.clone(), vault));
        let inbox = InboxFile::open(place.inbox.clone(), &mut writer, Arc::clone(&head)).await?;
        let store = Self {
            shared: Shared {
                head,
                recent: Arc::default(),
                wake: Arc::default(),
                timer_set: Arc::default(),
                inbox: Arc::new(inbox),
            },
            writer: SharedWriter::new(Writer::new(writer)),
            queue: Arc::new(Semaphore::new(TOGETHER)),
            readers,
            clock,
        };
        store.check_audit_head().await?;
        Ok(store)
    }

    /// Closes every connection; what was committed is in the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        self.shared.inbox.close(self.clock.now()).await;
    }
}

/// A file of which every commit survives the loss of power: what we acknowledge and what we send rests on it.
pub(crate) fn durable(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(std::time::Duration::from_secs(10))
        // What is forgotten is not to be found in the file either.
        .pragma("secure_delete", "ON")
        // Pages as they were before a part of a transaction, in case it is taken back.
        .pragma("temp_store", "MEMORY")
}

pub(crate) fn step(number: i64, name: &'static str, words: &'static str) -> Migration {
    Migration::new(number, name.into(), MigrationType::Simple, words.into_sql_str(), false)
}

pub(crate) fn migrator() -> Migrator {
    let steps = vec![
        step(1, "house", include_str!("migrations/sqlite/0001_house.sql")),
        step(2, "held", include_str!("migrations/sqlite/0002_held.sql")),
        step(3, "people", include_str!("migrations/sqlite/0003_people.sql")),
        step(4, "alike", include_str!("migrations/sqlite/0004_alike.sql")),
        step(5, "blobs", include_str!("migrations/sqlite/0005_blobs.sql")),
        step(6, "sign_ins", include_str!("migrations/sqlite/0006_sign_ins.sql")),
        step(7, "questions", include_str!("migrations/sqlite/0007_questions.sql")),
        step(8, "rules", include_str!("migrations/sqlite/0008_rules.sql")),
        step(9, "approvers", include_str!("migrations/sqlite/0009_approvers.sql")),
        step(10, "embeddings", include_str!("migrations/sqlite/0010_embeddings.sql")),
        step(11, "dry_run", include_str!("migrations/sqlite/0011_dry_run.sql")),
        step(12, "spending", include_str!("migrations/sqlite/0012_spending.sql")),
        step(13, "pins", include_str!("migrations/sqlite/0013_pins.sql")),
        step(14, "calls", include_str!("migrations/sqlite/0014_calls.sql")),
        step(15, "by_key", include_str!("migrations/sqlite/0015_by_key.sql")),
        step(16, "settled", include_str!("migrations/sqlite/0016_settled.sql")),
        step(17, "waivers", include_str!("migrations/sqlite/0017_waivers.sql")),
        step(18, "parked", include_str!("migrations/sqlite/0018_parked.sql")),
        step(19, "spending_totals", include_str!("migrations/sqlite/0019_spending_totals.sql")),
        step(20, "timers", include_str!("migrations/sqlite/0020_timers.sql")),
    ];
    Migrator { migrations: steps.into(), ..Migrator::DEFAULT }
}

pub(crate) fn unreachable(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::ColumnNotFound(_) => {
            StoreError::Unreadable(error.to_string())
        }
        other => StoreError::Unreachable(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn what_was_kept_in_another_shape_is_kept_in_this_one() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let all = migrator().migrations;
        let earlier = Migrator { migrations: all[..14].to_vec().into(), ..Migrator::DEFAULT };
        earlier.run(&mut database).await.unwrap();
        for statement in [
            "INSERT INTO audit (number, record, hash) VALUES (2, 'second', 'b'), (1, 'first', 'a')",
            "INSERT INTO used (once, at, thread) VALUES ('y', 7, NULL), ('x', 5, 'T')",
        ] {
            sqlx::query(statement).execute(&mut database).await.unwrap();
        }
        migrator().run(&mut database).await.unwrap();
        let audit: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT * FROM audit ORDER BY rowid").fetch_all(&mut database).await.unwrap();
        assert_eq!(audit, [(1, "first".into(), "a".into()), (2, "second".into(), "b".into())]);
        let used: Vec<(String, i64, Option<String>)> =
            sqlx::query_as("SELECT * FROM used ORDER BY once").fetch_all(&mut database).await.unwrap();
        assert_eq!(used, [("x".into(), 5, Some("T".into())), ("y".into(), 7, None)]);
        let twice = "INSERT INTO audit (number, record, hash) VALUES (2, 'other', 'c')";
        assert!(
            sqlx::query(twice).execute(&mut database).await.is_err(),
            "a record can be put beside another"
        );
    }

    #[tokio::test]
    async fn totals_begin_with_what_older_builds_noted_and_one_row_is_read_for_each_model() {
        const DAY: i64 = kernel::Time::DAY;
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let earlier =
            Migrator { migrations: migrator().migrations[..18].to_vec().into(), ..Migrator::DEFAULT };
        earlier.run(&mut database).await.unwrap();
        for (number, (at, person, cost)) in
            [(5, "ana", 1), (DAY - 1, "ana", 10), (DAY, "ana", 100), (DAY, "ben", 1_000)].iter().enumerate()
        {
            sqlx::query("INSERT INTO spending VALUES ('T', ?, ?, ?, 'm', 0, 0, 0, 0, ?)")
                .bind(i64::try_from(number).unwrap())
                .bind(at)
                .bind(person)
                .bind(cost)
                .execute(&mut database)
                .await
                .unwrap();
        }
        migrator().run(&mut database).await.unwrap();
        let totals: Vec<(String, String, i64, i64)> =
            sqlx::query_as("SELECT spender, id, day, cost FROM spending_totals ORDER BY spender, id, day")
                .fetch_all(&mut database)
                .await
                .unwrap();
        let row = |spender: &str, id: &str, day, cost| (spender.to_owned(), id.to_owned(), day, cost);
        let expected = [
            row("everybody", "", 0, 11),
            row("everybody", "", DAY, 1_100),
            row("person", "ana", 0, 11),
            row("person", "ana", DAY, 100),
            row("person", "ben", DAY, 1_000),
            row("thread", "T", 0, 1_111),
        ];
        assert_eq!(totals, expected);
        let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(
            "EXPLAIN QUERY PLAN SELECT * FROM spending_totals WHERE spender = 'a' AND id = 'b' AND day = 0",
        )
        .fetch_all(&mut database)
        .await
        .unwrap();
        assert!(plan[0].3.contains("PRIMARY KEY (spender=? AND id=? AND day=?)"), "{plan:?}");
    }

    #[tokio::test]
    async fn why_a_write_could_run_is_read_of_what_older_builds_wrote() {
        use kernel::{CallEntry, Entry, Kind, RuleId, Waiver};
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let all = migrator().migrations;
        let earlier = Migrator { migrations: all[..16].to_vec().into(), ..Migrator::DEFAULT };
        earlier.run(&mut database).await.unwrap();
        let cases = [
            ("read", Waiver::Policy(Kind::Read)),
            ("own edit", Waiver::Policy(Kind::Edit)),
            ("in the requester's own words", Waiver::OwnWords),
            ("the person has approved the like of it in this thread", Waiver::SimilarApproval),
            ("standing rule a/7", Waiver::PersonRule(RuleId("a/7".to_owned()))),
            ("the operator's rule weekly \"report\"", Waiver::OperatorRule("weekly \"report\"".to_owned())),
            ("standing ruling", Waiver::Unknown("standing ruling".to_owned())),
        ];
        let running = |waiver: serde_json::Value| {
            let planned = serde_json::json!({ "call": "c", "tool": "docs.append", "version": 1, "account": "a",
                "requester": "p", "plan": { "digest": "d" }, "digest": "d" });
            serde_json::json!({ "Running": { "turn": 1, "planned": planned, "waiver": waiver } })
        };
        let approved = running(serde_json::json!({ "Approval": "a" }));
        let rules = cases.iter().map(|(rule, _)| running(serde_json::json!({ "Rule": rule })));
        for (number, entry) in (1..).zip(rules.chain([approved.clone()])) {
            sqlx::query("INSERT INTO journal (thread, number, at, entry) VALUES ('T', ?, 0, ?)")
                .bind(number)
                .bind(entry.to_string())
                .execute(&mut database)
                .await
                .unwrap();
        }
        migrator().run(&mut database).await.unwrap();
        let kept: Vec<(String,)> = sqlx::query_as("SELECT entry FROM journal ORDER BY number")
            .fetch_all(&mut database)
            .await
            .unwrap();
        for ((entry,), (rule, expected)) in kept.iter().zip(&cases) {
            let Ok(Entry::Call(CallEntry::Running { waiver, .. })) = serde_json::from_str(entry) else {
                panic!("{entry}")
            };
            assert_eq!((&waiver, &*waiver.name()), (expected, *rule));
        }
        assert_eq!(kept.last().unwrap().0, approved.to_string(), "the others are as they were");
    }
}
