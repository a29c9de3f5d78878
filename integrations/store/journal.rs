//! The journal of every thread.

use std::collections::HashMap;

use kernel::ports::{Journal, Lane, Soon, StoreError};
use kernel::{Blob, Entry, Record, ThreadId, Time};
use sqlx::Row;

use crate::Store;
use crate::store::unreachable;

impl Journal for Store {
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        Box::pin(async move {
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let rows = sqlx::query(
                "SELECT number, at, entry FROM journal WHERE thread = $1 AND number > $2 ORDER BY number",
            )
            .bind(&thread.0)
            .bind(after)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            let mut records = rows.iter().map(record).collect::<Result<Vec<Record>, StoreError>>()?;
            self.put_words_back(thread, &mut records).await?;
            Ok(records)
        })
    }

    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let last: Option<(i64,)> =
                sqlx::query_as("SELECT last FROM lanes WHERE thread = $1 AND fence = $2")
                    .bind(&lane.thread.0)
                    .bind(lane.fence)
                    .fetch_optional(writing.connection())
                    .await
                    .map_err(unreachable)?;
            let (last,) = last.ok_or(StoreError::Fenced)?;
            writing.entries(&lane.thread, last.unsigned_abs(), &entries).await?;
            writing.commit().await
        })
    }

    fn fetch<'a>(&'a self, thread: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>> {
        Box::pin(async move {
            let row: Option<(Vec<u8>,)> =
                sqlx::query_as("SELECT bytes FROM blobs WHERE thread = $1 AND digest = $2")
                    .bind(&thread.0)
                    .bind(blob.digest.as_str())
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(unreachable)?;
            Ok(Blob { bytes: row.map(|(bytes,)| bytes.into()), ..blob.clone() })
        })
    }
}

/// Up to so many bodies are fetched one by one; a whole thread is fetched at once.
const FEW: usize = 16;

impl Store {
    async fn put_words_back(&self, thread: &ThreadId, records: &mut [Record]) -> Result<(), StoreError> {
        let wanted: usize = records.iter().map(|record| record.entry.bodies().len()).sum();
        let all = if wanted > FEW { self.all_words(thread).await? } else { HashMap::new() };
        for body in records.iter_mut().flat_map(|record| record.entry.bodies_mut()) {
            let digest = body.digest.as_str();
            body.words =
                if wanted > FEW { all.get(digest).cloned() } else { self.words(thread, digest).await? };
        }
        Ok(())
    }

    async fn words(&self, thread: &ThreadId, digest: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT words FROM bodies WHERE thread = $1 AND digest = $2")
                .bind(&thread.0)
                .bind(digest)
                .fetch_optional(&self.readers)
                .await
                .map_err(unreachable)?;
        Ok(row.map(|(words,)| words))
    }

    async fn all_words(&self, thread: &ThreadId) -> Result<HashMap<String, String>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT digest, words FROM bodies WHERE thread = $1")
                .bind(&thread.0)
                .fetch_all(&self.readers)
                .await
                .map_err(unreachable)?;
        Ok(rows.into_iter().collect())
    }
}

fn record(row: &sqlx::sqlite::SqliteRow) -> Result<Record, StoreError> {
    let number: i64 = row.try_get(0).map_err(unreachable)?;
    let at: i64 = row.try_get(1).map_err(unreachable)?;
    let entry: String = row.try_get(2).map_err(unreachable)?;
    let entry: Entry = serde_json::from_str(&entry)
        .map_err(|error| StoreError::Unreadable(format!("record {number}: {error}")))?;
    Ok(Record { number: number.unsigned_abs(), at: Time(at), entry })
}
