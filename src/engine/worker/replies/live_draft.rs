//! Work that people can watch: what comes of it grows in the thread until the reply stands there instead.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures_util::future::{Either, select};
use kernel::ports::{ChatError, Clock, Draft, StoreError};
use kernel::{Entry, ReplyEntry, TurnId};
use tokio::sync::Mutex;
use tracing::{debug, warn};

use crate::thread::Turn;
use crate::worker::replies::progress_feed::ProgressFeed;
use crate::worker::{Replies, Trouble};

pub(crate) struct LiveDraft {
    pub(crate) progress_feed: ProgressFeed,
    pen: Mutex<Option<Pen>>,
}

/// What writes into the thread for one turn.
struct Pen {
    turn: TurnId,
    draft: Box<dyn Draft>,
    state: PenState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PenState {
    /// Nothing stands in the thread.
    New,
    /// Something may.
    Used,
    /// The chat takes no more.
    Empty,
}

impl LiveDraft {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { progress_feed: ProgressFeed::new(clock), pen: Mutex::default() }
    }

    /// Whether something may stand in the thread of which we did not hear, because its writing was broken off.
    pub(crate) async fn is_doubtful(&self) -> bool {
        self.pen.lock().await.as_ref().is_some_and(|pen| pen.state == PenState::Used)
    }
}

impl Replies<'_> {
    /// Does something, and meanwhile shows what is written in the live draft. What is being sent when it ends is waited for:
    /// half a message could not be found again.
    pub(crate) async fn in_sight<T>(
        &self,
        turn: &Turn,
        work: impl Future<Output = T>,
    ) -> Result<T, StoreError> {
        let mut pen = self.ctx.live_draft.pen.lock().await;
        if pen.as_ref().is_none_or(|pen| pen.turn != turn.id) {
            self.ctx.live_draft.progress_feed.clean();
            // What an earlier life has begun is not gone on with; it waits for the reply.
            *pen = turn.begun.is_none().then(|| self.new_pen(turn));
        }
        let Some(pen) = pen.as_mut().filter(|pen| pen.state != PenState::Empty) else {
            return Ok(work.await);
        };
        self.ctx.live_draft.progress_feed.resume();
        match select(pin!(work), pin!(self.write_down(pen))).await {
            Either::Left((done, writing)) => {
                self.ctx.live_draft.progress_feed.hush();
                writing.await?;
                Ok(done)
            }
            Either::Right((written, work)) => {
                written?;
                Ok(work.await)
            }
        }
    }

    fn new_pen(&self, turn: &Turn) -> Pen {
        let draft = self.ctx.engine.ports.chat.draft(&self.ctx.lane.thread, &turn.requester);
        Pen { turn: turn.id, draft, state: PenState::New }
    }

    async fn write_down(&self, pen: &mut Pen) -> Result<(), StoreError> {
        let turn = pen.turn;
        while let Some(growth) = self.ctx.live_draft.progress_feed.next().await {
            if pen.state == PenState::New {
                self.ctx.append(vec![Entry::Reply(ReplyEntry::Drafting { turn, message: None })]).await?;
                pen.state = PenState::Used;
            }
            match pen.draft.grow(&growth).await {
                Ok(None) => {}
                Ok(message @ Some(_)) => {
                    self.ctx.append(vec![Entry::Reply(ReplyEntry::Drafting { turn, message })]).await?;
                }
                Err(error) => {
                    debug!(thread = %self.ctx.lane.thread, %error, "nothing more is shown before the reply");
                    // It may have begun all the same.
                    self.ctx.doubtful.store(true, Ordering::Relaxed);
                    pen.state = PenState::Empty;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Takes away what was begun: something else is to be seen now.
    pub(crate) async fn withdraw(&self) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let begun = turn.begun.as_deref().unwrap_or_default();
        match self.ctx.engine.ports.chat.withdraw(&self.ctx.lane.thread, begun).await {
            Ok(()) => {}
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, why, "what was begun cannot be taken away");
            }
        }
        *self.ctx.live_draft.pen.lock().await = None;
        Ok(self.ctx.append(vec![Entry::Reply(ReplyEntry::Undrafted { turn: turn.id })]).await?)
    }
}
