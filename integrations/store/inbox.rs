//! The file into which everything that comes from outside is written before it is acknowledged. Nothing else is written
//! there, by a connection of its own: turns, and the disk that they wait for, are in nobody's way.

mod before;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ports::{Accepted, Letter, StoreError};
use kernel::{Delivery, InboundId, Raw, Time};
use sqlx::migrate::Migrator;
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::audit_head::AuditHead;
use crate::batch::Batch;
use crate::statement::Statement;
use crate::store::{OpenError, durable, step, unreachable};
use crate::writer::{SharedWriter, Writer, WriterPart, to_the_end};

/// Kilobytes of pages, said as a negative number: hardly anything is looked at twice.
const KEPT: &str = "-400";
/// Few at a time, so that putting pages in their places never takes long.
const PAGES_UNPLACED: &str = "500";
/// How long what was dealt with may still lie here as it came: so many are written at a time then.
const SOON: Duration = Duration::from_millis(250);

const ACCEPT: &str = "INSERT INTO inbound (key, source, raw, at) VALUES (?, ?, ?, ?) \
     ON CONFLICT DO NOTHING; SELECT last_insert_rowid() || ' ' || ? WHERE changes() > 0";

/// That it came is remembered, what it said is not: it may be what nobody is to find here later, and what is to be kept of
/// it is kept elsewhere.
const SETTLE: &str = "UPDATE inbound SET settled = ?, raw = '' \
     WHERE id IN (SELECT value FROM json_each(?)) AND settled IS NULL";

/// So many arrivals are written at a time. Every other number of them would be other words to the database, and what it has
/// made of words it keeps: in a crowd that came to more than everything else in memory.
const KNOWN_NUMBERS: [usize; 4] = [8, 4, 2, 1];

pub(crate) struct InboxFile {
    writer: SharedWriter,
    /// Dealt with, which is not written down here yet.
    settled: Mutex<Vec<InboundId>>,
    /// Nothing that is written here is audited.
    head: Arc<AuditHead>,
}

impl InboxFile {
    /// Opens it for work. Takes over the arrivals that older builds kept in the main database.
    pub(crate) async fn open(
        path: PathBuf,
        main: &mut SqliteConnection,
        head: Arc<AuditHead>,
    ) -> Result<Self, OpenError> {
        let shown = path.display().to_string();
        let unreachable =
            |error: sqlx::Error| OpenError::Unreachable { path: shown.clone(), why: error.to_string() };
        let options = durable(&path).pragma("wal_autocheckpoint", PAGES_UNPLACED).pragma("cache_size", KEPT);
        let mut inbox = options.connect().await.map_err(unreachable)?;
        migrator()
            .run(&mut inbox)
            .await
            .map_err(|error| OpenError::Migration { path: shown.clone(), why: error.to_string() })?;
        before::carry_over(main, &mut inbox).await.map_err(unreachable)?;
        before::forget_the_lost(main, &mut inbox).await.map_err(unreachable)?;
        Ok(Self { writer: SharedWriter::new(Writer::new(inbox)), settled: Mutex::default(), head })
    }

    /// In one transaction.
    pub(crate) async fn accept(
        &self,
        deliveries: &[Delivery],
        now: Time,
    ) -> Result<Vec<Accepted>, StoreError> {
        let mut part = WriterPart::begin(&self.writer).await?;
        let keys: Vec<String> = deliveries.iter().map(|one| format!("{}/{}", one.from, one.key)).collect();
        let keyed: Vec<(&String, &Delivery)> = keys.iter().zip(deliveries).collect();
        let mut rows = Vec::with_capacity(keyed.len());
        for some in in_known_numbers(&keyed) {
            let mut batch = Batch::default();
            for (key, one) in some {
                let values = batch.add(ACCEPT).bind(*key).bind(&one.from);
                values.bind(one.raw.text()).bind(now.0).bind(*key);
            }
            rows.extend(batch.run(&mut part).await?);
        }
        let mut written = new_ones(&rows)
            .ok_or_else(|| StoreError::Unreachable("what was written is not as it came".to_owned()))?;
        // Of two with the same key, the first is new.
        let accepted = keys.iter().map(|key| written.remove(key));
        let accepted = accepted.map(|id| id.map_or(Accepted::Seen, |id| Accepted::New(InboundId(id))));
        let accepted = accepted.collect();
        if !written.is_empty() {
            return Err(StoreError::Unreachable("a key is not kept as it came".to_owned()));
        }
        self.commit(part).await?;
        Ok(accepted)
    }

    /// What nobody has dealt with, as far as is known here.
    pub(crate) async fn unsettled(&self) -> Result<Vec<Letter>, StoreError> {
        // It is little, or there is nobody yet who waits to write.
        let query = "SELECT id, source, raw FROM inbound WHERE settled IS NULL ORDER BY id";
        let read = async |inbox: &mut SqliteConnection| {
            sqlx::query_as(query).fetch_all(inbox).await.map_err(unreachable)
        };
        let rows: Vec<(i64, String, String)> = self.writer.look(&self.head, read).await?;
        let letter = |(id, from, raw)| Letter { id: InboundId(id), from, raw: Raw::written(raw) };
        Ok(rows.into_iter().map(letter).collect())
    }

    /// These were dealt with, and that is written down elsewhere. Here it is soon, with others: until then whoever reads what is
    /// left asks there.
    pub(crate) fn settled(self: &Arc<Self>, these: Vec<InboundId>, now: Time) {
        let mut settled = self.waiting();
        let first = settled.is_empty() && !these.is_empty();
        settled.extend(these);
        drop(settled);
        if first {
            let inbox = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(SOON).await;
                // What cannot be written is found again among what is left; that nothing can be written here at all, whoever
                // brings something hears.
                drop(inbox.put_away(now).await);
            });
        }
    }

    /// Writes down what was dealt with.
    pub(crate) async fn put_away(&self, now: Time) -> Result<(), StoreError> {
        let settled = std::mem::take(&mut *self.waiting());
        if settled.is_empty() {
            return Ok(());
        }
        let ids = serde_json::json!(settled.iter().map(|id| id.0).collect::<Vec<_>>()).to_string();
        let mut part = WriterPart::begin(&self.writer).await?;
        Statement::new(&mut part, SETTLE).bind(now.0).bind(ids).run().await?;
        self.commit(part).await
    }

    /// Forgets that those came which were dealt with before then. The newest stays: whoever comes next must have another number.
    pub(crate) async fn tidy(&self, before: i64) -> Result<(), StoreError> {
        let mut part = WriterPart::begin(&self.writer).await?;
        let statement = "DELETE FROM inbound WHERE settled IS NOT NULL AND at < ? \
             AND id < (SELECT max(id) FROM inbound)";
        Statement::new(&mut part, statement).bind(before).run().await?;
        self.commit(part).await
    }

    pub(crate) async fn close(&self, now: Time) {
        // It is asked for again by whoever opens it next.
        drop(self.put_away(now).await);
        self.writer.close().await;
    }

    async fn commit(&self, part: WriterPart) -> Result<(), StoreError> {
        let Some(ended) = part.end()? else { return Ok(()) };
        let head = Arc::clone(&self.head);
        to_the_end(async move { ended.commit(&head).await }).await
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<InboundId>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn migrator() -> Migrator {
    let steps = vec![step(1, "door", include_str!("migrations/inbox/0001_door.sql"))];
    Migrator { migrations: steps.into(), ..Migrator::DEFAULT }
}

fn in_known_numbers<T>(all: &[T]) -> Vec<&[T]> {
    let (mut parts, mut rest) = (Vec::new(), all);
    for number in KNOWN_NUMBERS {
        while let Some((some, later)) = rest.split_at_checked(number) {
            parts.push(some);
            rest = later;
        }
    }
    parts
}

/// The keys that were new, with their numbers.
fn new_ones(rows: &[String]) -> Option<HashMap<String, i64>> {
    let numbered = rows.iter().map(|row| {
        let (id, key) = row.split_once(' ')?;
        Some((key.to_owned(), id.parse().ok()?))
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_arrive_they_are_written_in_order_and_in_few_ways() {
        for number in 0..50 {
            let all: Vec<usize> = (0..number).collect();
            let parts = in_known_numbers(&all);
            assert_eq!(parts.concat(), all);
            assert!(parts.iter().all(|part| KNOWN_NUMBERS.contains(&part.len())));
            assert!(parts.len() <= number / 8 + 3, "{number} in {} parts", parts.len());
        }
    }
}
