//! One transaction: entries into the journal, and everything that must change together with them.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Lane, StoreError};
use kernel::{ApprovalId, AuditRecord, Entry, Outcome, PersonId, PlannedCall, ThreadId, Time, Waiver};
use serde_json::json;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, SqliteConnection};
use tokio::sync::SemaphorePermit;

use crate::Store;
use crate::audit::Link;
use crate::pen::Part;
use crate::store::unreachable;

/// A transaction of the one writer, which others may share.
pub(crate) struct Writing<'a> {
    store: &'a Store,
    part: Part,
    _permit: Option<SemaphorePermit<'a>>,
    pub(crate) now: Time,
    wakes: bool,
}

impl Store {
    pub(crate) async fn write(&self) -> Result<Writing<'_>, StoreError> {
        let permit =
            self.queue.acquire().await.map_err(|error| StoreError::Unreachable(error.to_string()))?;
        self.begin(Some(permit)).await
    }

    /// Before everybody who queues: few of them are ahead.
    pub(crate) async fn write_urgently(&self) -> Result<Writing<'_>, StoreError> {
        self.begin(None).await
    }

    async fn begin<'a>(&'a self, permit: Option<SemaphorePermit<'a>>) -> Result<Writing<'a>, StoreError> {
        let part = Part::begin(&self.stand).await?;
        Ok(Writing { store: self, part, _permit: permit, now: self.clock.now(), wakes: false })
    }
}

impl Writing<'_> {
    /// Appends to a thread that somebody holds; nothing if it is not they who write.
    pub(crate) async fn append(&mut self, lane: &Lane, entries: &[Entry]) -> Result<(), StoreError> {
        let (more, awake) = self.advance(entries);
        let last: Option<(i64,)> = sqlx::query_as(
            "UPDATE lanes SET last = last + $1, awake = CASE WHEN awake = 0 THEN $2 ELSE awake END \
             WHERE thread = $3 AND fence = $4 RETURNING last",
        )
        .bind(more)
        .bind(awake)
        .bind(&lane.thread.0)
        .bind(lane.fence)
        .fetch_optional(self.connection())
        .await
        .map_err(unreachable)?;
        let (last,) = last.ok_or(StoreError::Fenced)?;
        self.entries(&lane.thread, last - more, entries).await
    }

    /// Appends something that came from outside, whoever holds the lane.
    pub(crate) async fn receive(&mut self, thread: &ThreadId, entry: Entry) -> Result<(), StoreError> {
        let entries = [entry];
        let (more, awake) = self.advance(&entries);
        let (last,): (i64,) = sqlx::query_as(
            "INSERT INTO lanes (thread, last, awake, lease, fence) VALUES ($1, $2, $3, 0, 0) ON CONFLICT (thread) \
             DO UPDATE SET last = last + $2, awake = CASE WHEN awake = 0 THEN $3 ELSE awake END RETURNING last",
        )
        .bind(&thread.0)
        .bind(more)
        .bind(awake)
        .fetch_one(self.connection())
        .await
        .map_err(unreachable)?;
        self.entries(thread, last - more, &entries).await
    }

    /// How many records a lane gets, and since when it is awake for them.
    fn advance(&mut self, entries: &[Entry]) -> (i64, i64) {
        let wakes = entries.iter().any(Entry::wakes);
        self.wakes |= wakes;
        (i64::try_from(entries.len()).unwrap_or(i64::MAX), if wakes { self.now.0 } else { 0 })
    }

    /// Writes entries after record number `last`.
    async fn entries(&mut self, thread: &ThreadId, last: i64, entries: &[Entry]) -> Result<(), StoreError> {
        for (number, entry) in (last + 1..).zip(entries) {
            self.record(thread, number, entry).await?;
            self.bodies(thread, entry).await?;
            self.blobs(thread, entry).await?;
            self.in_step(thread, entry).await?;
            self.purge(thread, number, entry).await?;
            self.audit(thread, number, entry).await?;
        }
        Ok(())
    }

    /// What is written here, or read in step with it.
    pub(crate) fn connection(&mut self) -> &mut SqliteConnection {
        self.part.connection()
    }

    /// Durable when it returns.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.part.commit(Arc::clone(&self.store.head)).await?;
        if self.wakes {
            self.store.bell.notify_one();
        }
        Ok(())
    }

    async fn record(&mut self, thread: &ThreadId, number: i64, entry: &Entry) -> Result<(), StoreError> {
        let entry =
            serde_json::to_string(entry).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        sqlx::query("INSERT INTO journal (thread, number, at, entry) VALUES ($1, $2, $3, $4)")
            .bind(&thread.0)
            .bind(number)
            .bind(self.now.0)
            .bind(entry)
            .execute(self.connection())
            .await
            .map_err(unreachable)?;
        Ok(())
    }

    async fn bodies(&mut self, thread: &ThreadId, entry: &Entry) -> Result<(), StoreError> {
        for body in entry.bodies() {
            let Some(words) = &body.words else { continue };
            sqlx::query(
                "INSERT INTO bodies (thread, digest, words) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind(&thread.0)
            .bind(body.digest.as_str())
            .bind(words)
            .execute(self.connection())
            .await
            .map_err(unreachable)?;
        }
        Ok(())
    }

    async fn blobs(&mut self, thread: &ThreadId, entry: &Entry) -> Result<(), StoreError> {
        for blob in entry.blobs() {
            let Some(bytes) = &blob.bytes else { continue };
            sqlx::query(
                "INSERT INTO blobs (thread, digest, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind(&thread.0)
            .bind(blob.digest.as_str())
            .bind(&**bytes)
            .execute(self.connection())
            .await
            .map_err(unreachable)?;
        }
        Ok(())
    }

    /// Takes words and pictures away for good, unless something that was written down meanwhile says the same.
    async fn purge(&mut self, thread: &ThreadId, number: i64, entry: &Entry) -> Result<(), StoreError> {
        let Entry::Forgotten { digests, seen } = entry else { return Ok(()) };
        for digest in digests {
            for purge in [PURGE_WORDS, PURGE_BYTES] {
                sqlx::query(purge)
                    .bind(&thread.0)
                    .bind(digest.as_str())
                    .bind(i64::try_from(*seen).unwrap_or(i64::MAX))
                    .bind(number)
                    .execute(self.connection())
                    .await
                    .map_err(unreachable)?;
            }
        }
        Ok(())
    }

    /// Keeps the approvals and the sign-ins in step with the journal.
    async fn in_step(&mut self, thread: &ThreadId, entry: &Entry) -> Result<(), StoreError> {
        let query = match entry {
            Entry::AwaitsApproval { approval, planned, expires, hold, .. } => {
                pending(thread, approval, planned, *expires, *hold)
            }
            Entry::UndoOffered { approval, planned, until, .. } => {
                button(thread, approval, planned, *until, "undo")
            }
            Entry::SharingOffered { approval, planned, until, .. } => {
                button(thread, approval, planned, *until, "sharing")
            }
            Entry::Shared { approval, outcome, .. } => shared(approval, *outcome),
            Entry::AwaitsConsent { .. }
            | Entry::ConsentOffered { .. }
            | Entry::Connected { .. }
            | Entry::Declined { .. } => return self.sign_ins_in_step(thread, entry).await,
            Entry::CardShown { approval, message, .. } => {
                sqlx::query("UPDATE approvals SET card = $1 WHERE id = $2").bind(&message.0).bind(&approval.0)
            }
            Entry::Expired { approval } => {
                sqlx::query("UPDATE approvals SET state = 'expired' WHERE id = $1").bind(&approval.0)
            }
            Entry::Voided { approval, .. } => {
                sqlx::query("UPDATE approvals SET state = 'void' WHERE id = $1 AND state IN ('pending', 'held')")
                    .bind(&approval.0)
            }
            Entry::Released { approval } => {
                sqlx::query("UPDATE approvals SET state = 'claimed' WHERE id = $1 AND state = 'held'")
                    .bind(&approval.0)
            }
            Entry::Running { waiver: Waiver::Approval(approval), .. } => {
                sqlx::query("UPDATE approvals SET state = 'executing' WHERE id = $1").bind(&approval.0)
            }
            Entry::Answered { call, outcome, .. }
            | Entry::Resolved { call, outcome, .. }
            | Entry::Undone { call, outcome, .. } => sqlx::query(
                "UPDATE approvals SET state = $1 WHERE thread = $2 AND call = $3 AND state IN ('executing', 'claimed')",
            )
            .bind(outcome_state(*outcome))
            .bind(&thread.0)
            .bind(&call.0),
            Entry::AskedPerson { approval, planned, expires, .. } => {
                pending(thread, approval, planned, *expires, Duration::ZERO)
            }
            Entry::PersonAnswered { approval, by, .. } => responded(approval, by, "done"),
            Entry::Edited { approval, by, .. } => responded(approval, by, "void"),
            Entry::DeniedBecause { approval, by, .. } => responded(approval, by, "denied"),
            Entry::OrderEnded { approval, .. } => {
                sqlx::query("UPDATE approvals SET alike_until = NULL WHERE id = $1").bind(&approval.0)
            }
            Entry::Stopped { by } => sqlx::query(
                "UPDATE approvals SET alike_until = NULL WHERE thread = $1 AND requester = $2 AND alike_until IS NOT NULL",
            )
            .bind(&thread.0)
            .bind(&by.0),
            _ => return Ok(()),
        };
        query.execute(self.connection()).await.map_err(unreachable)?;
        Ok(())
    }

    async fn sign_ins_in_step(&mut self, thread: &ThreadId, entry: &Entry) -> Result<(), StoreError> {
        let query = match entry {
            Entry::AwaitsConsent { consent, person, .. } => sqlx::query(
                "INSERT INTO consents (id, thread, person, open) VALUES ($1, $2, $3, 1) ON CONFLICT DO NOTHING",
            )
            .bind(&consent.0)
            .bind(&thread.0)
            .bind(&person.0),
            Entry::ConsentOffered { consent, until } => sqlx::query("UPDATE consents SET until = $1 WHERE id = $2")
                .bind(until.map(|until| until.0))
                .bind(&consent.0),
            Entry::Connected { consent, .. } | Entry::Declined { consent, .. } => {
                sqlx::query("UPDATE consents SET open = 0 WHERE id = $1").bind(&consent.0)
            }
            _ => return Ok(()),
        };
        query.execute(self.connection()).await.map_err(unreachable)?;
        Ok(())
    }

    async fn audit(&mut self, thread: &ThreadId, number: i64, entry: &Entry) -> Result<(), StoreError> {
        let Some(record) = AuditRecord::of(entry) else { return Ok(()) };
        let (before, last) = if let Some(chain) = self.part.chain() {
            chain.clone()
        } else {
            let last = Link::last(self.connection()).await?;
            (last.clone(), last)
        };
        let words =
            json!({ "at": self.now, "thread": thread, "entry": number, "record": record }).to_string();
        let next = last.next(&words);
        sqlx::query("INSERT INTO audit (number, record, hash) VALUES ($1, $2, $3)")
            .bind(next.number)
            .bind(&words)
            .bind(&next.hash)
            .execute(self.connection())
            .await
            .map_err(unreachable)?;
        self.part.extend_chain(before, next);
        Ok(())
    }
}

const PURGE_WORDS: &str = "DELETE FROM bodies WHERE thread = $1 AND digest = $2 AND NOT EXISTS (SELECT 1 FROM journal \
     WHERE thread = $1 AND number > $3 AND number < $4 AND instr(entry, $2) > 0)";
const PURGE_BYTES: &str = "DELETE FROM blobs WHERE thread = $1 AND digest = $2 AND NOT EXISTS (SELECT 1 FROM journal \
     WHERE thread = $1 AND number > $3 AND number < $4 AND instr(entry, $2) > 0)";

/// Something that one person can decide once, until it expires.
fn pending<'q>(
    thread: &'q ThreadId,
    approval: &'q ApprovalId,
    planned: &'q PlannedCall,
    expires: Time,
    hold: Duration,
) -> Query<'q, Sqlite, SqliteArguments> {
    sqlx::query(
        "INSERT INTO approvals (id, thread, call, requester, digest, state, expires, hold) \
         VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7)",
    )
    .bind(&approval.0)
    .bind(&thread.0)
    .bind(&planned.call.0)
    .bind(&planned.requester.0)
    .bind(planned.digest.as_str())
    .bind(expires.0)
    .bind(i64::try_from(hold.as_millis()).unwrap_or(i64::MAX))
}

/// Somebody wrote something about it that settles it.
fn responded<'q>(
    approval: &'q ApprovalId,
    by: &'q PersonId,
    state: &'q str,
) -> Query<'q, Sqlite, SqliteArguments> {
    sqlx::query(
        "UPDATE approvals SET state = $1, decided_by = $2, due = NULL WHERE id = $3 AND state IN ('pending', 'held')",
    )
    .bind(state)
    .bind(&by.0)
    .bind(&approval.0)
}

/// The same for a button that nobody waits for.
fn button<'q>(
    thread: &'q ThreadId,
    approval: &'q ApprovalId,
    planned: &'q PlannedCall,
    until: Time,
    kind: &'q str,
) -> Query<'q, Sqlite, SqliteArguments> {
    sqlx::query(
        "INSERT INTO approvals (id, thread, call, requester, digest, state, expires, kind) \
         VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7)",
    )
    .bind(&approval.0)
    .bind(&thread.0)
    .bind(&planned.call.0)
    .bind(&planned.requester.0)
    .bind(planned.digest.as_str())
    .bind(until.0)
    .bind(kind)
}

/// What came of a button that was pressed.
fn shared(approval: &ApprovalId, outcome: Outcome) -> Query<'_, Sqlite, SqliteArguments> {
    sqlx::query("UPDATE approvals SET state = $1 WHERE id = $2 AND state = 'claimed'")
        .bind(outcome_state(outcome))
        .bind(&approval.0)
}

fn outcome_state(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "done",
        Outcome::Failed(_) => "failed",
        Outcome::Unknown => "unknown",
    }
}
