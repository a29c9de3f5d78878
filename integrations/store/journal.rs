//! The journal of every thread.

use std::collections::{BTreeSet, HashMap};

use kernel::ports::{Journal, Lane, Legible, Soon, StoreError};
use kernel::{Blob, Entry, Record, ThreadId, Time};
use serde_json::json;
use sqlx::Row;

use crate::Store;
use crate::store::unreachable;
use crate::writer::to_the_end;

impl Journal for Store {
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        Box::pin(async move {
            if let Some(records) = self.shared.recent.read(thread, after) {
                return Ok(records);
            }
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

    fn legible<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT number, at, entry FROM journal WHERE thread = $1 ORDER BY number")
                .bind(&thread.0)
                .fetch_all(&self.readers)
                .await
                .map_err(unreachable)?;
            let last = rows.last().map(|row| row.try_get::<i64, _>(0)).transpose().map_err(unreachable)?;
            let records = rows.iter().filter_map(|row| record(row).ok()).collect();
            Ok(Legible { records, last: last.unwrap_or_default().unsigned_abs() })
        })
    }

    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let Some(last) = self.shared.recent.tip(lane) else {
                writing.append(lane, entries).await?;
                return writing.commit().await;
            };
            let refused = to_the_end(writing.append_and_commit(last, lane.clone(), entries)).await?;
            let Some(entries) = refused else { return Ok(()) };
            let mut writing = self.write().await?;
            writing.append(lane, entries).await?;
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

impl Store {
    async fn put_words_back(&self, thread: &ThreadId, records: &mut [Record]) -> Result<(), StoreError> {
        let bodies = records.iter().flat_map(|record| record.entry.bodies());
        let wanted: BTreeSet<&str> = bodies.map(|body| body.digest.as_str()).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let found = sqlx::query_as(
            "SELECT digest, words FROM bodies WHERE thread = $1 AND digest IN (SELECT value FROM json_each($2))",
        );
        let rows: Vec<(String, String)> = found
            .bind(&thread.0)
            .bind(json!(wanted).to_string())
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
        let found: HashMap<String, String> = rows.into_iter().collect();
        for body in records.iter_mut().flat_map(|record| record.entry.bodies_mut()) {
            body.words = found.get(body.digest.as_str()).cloned();
        }
        Ok(())
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
