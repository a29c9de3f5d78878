//! What becomes of something that arrived, in one transaction with the mark that it was dealt with.

use kernel::ports::{Settled, Settlement, StoreError};
use kernel::{Entry, InboundId, MessageEntry, ThreadId};

use crate::batch::Batch;
use crate::transaction::Transaction;

/// What goes into a thread's journal, and what it uses up.
type Said = (ThreadId, Box<Entry>, Option<String>);

impl Transaction {
    /// One answer of the database after the other.
    pub(crate) async fn settle_by_steps(
        mut self,
        id: InboundId,
        settlement: Settlement,
    ) -> Result<Settled, StoreError> {
        let once = match &settlement {
            Settlement::Journal { thread, once: Some(once), .. } => Some((once, Some(thread))),
            Settlement::Spent { once } => Some((once, None)),
            _ => None,
        };
        let mut batch = self.settling(id, once);
        if let Settlement::Journal { thread, entry, .. } = &settlement {
            self.make_room_if_changed(thread, entry, &mut batch);
        }
        let rows = self.run(batch).await?;
        let met = Met::of(&rows, once.is_some());
        if met == Met::Settled {
            return Ok(Settled::Before);
        }
        match settlement {
            Settlement::Ignored | Settlement::Spent { .. } => {}
            Settlement::Connected { person, account, consent } => {
                self.connected(&person, &account, &consent).await?;
            }
            Settlement::Journal { .. } if met == Met::UsedUp => {}
            Settlement::Journal { thread, entry, .. } => self.put(&thread, *entry, &rows).await?,
            Settlement::Stopped { by, threads } => {
                for thread in &threads {
                    self.receive(
                        thread,
                        Entry::Message(MessageEntry::Stopped { by: by.clone(), said: None }),
                    )
                    .await?;
                }
            }
        }
        self.commit().await?;
        Ok(if met == Met::UsedUp { Settled::Before } else { Settled::Now })
    }

    /// At one go and committed, if this is the last record there is, and neither the arrival nor what it uses up was there
    /// before. Otherwise it is given back, and nothing was written. To be brought [to its end](crate::writer::to_the_end).
    pub(crate) async fn settle_after(
        mut self,
        last: i64,
        id: InboundId,
        (thread, entry, once): Said,
    ) -> Result<Option<Said>, StoreError> {
        let mut batch = self.settling(id, once.as_ref().map(|once| (once, Some(&thread))));
        let (more, awake) = self.advance(std::slice::from_ref(&*entry));
        let values = batch.add(ADVANCE_IF_CHANGED).bind(last + more).bind(awake);
        values.bind(&thread.0).bind(last);
        match self.entries_or_nothing(&thread, last, vec![*entry], batch).await? {
            None => self.finish().await.map(|()| None),
            Some(mut refused) => {
                let entry =
                    refused.pop().ok_or_else(|| StoreError::Unreachable("an entry is gone".to_owned()))?;
                Ok(Some((thread, Box::new(entry), once)))
            }
        }
    }

    /// Marks an arrival as dealt with; `false` if it already was.
    pub(crate) async fn settle(&mut self, id: InboundId) -> Result<bool, StoreError> {
        self.settled.push(id);
        let now = self.now;
        let settled: Option<(String,)> = self.statement(SETTLE).bind(id.0).bind(now.0).row().await?;
        Ok(settled.is_some())
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

/// If the statement before it has changed something. The words are what the caller looks for among the rows.
const ADVANCE_IF_CHANGED: &str = "UPDATE lanes SET last = ?, awake = CASE WHEN awake = 0 THEN ? ELSE awake END \
     WHERE thread = ? AND last = ? AND changes() > 0; SELECT 'advanced' WHERE changes() > 0";

const USE_UP: &str = "INSERT INTO used (once, at, thread) SELECT ?, ?, ? WHERE changes() > 0 \
     ON CONFLICT DO NOTHING; SELECT 'used' WHERE changes() > 0";

/// A `WHERE`, so that the conflict is not taken for that of a join.
pub(crate) const SETTLE_ALL: &str = "INSERT INTO settled (id, at) SELECT value, $2 FROM json_each($1) WHERE true \
     ON CONFLICT DO NOTHING";

const SETTLE: &str =
    "INSERT INTO settled (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING; SELECT 'settled' WHERE changes() > 0";
