//! What models took, over all threads.

use kernel::ports::{Soon, Spender, Spending, Spent, StoreError};
use kernel::{PersonId, ThreadId, Time, Usage};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::Store;
use crate::batch::Batch;
use crate::entries::Place;
use crate::store::unreachable;

macro_rules! sums {
    ($where:literal) => {
        concat!(
            "SELECT model, SUM(input), SUM(output), SUM(cache_read), SUM(cache_write), SUM(cost) FROM spending WHERE ",
            $where,
            " GROUP BY model ORDER BY SUM(cost) DESC, model"
        )
    };
}

const OF_THREAD: &str = sums!("at >= $1 AND thread = $2");
const OF_PERSON: &str = sums!("at >= $1 AND person = $2");
const OF_ALL: &str = sums!("at >= $1");

impl Spending for Store {
    fn spent<'a>(&'a self, by: &'a Spender, since: Time) -> Soon<'a, Result<Vec<Spent>, StoreError>> {
        Box::pin(async move {
            let query = match by {
                Spender::Thread(thread) => sqlx::query(OF_THREAD).bind(since.0).bind(&thread.0),
                Spender::Person(person) => sqlx::query(OF_PERSON).bind(since.0).bind(&person.0),
                Spender::Everybody => sqlx::query(OF_ALL).bind(since.0),
            };
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

/// Notes what one reply took.
pub(crate) fn note(place: &Place<'_>, person: &PersonId, model: &str, usage: &Usage, batch: &mut Batch) {
    let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
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
