//! What becomes of whatever comes from outside, written together with that it was dealt with.

use std::collections::HashSet;

use kernel::ports::{Accepted, Inbox, Letter, Settled, Settlement, Soon, StoreError};
use kernel::{Delivery, InboundId, ThreadId};
use serde_json::json;

use crate::Store;
use crate::settling::SETTLE_ALL;
use crate::store::unreachable;
use crate::writer::to_the_end;

/// How long an arrival is remembered: far longer than anybody redelivers it.
const KEPT_MS: i64 = 14 * 24 * 3600 * 1000;

impl Inbox for Store {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        Box::pin(async move {
            let accepted = self.accept_all(std::slice::from_ref(delivery)).await?;
            accepted.first().copied().ok_or_else(|| StoreError::Unreachable("nothing was written".to_owned()))
        })
    }

    fn accept_all<'a>(&'a self, deliveries: &'a [Delivery]) -> Soon<'a, Result<Vec<Accepted>, StoreError>> {
        Box::pin(self.shared.inbox.accept(deliveries, self.clock.now()))
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(async move {
            let letters = self.shared.inbox.unsettled().await?;
            // Read after them: what is dealt with meanwhile is not taken for left over.
            let settled = self.settled(&letters).await?;
            let (done, left) = letters.into_iter().partition::<Vec<_>, _>(|one| settled.contains(&one.id));
            // Before a crash, or where it could not be written down.
            self.shared.inbox.settled(done.into_iter().map(|letter| letter.id).collect(), self.clock.now());
            Ok(left)
        })
    }

    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(async move {
            let writing = self.write().await?;
            let Settlement::Journal { thread, entry, once } = settlement else {
                return writing.settle_by_steps(id, settlement).await;
            };
            let Some(last) = self.shared.recent.last(&thread) else {
                return writing.settle_by_steps(id, Settlement::Journal { thread, entry, once }).await;
            };
            let refused = to_the_end(writing.settle_after(last, id, (thread, entry, once))).await?;
            let Some((thread, entry, once)) = refused else { return Ok(Settled::Now) };
            let settlement = Settlement::Journal { thread, entry, once };
            self.write().await?.settle_by_steps(id, settlement).await
        })
    }

    fn ignore(&self, ids: Vec<InboundId>) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let numbers: Vec<i64> = ids.iter().map(|id| id.0).collect();
            let now = writing.now.0;
            writing.statement(SETTLE_ALL).bind(json!(numbers).to_string()).bind(now).run().await?;
            writing.settled.extend(ids);
            writing.commit().await
        })
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let now = self.clock.now();
            let long_ago = now.0 - KEPT_MS;
            // That something was dealt with is not forgotten here before it is known there.
            self.backlog().await?;
            self.shared.inbox.put_away(now).await?;
            self.shared.inbox.tidy(long_ago).await?;
            let mut writing = self.write().await?;
            for statement in [
                "DELETE FROM settled WHERE at < $1",
                // A message that was asked can be changed and deleted for as long as its thread is known.
                "DELETE FROM used WHERE at < $1 AND (thread IS NULL OR once NOT LIKE 'asked/%')",
            ] {
                writing.statement(statement).bind(long_ago).run().await?;
            }
            writing.commit().await
        })
    }

    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            if self.shared.recent.knows(thread) {
                return Ok(true);
            }
            let row: Option<(i64,)> = sqlx::query_as("SELECT 1 FROM lanes WHERE thread = $1")
                .bind(&thread.0)
                .fetch_optional(&self.readers)
                .await
                .map_err(unreachable)?;
            Ok(row.is_some())
        })
    }

    fn used_in<'a>(&'a self, once: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(async move {
            let row: Option<(Option<String>,)> = sqlx::query_as("SELECT thread FROM used WHERE once = $1")
                .bind(once)
                .fetch_optional(&self.readers)
                .await
                .map_err(unreachable)?;
            Ok(row.and_then(|(thread,)| thread).map(ThreadId))
        })
    }
}

impl Store {
    /// Which of these were dealt with.
    async fn settled(&self, letters: &[Letter]) -> Result<HashSet<InboundId>, StoreError> {
        if letters.is_empty() {
            return Ok(HashSet::new());
        }
        let ids = json!(letters.iter().map(|letter| letter.id.0).collect::<Vec<_>>()).to_string();
        let rows: Vec<(i64,)> =
            sqlx::query_as("SELECT id FROM settled WHERE id IN (SELECT value FROM json_each($1))")
                .bind(ids)
                .fetch_all(&self.readers)
                .await
                .map_err(unreachable)?;
        Ok(rows.into_iter().map(|(id,)| InboundId(id)).collect())
    }
}
