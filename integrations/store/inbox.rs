//! Whatever comes from outside, written down before it is acknowledged.

use std::collections::HashMap;

use kernel::ports::{Accepted, Inbox, Letter, Settled, Settlement, Soon, StoreError};
use kernel::{AccountId, ConsentId, Delivery, Entry, InboundId, PersonId, Raw, ThreadId};

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;
use crate::writing::Writing;

/// How long an arrival is remembered: far longer than anybody redelivers it.
const KEPT_MS: i64 = 14 * 24 * 3600 * 1000;

const ACCEPT: &str = "INSERT INTO inbound (key, source, raw, at) VALUES (?, ?, ?, ?) \
     ON CONFLICT DO NOTHING; SELECT last_insert_rowid() || ' ' || ? WHERE changes() > 0";

/// So many arrivals are written at a time. Every other number of them would be other words to the database, and what it has
/// made of words it keeps: in a crowd that came to more than everything else in memory.
const KNOWN_NUMBERS: [usize; 4] = [8, 4, 2, 1];

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
            let keyed: Vec<(&String, &Delivery)> = keys.iter().zip(deliveries).collect();
            let mut rows = Vec::with_capacity(keyed.len());
            for some in in_known_numbers(&keyed) {
                let mut batch = Batch::default();
                for (key, one) in some {
                    let values = batch.add(ACCEPT).bind(*key).bind(&one.from);
                    values.bind(one.raw.text()).bind(now.0).bind(*key);
                }
                rows.extend(writing.run(batch).await?);
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
            let letter = |(id, from, raw)| Letter { id: InboundId(id), from, raw: Raw::written(raw) };
            Ok(rows.into_iter().map(letter).collect())
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
            if self.tails.knows(thread) {
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

impl Writing<'_> {
    /// Marks an arrival as dealt with; `false` if it already was.
    pub(crate) async fn settle(&mut self, id: InboundId) -> Result<bool, StoreError> {
        let now = self.now;
        let settled: Option<(String,)> = self.statement(SETTLE).bind(now.0).bind(id.0).row().await?;
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
    fn settling(&self, id: InboundId, once: Option<(&String, Option<&ThreadId>)>) -> Batch {
        let mut batch = Batch::default();
        batch.add(SETTLE).bind(self.now.0).bind(id.0);
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

/// That it came is remembered, what it said is not: it may be what nobody is to find here later, and what is to be kept of
/// it is kept elsewhere.
const SETTLE: &str = "UPDATE inbound SET settled = ?, raw = '' WHERE id = ? AND settled IS NULL; SELECT 'settled' WHERE changes() > 0";

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
