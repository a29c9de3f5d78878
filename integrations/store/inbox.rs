//! Whatever comes from outside, written down before it is acknowledged.

use std::collections::HashMap;

use kernel::ports::{Accepted, Inbox, Letter, Settled, Settlement, Soon, StoreError};
use kernel::{AccountId, ConsentId, Delivery, Entry, InboundId, PersonId, ThreadId};
use serde_json::{Value, json};

use crate::Store;
use crate::store::unreachable;
use crate::writing::Writing;

/// How long an arrival is remembered: far longer than anybody redelivers it.
const KEPT_MS: i64 = 14 * 24 * 3600 * 1000;

/// All that came, in one statement.
const ACCEPT: &str = "INSERT INTO inbound (key, source, raw, at) \
     SELECT value ->> 0, value ->> 1, value ->> 2, $2 FROM json_each($1) WHERE true \
     ON CONFLICT DO NOTHING RETURNING key, id";

impl Inbox for Store {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        Box::pin(async move {
            let accepted = self.accept_all(std::slice::from_ref(delivery)).await?;
            accepted.first().copied().ok_or_else(|| StoreError::Unreachable("nothing was written".to_owned()))
        })
    }

    /// In one transaction, and before everything else that waits to be written: somebody outside counts the seconds
    /// until it is acknowledged.
    fn accept_all<'a>(&'a self, deliveries: &'a [Delivery]) -> Soon<'a, Result<Vec<Accepted>, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write_urgently().await?;
            let now = writing.now;
            let keys: Vec<String> =
                deliveries.iter().map(|one| format!("{}/{}", one.from, one.key)).collect();
            let rows =
                keys.iter().zip(deliveries).map(|(key, one)| json!([key, one.from, one.raw.to_string()]));
            let rows: Value = rows.collect();
            let written: Vec<(String, i64)> =
                writing.statement(ACCEPT).bind(rows.to_string()).bind(now.0).rows().await?;
            let mut written: HashMap<String, i64> = written.into_iter().collect();
            // Of two with the same key, the first is new.
            let accepted = keys.iter().map(|key| written.remove(key));
            let accepted = accepted.map(|id| id.map_or(Accepted::Seen, |id| Accepted::New(InboundId(id))));
            let accepted = accepted.collect();
            if !written.is_empty() {
                return Err(StoreError::Unreachable("a key is not kept as it came".to_owned()));
            }
            writing.commit().await?;
            Ok(accepted)
        })
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(async move {
            let rows: Vec<(i64, String, String)> =
                sqlx::query_as("SELECT id, source, raw FROM inbound WHERE settled IS NULL ORDER BY id")
                    .fetch_all(&self.readers)
                    .await
                    .map_err(unreachable)?;
            rows.into_iter()
                .map(|(id, from, raw)| {
                    let raw = serde_json::from_str(&raw)
                        .map_err(|error| StoreError::Unreadable(format!("inbound {id}: {error}")))?;
                    Ok(Letter { id: InboundId(id), from, raw })
                })
                .collect()
        })
    }

    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            if !writing.settle(id).await? {
                return Ok(Settled::Before);
            }
            let mut settled = Settled::Now;
            match settlement {
                Settlement::Ignored => {}
                Settlement::Connected { person, account } => writing.connected(&person, &account).await?,
                Settlement::Journal { thread, entry, once } => {
                    if writing.first_use(once.as_deref(), Some(&thread)).await? {
                        writing.receive(&thread, *entry).await?;
                    } else {
                        settled = Settled::Before;
                    }
                }
                Settlement::Spent { once } => {
                    writing.first_use(Some(&once), None).await?;
                }
                Settlement::Stopped { by, threads } => {
                    for thread in &threads {
                        writing.receive(thread, Entry::Stopped { by: by.clone() }).await?;
                    }
                }
            }
            writing.commit().await?;
            Ok(settled)
        })
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let long_ago = writing.now.0 - KEPT_MS;
            for statement in [
                "DELETE FROM inbound WHERE settled IS NOT NULL AND at < $1",
                "DELETE FROM used WHERE at < $1",
            ] {
                writing.statement(statement).bind(long_ago).run().await?;
            }
            writing.commit().await
        })
    }

    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(async move {
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

impl Writing<'_> {
    /// Marks an arrival as dealt with; `false` if it already was. That it came is remembered, what it said is not: it may
    /// be what nobody is to find here later, and what is to be kept of it is kept elsewhere.
    pub(crate) async fn settle(&mut self, id: InboundId) -> Result<bool, StoreError> {
        let now = self.now;
        let settled: Option<(i64,)> = self
            .statement(
                "UPDATE inbound SET settled = $1, raw = '' WHERE id = $2 AND settled IS NULL RETURNING id",
            )
            .bind(now.0)
            .bind(id.0)
            .row()
            .await?;
        Ok(settled.is_some())
    }

    /// One sign-in serves whatever waits for it, in whichever thread.
    async fn connected(&mut self, person: &PersonId, account: &AccountId) -> Result<(), StoreError> {
        let waiting: Vec<(String, String)> = self
            .statement("SELECT id, thread FROM consents WHERE person = $1 AND open = 1 ORDER BY id")
            .bind(&person.0)
            .rows()
            .await?;
        for (consent, thread) in waiting {
            let entry = Entry::Connected { consent: ConsentId(consent), account: account.clone() };
            self.receive(&ThreadId(thread), entry).await?;
        }
        Ok(())
    }

    /// Ends the sign-ins that nobody has made in time; how many.
    pub(crate) async fn give_up_sign_ins(&mut self) -> Result<usize, StoreError> {
        let now = self.now;
        let late: Vec<(String, String)> = self
            .statement("SELECT id, thread FROM consents WHERE open = 1 AND until <= $1 ORDER BY id")
            .bind(now.0)
            .rows()
            .await?;
        for (consent, thread) in &late {
            let why = "The sign-in was not made in time.".to_owned();
            let entry = Entry::Declined { consent: ConsentId(consent.clone()), why };
            self.receive(&ThreadId(thread.clone()), entry).await?;
        }
        Ok(late.len())
    }

    async fn first_use(&mut self, once: Option<&str>, thread: Option<&ThreadId>) -> Result<bool, StoreError> {
        let Some(once) = once else { return Ok(true) };
        let now = self.now;
        let used: Option<(i64,)> = self
            .statement(
                "INSERT INTO used (once, at, thread) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1",
            )
            .bind(once)
            .bind(now.0)
            .bind(thread.map(|thread| &thread.0))
            .row()
            .await?;
        Ok(used.is_some())
    }
}
