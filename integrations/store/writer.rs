//! The one connection that writes, and what it has under way. Whoever writes joins the transaction that is open, and
//! waits until it is committed: the disk is waited for once for all who came meanwhile.

use std::sync::{Arc, OnceLock};

use kernel::ports::StoreError;
use sqlx::{AssertSqlSafe, Connection as _, SqlSafeStr, SqlStr, SqliteConnection};
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard};

use crate::audit::Link;
use crate::audit_head::AuditHead;
use crate::store::unreachable;

/// What came of a transaction, once it is over.
pub(crate) type Outcome = Arc<OnceLock<Result<(), StoreError>>>;

pub(crate) struct Writer {
    connection: SqliteConnection,
    open: Option<Open>,
    /// The one who wrote last went away without ending it.
    torn: bool,
    /// The end of the audit chain, once it is known.
    last: Option<Link>,
}

/// A transaction that several share. Each writes a part of it, which can be taken back by itself.
#[derive(Default)]
struct Open {
    outcome: Outcome,
    /// Which of two names the savepoint of the newest part has. Two, so that a part whose savepoint was never made cannot
    /// be mistaken for the one before it.
    odd: bool,
    /// Whether there is a savepoint.
    marked: bool,
    /// How many have ended what they wrote.
    parts: usize,
    /// The end of the audit chain before and after what those have added to it.
    chain: Option<(Link, Link)>,
}

impl Writer {
    pub(crate) fn new(connection: SqliteConnection) -> Self {
        Self { connection, open: None, torn: false, last: None }
    }

    /// What begins a part. It is said together with the first statement of that part, which saves the way to the database
    /// and back; the last part needs no end, the commit is one.
    fn opening(&mut self) -> &'static str {
        let Some(open) = &mut self.open else {
            // The first is taken back together with the transaction.
            self.open = Some(Open::default());
            return "BEGIN IMMEDIATE;";
        };
        open.odd = !open.odd;
        match (std::mem::replace(&mut open.marked, true), open.odd) {
            (true, true) => "RELEASE even;SAVEPOINT odd;",
            (true, false) => "RELEASE odd;SAVEPOINT even;",
            (false, true) => "SAVEPOINT odd;",
            (false, false) => "SAVEPOINT even;",
        }
    }

    /// Takes back what was written by somebody who did not end it. If that is impossible, all of it is lost.
    async fn mend(&mut self) {
        if !self.torn {
            return;
        }
        let odd = self.open.as_ref().is_some_and(|open| open.odd);
        let (this, before) =
            if odd { ("ROLLBACK TO odd", "RELEASE even") } else { ("ROLLBACK TO even", "RELEASE odd") };
        let mut taken_back = self.run(this).await;
        let marked = taken_back.is_ok();
        if !marked && self.is_under_way().await {
            // They went away before their own savepoint was made, so there is nothing of them. The one before may stand.
            drop(self.run(before).await);
            taken_back = Ok(());
        }
        match (&mut self.open, taken_back) {
            (Some(open), Ok(())) if open.parts > 0 => open.marked = marked,
            (_, taken_back) => self.give_up(taken_back).await,
        }
        self.torn = false;
    }

    /// Whether the database still has the transaction: it ends one by itself when its disk is full.
    async fn is_under_way(&mut self) -> bool {
        self.run("BEGIN").await.is_err()
    }

    async fn give_up(&mut self, why: Result<(), StoreError>) {
        self.last = None;
        // It may be over already.
        drop(self.run("ROLLBACK").await);
        if let Some(open) = self.open.take() {
            open.outcome.get_or_init(|| why.and(Err(lost())));
        }
    }

    /// Commits what is open. The sealed head is told before and after, so that it never lags behind what is committed and
    /// a crash in between is told apart from a cut tail.
    async fn commit(&mut self, head: &AuditHead) {
        self.mend().await;
        let Some(chain) = self.open.as_ref().map(|open| open.chain.clone()) else { return };
        let announced = match &chain {
            Some((before, after)) => head.announce(before, after).await,
            None => Ok(()),
        };
        let committed = match announced {
            Ok(()) => self.run("COMMIT").await,
            failed => failed,
        };
        if committed.is_err() {
            return self.give_up(committed).await;
        }
        let confirmed = match chain {
            Some((_, after)) => {
                let confirmed = head.confirm(&after);
                self.last = Some(after);
                confirmed
            }
            None => Ok(()),
        };
        if let Some(open) = self.open.take() {
            open.outcome.get_or_init(|| confirmed);
        }
    }

    async fn run(&mut self, statement: &'static str) -> Result<(), StoreError> {
        sqlx::query(statement).execute(&mut self.connection).await.map(drop).map_err(unreachable)
    }
}

/// The one writer, which waiters take in the order in which they came; empty when the store is closed.
#[derive(Clone)]
pub(crate) struct SharedWriter(Arc<Mutex<Option<Writer>>>);

type InHand = OwnedMappedMutexGuard<Option<Writer>, Writer>;

impl SharedWriter {
    pub(crate) fn new(writer: Writer) -> Self {
        Self(Arc::new(Mutex::new(Some(writer))))
    }

    async fn take(&self) -> Result<InHand, StoreError> {
        let writer = Arc::clone(&self.0).lock_owned().await;
        OwnedMutexGuard::try_map(writer, Option::as_mut)
            .map_err(|_| StoreError::Unreachable("it is closed".to_owned()))
    }

    /// What is committed, and nothing else: whatever is under way is committed before.
    pub(crate) async fn look<T>(
        &self,
        head: &AuditHead,
        what: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut writer = self.take().await?;
        writer.commit(head).await;
        what(&mut writer.connection).await
    }

    /// What is not committed is taken back.
    pub(crate) async fn close(&self) {
        let Some(mut writer) = self.0.lock().await.take() else { return };
        if writer.open.is_some() {
            writer.give_up(Ok(())).await;
        }
        // What was committed is in the file, whether or not this succeeds.
        drop(writer.connection.close().await);
    }
}

/// A part of the transaction, while it is being written.
pub(crate) struct WriterPart {
    writer: InHand,
    shared: SharedWriter,
    /// Something of it may stand in the transaction.
    begun: bool,
    /// The end of the audit chain before this transaction and after this part, if this part adds to it.
    chain: Option<(Link, Link)>,
}

impl WriterPart {
    pub(crate) async fn begin(shared: &SharedWriter) -> Result<Self, StoreError> {
        let mut writer = shared.take().await?;
        writer.mend().await;
        Ok(Self { writer, shared: shared.clone(), begun: false, chain: None })
    }

    /// A statement as it is to be said here, and to whom.
    pub(crate) fn say(&mut self, statement: impl SqlSafeStr) -> (SqlStr, &mut SqliteConnection) {
        let statement = statement.into_sql_str();
        if self.begun {
            return (statement, &mut self.writer.connection);
        }
        self.begun = true;
        let opening = self.writer.opening();
        // Both stand in this program.
        let statement = AssertSqlSafe(format!("{opening}{}", statement.as_str())).into_sql_str();
        (statement, &mut self.writer.connection)
    }

    /// The end of the audit chain before this transaction, and as it stands in it.
    pub(crate) async fn chain(&mut self) -> Result<(Link, Link), StoreError> {
        let before = self.writer.open.as_ref().and_then(|open| open.chain.as_ref());
        if let Some(chain) = self.chain.as_ref().or(before) {
            return Ok(chain.clone());
        }
        let last = match &self.writer.last {
            Some(last) => last.clone(),
            None => Link::last(self).await?,
        };
        Ok((last.clone(), last))
    }

    pub(crate) fn extend_chain(&mut self, before: Link, after: Link) {
        self.chain = Some((before, after));
    }

    /// Ends this part: others write on. Nothing if nothing was written.
    pub(crate) fn end(mut self) -> Result<Option<EndedPart>, StoreError> {
        if !std::mem::take(&mut self.begun) {
            return Ok(None);
        }
        let Some(open) = &mut self.writer.open else { return Err(lost()) };
        open.parts += 1;
        if let Some(chain) = self.chain.take() {
            open.chain = Some(chain);
        }
        Ok(Some(EndedPart { outcome: Arc::clone(&open.outcome), shared: self.shared.clone() }))
    }
}

/// A part that is written and not yet on the disk.
pub(crate) struct EndedPart {
    outcome: Outcome,
    shared: SharedWriter,
}

impl EndedPart {
    /// Waits until it is on the disk. Everybody who waits to write by now comes first and is committed with it. To be brought
    /// [to its end](to_the_end).
    pub(crate) async fn commit(self, head: &AuditHead) -> Result<(), StoreError> {
        let Self { outcome, shared } = self;
        let mut writer = shared.take().await?;
        if outcome.get().is_none() {
            writer.commit(head).await;
        }
        outcome.get().cloned().unwrap_or_else(|| Err(lost()))
    }
}

/// Whoever waits for it may go away; what was begun is brought to its end.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(work).await.unwrap_or_else(|error| Err(StoreError::Unreachable(error.to_string())))
}

fn lost() -> StoreError {
    StoreError::Unreachable("what was written had to be taken back".to_owned())
}

impl Drop for WriterPart {
    fn drop(&mut self) {
        if !self.begun {
            return;
        }
        self.writer.torn = true;
        // Nobody may come for a while, and others are kept from writing until it is taken back.
        let shared = self.shared.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Ok(mut writer) = shared.take().await {
                    writer.mend().await;
                }
            });
        }
    }
}
