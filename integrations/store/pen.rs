//! The one connection that writes, and what it has under way. Whoever writes joins the transaction that is open, and
//! waits until it is committed: the disk is waited for once for all who came meanwhile.

use std::sync::{Arc, OnceLock};

use kernel::ports::StoreError;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard};

use crate::audit::Link;
use crate::head::Head;
use crate::store::unreachable;

/// What came of a transaction, once it is over.
pub(crate) type Outcome = Arc<OnceLock<Result<(), StoreError>>>;

pub(crate) struct Pen {
    pub(crate) connection: SqliteConnection,
    open: Option<Open>,
    /// The one who wrote last went away without ending it.
    torn: bool,
}

/// A transaction that several share.
struct Open {
    outcome: Outcome,
    /// How many have ended what they wrote.
    parts: usize,
    /// The end of the audit chain before and after what this transaction adds.
    chain: Option<(Link, Link)>,
    /// The same before what is being written now.
    chain_before: Option<(Link, Link)>,
}

impl Pen {
    pub(crate) fn new(connection: SqliteConnection) -> Self {
        Self { connection, open: None, torn: false }
    }

    /// Begins a part of the transaction, which stands or falls by itself until it is ended.
    async fn begin(&mut self) -> Result<(), StoreError> {
        self.mend().await;
        if self.open.is_none() {
            self.run("BEGIN IMMEDIATE").await?;
            self.open = Some(Open { outcome: Outcome::default(), parts: 0, chain: None, chain_before: None });
        }
        if let Some(open) = &mut self.open {
            open.chain_before.clone_from(&open.chain);
        }
        let begun = self.run("SAVEPOINT part").await;
        if begun.is_err() {
            // Nobody would end it.
            self.give_up(begun.clone()).await;
        }
        begun
    }

    /// Takes back what was written by somebody who did not end it. If that is impossible, all of it is lost.
    async fn mend(&mut self) {
        if !std::mem::take(&mut self.torn) {
            return;
        }
        let taken_back = match self.run("ROLLBACK TO part").await {
            Ok(()) => self.run("RELEASE part").await,
            failed => failed,
        };
        match (&mut self.open, taken_back) {
            (Some(open), Ok(())) if open.parts > 0 => open.chain.clone_from(&open.chain_before),
            (_, taken_back) => self.give_up(taken_back).await,
        }
    }

    async fn give_up(&mut self, why: Result<(), StoreError>) {
        // It may be over already: SQLite ends a transaction by itself when its disk is full.
        drop(self.run("ROLLBACK").await);
        if let Some(open) = self.open.take() {
            open.outcome.get_or_init(|| why.and(Err(lost())));
        }
    }

    /// Commits what is open. The sealed head is told before and after, so that it never lags behind what is committed and
    /// a crash in between is told apart from a cut tail.
    async fn commit(&mut self, head: &Head) {
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
        let confirmed = match &chain {
            Some((_, after)) => head.confirm(after).await,
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

/// Where the pen lies, first come, first served; empty when the store is closed.
#[derive(Clone)]
pub(crate) struct Stand(Arc<Mutex<Option<Pen>>>);

type InHand = OwnedMappedMutexGuard<Option<Pen>, Pen>;

impl Stand {
    pub(crate) fn new(pen: Pen) -> Self {
        Self(Arc::new(Mutex::new(Some(pen))))
    }

    async fn take(&self) -> Result<InHand, StoreError> {
        let pen = Arc::clone(&self.0).lock_owned().await;
        OwnedMutexGuard::try_map(pen, Option::as_mut)
            .map_err(|_| StoreError::Unreachable("it is closed".to_owned()))
    }

    /// What is not committed is taken back.
    pub(crate) async fn close(&self) {
        let Some(mut pen) = self.0.lock().await.take() else { return };
        if pen.open.is_some() {
            pen.give_up(Ok(())).await;
        }
        // What was committed is in the file, whether or not this succeeds.
        drop(pen.connection.close().await);
    }
}

/// A part of the transaction, while it is being written.
pub(crate) struct Part {
    pen: InHand,
    stand: Stand,
    ended: bool,
}

impl Part {
    pub(crate) async fn begin(stand: &Stand) -> Result<Self, StoreError> {
        let mut part = Self { pen: stand.take().await?, stand: stand.clone(), ended: true };
        to_the_end(async move {
            part.pen.begin().await?;
            part.ended = false;
            Ok(part)
        })
        .await
    }

    pub(crate) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.pen.connection
    }

    pub(crate) fn chain(&self) -> Option<&(Link, Link)> {
        self.pen.open.as_ref()?.chain.as_ref()
    }

    pub(crate) fn extend_chain(&mut self, before: Link, after: Link) {
        if let Some(open) = &mut self.pen.open {
            open.chain = Some((before, after));
        }
    }

    /// Ends this part, and waits until it is on the disk. Everybody who waits to write comes first and is committed with
    /// it.
    pub(crate) async fn commit(mut self, head: Arc<Head>) -> Result<(), StoreError> {
        to_the_end(async move {
            self.pen.run("RELEASE part").await?;
            self.ended = true;
            let Some(open) = &mut self.pen.open else { return Err(lost()) };
            open.parts += 1;
            let (outcome, stand) = (Arc::clone(&open.outcome), self.stand.clone());
            drop(self);
            let mut pen = stand.take().await?;
            if outcome.get().is_none() {
                pen.commit(&head).await;
            }
            outcome.get().cloned().unwrap_or_else(|| Err(lost()))
        })
        .await
    }
}

/// Whoever waits for it may go away; what was begun is brought to its end.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(work).await.unwrap_or_else(|error| Err(StoreError::Unreachable(error.to_string())))
}

fn lost() -> StoreError {
    StoreError::Unreachable("what was written had to be taken back".to_owned())
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        self.pen.torn = true;
        // Nobody may come for a while, and others are kept from writing until it is taken back.
        let stand = self.stand.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Ok(mut pen) = stand.take().await {
                    pen.mend().await;
                }
            });
        }
    }
}
