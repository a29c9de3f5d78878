//! What models took, over all threads.

use kernel::ports::{Soon, Spender, Spending, Spent, StoreError};
use kernel::{PersonId, ThreadId, Time, Usage};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::Store;
use crate::batch::Batch;
use crate::entries::RecordPosition;
use crate::store::unreachable;

const TOTALS: &str = "SELECT model, input, output, cache_read, cache_write, cost FROM spending_totals \
                      WHERE spender = $1 AND id = $2 AND day = $3 ORDER BY cost DESC, model";

/// The rows of the running totals: of a thread over all days, of a person and of everybody for each day.
const THREAD: &str = "thread";
const PERSON: &str = "person";
const EVERYBODY: &str = "everybody";

impl Spending for Store {
    fn spent<'a>(&'a self, by: &'a Spender) -> Soon<'a, Result<Vec<Spent>, StoreError>> {
        Box::pin(async move {
            let (spender, id, day) = match by {
                Spender::Thread(thread) => (THREAD, thread.0.as_str(), Time(0)),
                Spender::Person(person, day) => (PERSON, person.0.as_str(), day.day()),
                Spender::Everybody(day) => (EVERYBODY, "", day.day()),
            };
            let query = sqlx::query(TOTALS).bind(spender).bind(id).bind(day.0);
            let rows = query.fetch_all(&self.readers).await.map_err(unreachable)?;
            rows.iter().map(spent).collect()
        })
    }

    fn latest<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(async move {
            let newest =
                "SELECT thread FROM spending WHERE person = $1 ORDER BY at DESC, number DESC LIMIT 1";
            let thread: Option<(String,)> = sqlx::query_as(newest)
                .bind(&person.0)
                .fetch_optional(&self.readers)
                .await
                .map_err(unreachable)?;
            Ok(thread.map(|(thread,)| ThreadId(thread)))
        })
    }
}

/// Notes what one reply took, and adds it to the totals.
pub(crate) fn note(
    place: &RecordPosition<'_>,
    person: &PersonId,
    model: &str,
    usage: &Usage,
    batch: &mut Batch,
) {
    let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let day = place.now.day().0;
    let totals =
        [(THREAD, place.thread.0.as_str(), 0), (PERSON, person.0.as_str(), day), (EVERYBODY, "", day)];
    for (spender, id, day) in totals {
        batch
            .add(
                "INSERT INTO spending_totals (spender, id, day, model, input, output, cache_read, cache_write, cost) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET input = input + excluded.input, \
                 output = output + excluded.output, cache_read = cache_read + excluded.cache_read, \
                 cache_write = cache_write + excluded.cache_write, cost = cost + excluded.cost",
            )
            .bind(spender)
            .bind(id)
            .bind(day)
            .bind(model)
            .bind(signed(usage.input))
            .bind(signed(usage.output))
            .bind(signed(usage.cache_read))
            .bind(signed(usage.cache_write))
            .bind(signed(usage.cost));
    }
    batch
        .add(
            "INSERT INTO spending (thread, number, at, person, model, input, output, cache_read, cache_write, cost) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&place.thread.0)
        .bind(place.number)
        .bind(place.now.0)
        .bind(&person.0)
        .bind(model)
        .bind(signed(usage.input))
        .bind(signed(usage.output))
        .bind(signed(usage.cache_read))
        .bind(signed(usage.cache_write))
        .bind(signed(usage.cost));
}

fn spent(row: &SqliteRow) -> Result<Spent, StoreError> {
    let count = |place: usize| {
        let sum: i64 = row.try_get(place).map_err(unreachable)?;
        Ok::<u64, StoreError>(sum.unsigned_abs())
    };
    let usage = Usage {
        input: count(1)?,
        output: count(2)?,
        cache_read: count(3)?,
        cache_write: count(4)?,
        cost: count(5)?,
    };
    Ok(Spent { model: row.try_get(0).map_err(unreachable)?, usage })
}
