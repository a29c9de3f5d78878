//! Who works on which thread: a lease, and a number that fences off whoever overslept.

use std::time::Duration;

use kernel::ThreadId;
use kernel::ports::{Claim, Lane, Lanes, Soon, StoreError};

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;

/// A lease that has run out, as opposed to one that was given back (0).
const ABANDONED: i64 = 1;

impl Lanes for Store {
    fn claim(&self, lease: Duration, most: usize) -> Soon<'_, Result<Vec<Claim>, StoreError>> {
        Box::pin(async move {
            // Looking costs no write lock; most looks find nothing.
            if self.awake().await?.is_none() {
                return Ok(Vec::new());
            }
            let mut writing = self.write().await?;
            let now = writing.now;
            let found: Vec<(String, i64, i64, i64)> = writing.statement("SELECT thread, fence, lease, last FROM lanes WHERE awake > 0 AND lease < $1 ORDER BY awake LIMIT $2")
                .bind(now.0)
                .bind(i64::try_from(most).unwrap_or(i64::MAX)).rows().await?;
            let mut claims = Vec::with_capacity(found.len());
            let mut batch = Batch::default();
            for (thread, fence, held, last) in found {
                let fence = fence + 1;
                batch
                    .add("UPDATE lanes SET lease = ?, fence = ? WHERE thread = ?")
                    .bind(now.plus(lease).0)
                    .bind(fence)
                    .bind(&thread);
                let lane = Lane { thread: ThreadId(thread), fence };
                self.tails.open(&lane, last.unsigned_abs());
                claims.push(Claim { lane, abandoned: held != 0 });
            }
            writing.run(batch).await?;
            if !claims.is_empty() {
                writing.commit().await?;
            }
            Ok(claims)
        })
    }

    fn renew<'a>(&'a self, lane: &'a Lane, lease: Duration) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let until = writing.now.plus(lease);
            let renewed: Option<(i64,)> = writing
                .statement("UPDATE lanes SET lease = $1 WHERE thread = $2 AND fence = $3 RETURNING fence")
                .bind(until.0)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .row()
                .await?;
            writing.commit().await?;
            renewed.map(drop).ok_or(StoreError::Fenced)
        })
    }

    fn release<'a>(&'a self, lane: &'a Lane, seen: u64) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let seen = i64::try_from(seen).unwrap_or(i64::MAX);
            self.tails.close(lane);
            let mut writing = self.write().await?;
            let now = writing.now;
            writing
                .statement(
                    "UPDATE lanes SET lease = 0, awake = CASE WHEN last > $1 THEN $2 ELSE 0 END \
                     WHERE thread = $3 AND fence = $4",
                )
                .bind(seen)
                .bind(now.0)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .run()
                .await?;
            writing.commit().await?;
            self.bell.notify_one();
            Ok(())
        })
    }

    fn abandon<'a>(&'a self, lane: &'a Lane) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.tails.close(lane);
            let mut writing = self.write().await?;
            writing
                .statement("UPDATE lanes SET lease = $1 WHERE thread = $2 AND fence = $3")
                .bind(ABANDONED)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .run()
                .await?;
            writing.commit().await?;
            self.bell.notify_one();
            Ok(())
        })
    }

    fn woken(&self) -> Soon<'_, ()> {
        Box::pin(self.bell.notified())
    }

    fn reclaim_all(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            writing.statement("UPDATE lanes SET lease = $1 WHERE lease > 0").bind(ABANDONED).run().await?;
            writing.commit().await
        })
    }
}

impl Store {
    async fn awake(&self) -> Result<Option<(i64,)>, StoreError> {
        sqlx::query_as("SELECT 1 FROM lanes WHERE awake > 0 AND lease < $1 LIMIT 1")
            .bind(self.clock.now().0)
            .fetch_optional(&self.readers)
            .await
            .map_err(unreachable)
    }
}
