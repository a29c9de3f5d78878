//! One transaction: entries into the journal, and everything that must change together with them.

use std::sync::Arc;

use kernel::ports::{Lane, StoreError};
use kernel::{Entry, InboundId, Record, ThreadId, Time};
use serde_json::json;
use tokio::sync::{Notify, OwnedSemaphorePermit};

use crate::Store;
use crate::audit_head::AuditHead;
use crate::batch::{Batch, Values};
use crate::entries::RecordPosition;
use crate::inbox::InboxFile;
use crate::recent_records::RecentRecords;
use crate::statement::Statement;
use crate::wake::Wake;
use crate::writer::{WriterPart, to_the_end};

/// A transaction of the one writer, which others may share.
pub(crate) struct Transaction {
    part: WriterPart,
    _permit: OwnedSemaphorePermit,
    shared: Shared,
    pub(crate) now: Time,
    wakes: bool,
    sets_timer: bool,
    /// What will have been written, if it is committed.
    written: Vec<(ThreadId, Record)>,
    /// What came from outside and will have been dealt with.
    pub(crate) settled: Vec<InboundId>,
}

/// Who is told before and after something is committed.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) head: Arc<AuditHead>,
    pub(crate) recent: Arc<RecentRecords>,
    pub(crate) wake: Arc<Wake>,
    pub(crate) timer_set: Arc<Notify>,
    pub(crate) inbox: Arc<InboxFile>,
}

const MAKE_ROOM: &str = "INSERT INTO lanes (thread, last, awake, lease, fence) VALUES (?, ?, ?, 0, 0) \
     ON CONFLICT (thread) DO UPDATE SET last = last + excluded.last, \
     awake = CASE WHEN awake = 0 THEN excluded.awake ELSE awake END; \
     SELECT 'room ' || last FROM lanes WHERE thread = ?";
const MAKE_ROOM_IF_CHANGED: &str = "INSERT INTO lanes (thread, last, awake, lease, fence) \
     SELECT ?, ?, ?, 0, 0 WHERE changes() > 0 \
     ON CONFLICT (thread) DO UPDATE SET last = last + excluded.last, \
     awake = CASE WHEN awake = 0 THEN excluded.awake ELSE awake END; \
     SELECT 'room ' || last FROM lanes WHERE thread = ? AND changes() > 0";

impl Store {
    pub(crate) async fn write(&self) -> Result<Transaction, StoreError> {
        let queue = Arc::clone(&self.queue);
        let permit =
            queue.acquire_owned().await.map_err(|error| StoreError::Unreachable(error.to_string()))?;
        let part = WriterPart::begin(&self.writer).await?;
        let (shared, now) = (self.shared.clone(), self.clock.now());
        let (written, settled) = (Vec::new(), Vec::new());
        Ok(Transaction {
            part,
            _permit: permit,
            shared,
            now,
            wakes: false,
            sets_timer: false,
            written,
            settled,
        })
    }
}

impl Transaction {
    /// Appends to a thread that somebody holds; nothing if it is not they who write.
    pub(crate) async fn append(&mut self, lane: &Lane, entries: Vec<Entry>) -> Result<(), StoreError> {
        let (more, awake) = self.advance(&entries);
        let last: Option<(i64,)> = self
            .statement(
                "UPDATE lanes SET last = last + $1, awake = CASE WHEN awake = 0 THEN $2 ELSE awake END \
                 WHERE thread = $3 AND fence = $4; SELECT last FROM lanes WHERE thread = $3 AND changes() > 0",
            )
            .bind(more)
            .bind(awake)
            .bind(&lane.thread.0)
            .bind(lane.fence)
            .row()
            .await?;
        let (last,) = last.ok_or(StoreError::Fenced)?;
        self.entries(&lane.thread, last - more, entries, Batch::default()).await.map(drop)
    }

    /// The same at one go, if this is the last record there is and the lane is theirs. Otherwise it gives the entries back,
    /// and nothing of it may be committed.
    async fn append_after(
        &mut self,
        last: i64,
        lane: &Lane,
        entries: Vec<Entry>,
    ) -> Result<Option<Vec<Entry>>, StoreError> {
        let (more, awake) = self.advance(&entries);
        let mut batch = Batch::default();
        batch
            .add(
                "UPDATE lanes SET last = ?, awake = CASE WHEN awake = 0 THEN ? ELSE awake END \
                 WHERE thread = ? AND fence = ? AND last = ?; SELECT 'advanced' WHERE changes() > 0",
            )
            .bind(last + more)
            .bind(awake)
            .bind(&lane.thread.0)
            .bind(lane.fence)
            .bind(last);
        self.entries_or_nothing(&lane.thread, last, entries, batch).await
    }

    /// Writes entries after record number `last` if the lane was advanced for them at the end of a batch. Otherwise it gives
    /// the entries back, and nothing of it may be committed.
    pub(crate) async fn entries_or_nothing(
        &mut self,
        thread: &ThreadId,
        last: i64,
        entries: Vec<Entry>,
        batch: Batch,
    ) -> Result<Option<Vec<Entry>>, StoreError> {
        let count = entries.len();
        match self.entries(thread, last, entries, batch).await {
            Ok(rows) if rows.iter().any(|row| row == "advanced") => Ok(None),
            // The lane is lost, or there are other records, which may be in the way of these.
            Ok(_) | Err(StoreError::Unreachable(_)) if self.written.len() == count => {
                Ok(Some(self.written.drain(..).map(|(_, record)| record.entry).collect()))
            }
            Ok(_) => Err(StoreError::Unreachable("other entries were written before these".to_owned())),
            Err(error) => Err(error),
        }
    }

    /// The same, and commits it. To be brought [to its end](to_the_end): the database answers several times before it is done,
    /// and whoever is deep in something else need not be woken each time.
    pub(crate) async fn append_and_commit(
        mut self,
        last: i64,
        lane: Lane,
        entries: Vec<Entry>,
    ) -> Result<Option<Vec<Entry>>, StoreError> {
        match self.append_after(last, &lane, entries).await? {
            None => self.finish().await.map(|()| None),
            refused => Ok(refused),
        }
    }

    /// Appends something that came from outside, whoever holds the lane.
    pub(crate) async fn receive(&mut self, thread: &ThreadId, entry: Entry) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        self.make_room(thread, &entry, batch.add(MAKE_ROOM));
        let rows = self.run(batch).await?;
        self.put(thread, entry, &rows).await
    }

    /// Makes room for it if the statement before this one has changed something.
    pub(crate) fn make_room_if_changed(&mut self, thread: &ThreadId, entry: &Entry, batch: &mut Batch) {
        self.make_room(thread, entry, batch.add(MAKE_ROOM_IF_CHANGED));
    }

    fn make_room(&mut self, thread: &ThreadId, entry: &Entry, values: Values<'_>) {
        let (more, awake) = self.advance(std::slice::from_ref(entry));
        values.bind(&thread.0).bind(more).bind(awake).bind(&thread.0);
    }

    /// Puts it where room was made for it, by the rows which that gave back.
    pub(crate) async fn put(
        &mut self,
        thread: &ThreadId,
        entry: Entry,
        rows: &[String],
    ) -> Result<(), StoreError> {
        let room = rows.iter().find_map(|row| row.strip_prefix("room ")?.parse::<i64>().ok());
        let last = room.ok_or_else(|| StoreError::Unreachable("a lane was not written".to_owned()))?;
        self.entries(thread, last - 1, vec![entry], Batch::default()).await.map(drop)
    }

    /// How many records a lane gets, and since when it is awake for them.
    pub(crate) fn advance(&mut self, entries: &[Entry]) -> (i64, i64) {
        let wakes = entries.iter().any(Entry::wakes);
        self.wakes |= wakes;
        (i64::try_from(entries.len()).unwrap_or(i64::MAX), if wakes { self.now.0 } else { 0 })
    }

    /// Writes entries after record number `last`, and everything that must change together with them, at the end of a
    /// batch. What that gave back.
    async fn entries(
        &mut self,
        thread: &ThreadId,
        last: i64,
        entries: Vec<Entry>,
        mut batch: Batch,
    ) -> Result<Vec<String>, StoreError> {
        for (number, entry) in (last + 1..).zip(entries) {
            let place = RecordPosition { thread, number, now: self.now };
            place.write(&entry, &mut batch)?;
            self.audit(&place, &entry, &mut batch).await?;
            let record = Record { number: number.unsigned_abs(), at: self.now, entry };
            self.shared.recent.reach(thread, record.number);
            self.written.push((thread.clone(), record));
        }
        self.run(batch).await
    }

    pub(crate) fn statement(&mut self, words: &'static str) -> Statement<'_> {
        Statement::new(&mut self.part, words)
    }

    pub(crate) async fn run(&mut self, batch: Batch) -> Result<Vec<String>, StoreError> {
        self.sets_timer |= batch.sets_timer;
        batch.run(&mut self.part).await
    }

    /// Durable when it returns. Whoever waits for it may go away.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        to_the_end(self.finish()).await
    }

    /// The same, for those who do not go away.
    pub(crate) async fn finish(self) -> Result<(), StoreError> {
        let Self { part, shared, written, settled, wakes, sets_timer, now, .. } = self;
        if let Err(error) = committed(part, &shared.head).await {
            // Some of it may be there all the same.
            shared.recent.forget(written.iter().map(|(thread, _)| thread));
            return Err(error);
        }
        shared.recent.add(written);
        shared.inbox.settled(settled, now);
        if wakes {
            shared.wake.ring();
        }
        if sets_timer {
            shared.timer_set.notify_one();
        }
        Ok(())
    }

    async fn audit(
        &mut self,
        place: &RecordPosition<'_>,
        entry: &Entry,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let Some(record) = entry.audit() else { return Ok(()) };
        let (before, last) = self.part.chain().await?;
        let RecordPosition { thread, number, now } = place;
        let words = json!({ "at": now, "thread": thread, "entry": number, "record": record }).to_string();
        let next = last.next(&words);
        batch
            .add("INSERT INTO audit (number, record, hash) VALUES (?, ?, ?)")
            .bind(next.number)
            .bind(words)
            .bind(&next.hash);
        self.part.extend_chain(before, next);
        Ok(())
    }
}

/// Whoever is about to write comes first as well: when there is much to do, that makes fewer commits of the same work, and
/// when there is nothing else to do, it takes no time.
async fn committed(part: WriterPart, head: &AuditHead) -> Result<(), StoreError> {
    let Some(ended) = part.end()? else { return Ok(()) };
    tokio::task::yield_now().await;
    ended.commit(head).await
}
