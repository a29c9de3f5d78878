//! What becomes of whatever comes from outside, written together with that it was dealt with.

use std::collections::HashSet;

use kernel::ports::{Accepted, Inbox, Letter, Settled, Settlement, Soon, StoreError};
use kernel::{AccountId, ConsentId, Delivery, Entry, InboundId, PersonId, ThreadId};
use serde_json::json;

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;
use crate::writing::Writing;

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
        Box::pin(self.desk.door.accept(deliveries, self.clock.now()))
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(async move {
            let letters = self.desk.door.unsettled().await?;
            // Read after them: what is dealt with meanwhile is not taken for left over.
            let settled = self.settled(&letters).await?;
            let (done, left) = letters.into_iter().partition::<Vec<_>, _>(|one| settled.contains(&one.id));
            // Before a crash, or where it could not be written down.
            self.desk.door.settled(done.into_iter().map(|letter| letter.id).collect(), self.clock.now());
            Ok(left)
        })
    }

    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(async move {
            let once = match &settlement {
                Settlement::Journal { thread, once: Some(once), .. } => Some((once, Some(thread))),
                Settlement::Spent { once } => Some((once, None)),
                _ => None,
            };
            let mut writing = self.write().await?;
            let mut batch = writing.settling(id, once);
            if let Settlement::Journal { thread, entry, .. } = &settlement {
                writing.make_room_if_changed(thread, entry, &mut batch);
            }
            let rows = writing.run(batch).await?;
            let met = Met::of(&rows, once.is_some());
            if met == Met::Settled {
                return Ok(Settled::Before);
            }
            match settlement {
                Settlement::Ignored | Settlement::Spent { .. } => {}
                Settlement::Connected { person, account, consent } => {
                    writing.connected(&person, &account, &consent).await?;
                }
                Settlement::Journal { .. } if met == Met::UsedUp => {}
                Settlement::Journal { thread, entry, .. } => writing.put(&thread, *entry, &rows).await?,
                Settlement::Stopped { by, threads } => {
                    for thread in &threads {
                        writing.receive(thread, Entry::Stopped { by: by.clone() }).await?;
                    }
                }
            }
            writing.commit().await?;
            Ok(if met == Met::UsedUp { Settled::Before } else { Settled::Now })
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
            self.desk.door.put_away(now).await?;
            self.desk.door.tidy(long_ago).await?;
            let mut writing = self.write().await?;
            for statement in ["DELETE FROM settled WHERE at < $1", "DELETE FROM used WHERE at < $1"] {
                writing.statement(statement).bind(long_ago).run().await?;
            }
            writing.commit().await
        })
    }

    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            if self.desk.tails.knows(thread) {
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

impl Writing {
    /// Marks an arrival as dealt with; `false` if it already was.
    pub(crate) async fn settle(&mut self, id: InboundId) -> Result<bool, StoreError> {
        self.settled.push(id);
        let now = self.now;
        let settled: Option<(String,)> = self.statement(SETTLE).bind(id.0).bind(now.0).row().await?;
        Ok(settled.is_some())
    }

    /// One sign-in serves whatever waits for it, in whichever thread.
    async fn connected(
        &mut self,
        person: &PersonId,
        account: &AccountId,
        taken_up: &ConsentId,
    ) -> Result<(), StoreError> {
        let waiting: Vec<(String, String)> = self
            .statement("SELECT id, thread FROM consents WHERE person = $1 AND open = 1 ORDER BY id")
            .bind(&person.0)
            .rows()
            .await?;
        for (consent, thread) in waiting {
            let (elsewhere, account) = (consent != taken_up.0, account.clone());
            let entry = Entry::Connected { consent: ConsentId(consent), account, elsewhere };
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

    /// What marks an arrival as dealt with, and something as used up by it. The last of it changes nothing if it was dealt
    /// with before or something was used up before.
    fn settling(&mut self, id: InboundId, once: Option<(&String, Option<&ThreadId>)>) -> Batch {
        self.settled.push(id);
        let mut batch = Batch::default();
        batch.add(SETTLE).bind(id.0).bind(self.now.0);
        if let Some((once, thread)) = once {
            batch.add(USE_UP).bind(once).bind(self.now.0).bind(thread.map(|thread| &thread.0));
        }
        batch
    }
}

/// What a settlement finds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Nothing,
    /// The arrival was settled before.
    Settled,
    /// Another arrival has used up the same.
    UsedUp,
}

impl Met {
    /// By what it gave back.
    fn of(rows: &[String], once: bool) -> Self {
        let is_done = |what: &str| rows.iter().any(|row| row == what);
        match (is_done("settled"), is_done("used")) {
            (false, _) => Self::Settled,
            (true, false) if once => Self::UsedUp,
            (true, _) => Self::Nothing,
        }
    }
}

const USE_UP: &str = "INSERT INTO used (once, at, thread) SELECT ?, ?, ? WHERE changes() > 0 \
     ON CONFLICT DO NOTHING; SELECT 'used' WHERE changes() > 0";

/// A `WHERE`, so that the conflict is not taken for that of a join.
const SETTLE_ALL: &str = "INSERT INTO settled (id, at) SELECT value, $2 FROM json_each($1) WHERE true \
     ON CONFLICT DO NOTHING";

const SETTLE: &str =
    "INSERT INTO settled (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING; SELECT 'settled' WHERE changes() > 0";
