//! One transaction: entries into the journal, and everything that must change together with them.

use std::sync::Arc;

use kernel::ports::{Lane, StoreError};
use kernel::{AuditRecord, Entry, ThreadId, Time};
use serde_json::json;
use sqlx::SqliteConnection;
use tokio::sync::SemaphorePermit;

use crate::Store;
use crate::audit::Link;
use crate::batch::Batch;
use crate::entries::Place;
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

    /// Writes entries after record number `last`, and everything that must change together with them.
    async fn entries(&mut self, thread: &ThreadId, last: i64, entries: &[Entry]) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        for (number, entry) in (last + 1..).zip(entries) {
            let place = Place { thread, number, now: self.now };
            place.write(entry, &mut batch)?;
            self.audit(&place, entry, &mut batch).await?;
        }
        batch.run(self.connection()).await
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

    async fn audit(&mut self, place: &Place<'_>, entry: &Entry, batch: &mut Batch) -> Result<(), StoreError> {
        let Some(record) = AuditRecord::of(entry) else { return Ok(()) };
        let (before, last) = if let Some(chain) = self.part.chain() {
            chain.clone()
        } else {
            let last = Link::last(self.connection()).await?;
            (last.clone(), last)
        };
        let Place { thread, number, now } = place;
        let words = json!({ "at": now, "thread": thread, "entry": number, "record": record }).to_string();
        let next = last.next(&words);
        batch
            .add("INSERT INTO audit (number, record, hash) VALUES (?, ?, ?)")
            .bind(next.number)
            .bind(words)
            .bind(&next.hash);
        self.part.extend_chain(before, next);
        Ok(())
    }
}
