//! Who works on which thread: a lease, and a number that fences off whoever overslept.

use std::time::Duration;

use kernel::ports::{Claim, Lane, Lanes, Soon, StoreError};
use kernel::{ThreadId, Time};

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;

/// A lease that has run out, as opposed to one that was given back (0).
const ABANDONED: i64 = 1;

/// Those that are awake and that nobody holds, the ones first that have waited longest.
const CLAIMABLE: &str = "SELECT fence || ' ' || lease || ' ' || last || ' ' || thread FROM lanes \
     WHERE awake > 0 AND lease < ? ORDER BY awake, rowid LIMIT ?";
/// Holds the same ones.
const CLAIM: &str = "UPDATE lanes SET lease = ?, fence = fence + 1 WHERE rowid IN \
     (SELECT rowid FROM lanes WHERE awake > 0 AND lease < ? ORDER BY awake, rowid LIMIT ?)";

impl Lanes for Store {
    fn claim(&self, lease: Duration, most: usize) -> Soon<'_, Result<Vec<Claim>, StoreError>> {
        Box::pin(async move {
            // A read costs no write lock, and mostly finds nothing unless somebody was woken.
            if !self.shared.wake.has_rung() && self.awake().await?.is_none() {
                return Ok(Vec::new());
            }
            let mut writing = self.write().await?;
            let (now, until) = (writing.now, writing.now.plus(lease));
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let mut batch = Batch::default();
            batch.add(CLAIMABLE).bind(now.0).bind(most);
            batch.add(CLAIM).bind(until.0).bind(now.0).bind(most);
            let found = writing.run(batch).await?;
            let claims: Option<Vec<Claim>> = found.iter().map(|row| self.claimed(row)).collect();
            let claims =
                claims.ok_or_else(|| StoreError::Unreadable("a lane is not as it was".to_owned()))?;
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
                .statement(
                    "UPDATE lanes SET lease = $1 WHERE thread = $2 AND fence = $3; SELECT 1 WHERE changes() > 0",
                )
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
            self.shared.recent.close(lane);
            let mut writing = self.write().await?;
            let now = writing.now;
            let awake: Option<(i64,)> = writing
                .statement(
                    "UPDATE lanes SET lease = 0, parked = NULL, awake = CASE WHEN last > $1 THEN $2 ELSE 0 END \
                     WHERE thread = $3 AND fence = $4; SELECT awake FROM lanes WHERE thread = $3 AND changes() > 0",
                )
                .bind(seen)
                .bind(now.0)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .row()
                .await?;
            writing.commit().await?;
            if awake.is_some_and(|(awake,)| awake > 0) {
                self.shared.wake.ring();
            }
            Ok(())
        })
    }

    fn abandon<'a>(&'a self, lane: &'a Lane) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.shared.recent.close(lane);
            let mut writing = self.write().await?;
            writing
                .statement("UPDATE lanes SET lease = $1 WHERE thread = $2 AND fence = $3")
                .bind(ABANDONED)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .run()
                .await?;
            writing.commit().await?;
            self.shared.wake.ring();
            Ok(())
        })
    }

    fn park<'a>(&'a self, lane: &'a Lane, seen: u64, why: &'a str) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let seen = i64::try_from(seen).unwrap_or(i64::MAX);
            self.shared.recent.close(lane);
            let mut writing = self.write().await?;
            let now = writing.now;
            writing
                .statement(
                    "UPDATE lanes SET lease = 0, parked = $1, awake = CASE WHEN last > $2 THEN $3 ELSE 0 END \
                     WHERE thread = $4 AND fence = $5",
                )
                .bind(why)
                .bind(seen)
                .bind(now.0)
                .bind(&lane.thread.0)
                .bind(lane.fence)
                .run()
                .await?;
            writing.commit().await?;
            self.shared.wake.ring();
            Ok(())
        })
    }

    fn next_lapse(&self) -> Soon<'_, Result<Option<Time>, StoreError>> {
        Box::pin(async move {
            let (lease,): (Option<i64>,) =
                sqlx::query_as("SELECT MIN(lease) FROM lanes WHERE awake > 0 AND lease > $1")
                    .bind(self.clock.now().0)
                    .fetch_one(&self.readers)
                    .await
                    .map_err(unreachable)?;
            Ok(lease.map(Time))
        })
    }

    fn woken(&self) -> Soon<'_, ()> {
        Box::pin(self.shared.wake.heard())
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
    /// By a row of those that can be claimed. A thread may be called anything.
    fn claimed(&self, row: &str) -> Option<Claim> {
        let mut words = row.splitn(4, ' ');
        let mut number = || words.next()?.parse::<i64>().ok();
        let (fence, held, last) = (number()? + 1, number()?, number()?);
        let lane = Lane { thread: ThreadId(words.next()?.to_owned()), fence };
        self.shared.recent.open(&lane, last.unsigned_abs());
        Some(Claim { lane, abandoned: held != 0 })
    }

    async fn awake(&self) -> Result<Option<(i64,)>, StoreError> {
        sqlx::query_as("SELECT 1 FROM lanes WHERE awake > 0 AND lease < $1 LIMIT 1")
            .bind(self.clock.now().0)
            .fetch_optional(&self.readers)
            .await
            .map_err(unreachable)
    }
}
