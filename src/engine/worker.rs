//! Works on one thread: asks what is next, does it, writes it down, until there is nothing to do but wait.

mod ask_model;
mod authorization;
mod cards;
mod consents;
mod dispatcher;
mod parking;
mod prepare_calls;
mod replies;
mod retract;
mod run_calls;
mod status;
mod step_context;
mod take_step;
mod tend_cards;
mod undo;

pub use dispatcher::Dispatcher;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::{Either, select};
use kernel::Stop;
use kernel::ports::{ChatError, Claim, Lane, Status, StoreError};
use tracing::{debug, warn};

pub(crate) use ask_model::spending::sum;
pub(crate) use consents::{Wanted, lasts_until, wanted};
pub(crate) use prepare_calls::attached;

use crate::runtime::Engine;
use crate::runtime::Signals;
use crate::runtime::Snapshot;
use crate::thread::{Step, following};
use ask_model::AskModel;
use ask_model::spending::Tally;
use authorization::Authorization;
use cards::Cards;
use consents::Consents;
use prepare_calls::PrepareCalls;
use replies::Replies;
use replies::live_draft::LiveDraft;
use retract::Retract;
use run_calls::RunCalls;
use status::Shown;
use step_context::StepContext;
use undo::Undo;

/// How long a thread is ours without word from us.
pub(crate) const LEASE: Duration = Duration::from_mins(1);
const RENEW: Duration = Duration::from_secs(20);
/// How long to wait before a thread is tried again that the store broke off.
pub(crate) const STORE_PAUSE: Duration = Duration::from_secs(1);
/// A step that writes nothing down would be taken for ever.
const MOST_WITHOUT_A_TRACE: u32 = 3;
/// How long to wait before a chat that does not answer is tried again.
const CHAT_PAUSE: Duration = Duration::from_secs(5);

pub(crate) struct Worker {
    engine: Arc<Engine>,
    lane: Lane,
    /// What was posted may not be written down: whoever worked here last vanished, or the chat did not answer.
    doubtful: AtomicBool,
    /// The process is about to end.
    closing: Stop,
    live_draft: LiveDraft,
    shown: Shown,
    tally: Tally,
}

/// Why a step could not be taken.
#[derive(Debug)]
enum Trouble {
    Store(StoreError),
    /// The chat does not answer; the step is to be tried again.
    Chat(ChatError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ChatError> for Trouble {
    fn from(error: ChatError) -> Self {
        Self::Chat(error)
    }
}

/// How a worker leaves its thread.
enum Left {
    /// All up to this record was seen; what came later wakes the thread again.
    Seen(u64),
    /// The last post may or may not have got through.
    InDoubt,
    /// The thread cannot go on, for this reason.
    Stuck(String),
}

impl Worker {
    pub(crate) fn new(engine: Arc<Engine>, claim: Claim, closing: Stop) -> Self {
        let live_draft = LiveDraft::new(Arc::clone(&engine.ports.clock));
        Self {
            engine,
            lane: claim.lane,
            doubtful: claim.abandoned.into(),
            closing,
            live_draft,
            shown: Shown::default(),
            tally: Tally::default(),
        }
    }

    /// Works until the thread rests. What could not be finished stays in the journal for the next worker.
    pub(crate) async fn work(self) {
        let worked = self.renewing(self.steps()).await;
        self.engine.interrupts.disarm(&self.lane.thread);
        let lanes = &self.engine.ports.lanes;
        let left = match worked {
            Ok(Left::Seen(seen)) => lanes.release(&self.lane, seen).await,
            // A post that may or may not stand must be looked for by whoever comes next.
            Ok(Left::InDoubt) => lanes.abandon(&self.lane).await,
            Ok(Left::Stuck(why)) => self.park(&why).await,
            // However often it is read, it says the same.
            Err(error @ StoreError::Unreadable(_)) => self.park(&error.to_string()).await,
            Err(StoreError::Fenced) => return debug!(thread = %self.lane.thread, "another worker took over"),
            Err(error) => {
                warn!(thread = %self.lane.thread, %error, "work on a thread was broken off");
                let clock = &self.engine.ports.clock;
                clock.sleep_until(clock.now().plus(STORE_PAUSE)).await;
                lanes.abandon(&self.lane).await
            }
        };
        if let Err(error) = left {
            warn!(thread = %self.lane.thread, %error, "a thread could not be let go; its lease must run out");
        }
    }

    /// Step after step, until the thread rests or the process ends.
    async fn steps(&self) -> Result<Left, StoreError> {
        let Engine { ports, interrupts, thread_cache, .. } = &*self.engine;
        let mut reading = thread_cache.take(&self.lane.thread).unwrap_or_default();
        let mut steps_without_a_trace = 0;
        let mut worked_on = None;
        loop {
            // Armed before the journal is read: a "stop" is either in what we read, or pulls this.
            let Signals { stop, changed } = interrupts.arm(&self.lane.thread);
            let known = reading.go_on(&*ports.journal, &self.lane.thread).await?;
            let (Snapshot { journal, progress }, seen) = (&reading, reading.seen());
            let news = journal.get(known..).unwrap_or_default();
            steps_without_a_trace = if news.is_empty() { steps_without_a_trace + 1 } else { 0 };
            if self.closing.is_pulled() {
                return Ok(if self.doubtful.load(Ordering::Relaxed) { Left::InDoubt } else { Left::Seen(0) });
            }
            let step = following(journal, progress, &self.engine.limits);
            debug!(thread = %self.lane.thread, ?step, "next");
            self.engine.homes.touch_all(news, progress);
            if let Some(turn) = &progress.turn {
                interrupts.works_on(&self.lane.thread, turn, &step);
            }
            let turn = progress.turn.as_ref().map(|turn| turn.id);
            let since = match worked_on {
                Some((before, since)) if before == turn => since,
                Some(_) | None => ports.clock.now(),
            };
            let is_first = worked_on.is_none();
            worked_on = Some((turn, since));
            let ctx = StepContext {
                engine: &self.engine,
                lane: &self.lane,
                doubtful: &self.doubtful,
                closing: &self.closing,
                live_draft: &self.live_draft,
                shown: &self.shown,
                tally: &self.tally,
                journal,
                progress,
                since,
                stop,
                changed,
            };
            if is_first {
                ctx.note_idle();
            }
            if let Step::Rest(waits) = &step {
                let status = if waits.is_empty() { Status::Idle } else { Status::Waiting };
                ctx.show_status(status, journal).await;
                thread_cache.put(&self.lane.thread, reading);
                return Ok(Left::Seen(seen));
            }
            if let Step::Park(number) = step {
                return Ok(Left::Stuck(parking::unknown_record(journal, number)));
            }
            if steps_without_a_trace > MOST_WITHOUT_A_TRACE {
                return Ok(Left::Stuck(format!("the step {} changes nothing", parking::name(&step))));
            }
            let taken = match step {
                Step::AskModel | Step::Prepare(_) | Step::Run(_) | Step::Recover(_) => {
                    ctx.take_in_company(step).await
                }
                short => Box::pin(ctx.take(short)).await,
            };
            match taken {
                Ok(()) => {}
                Err(Trouble::Store(error)) => return Err(error),
                Err(Trouble::Chat(error)) => {
                    steps_without_a_trace = 0;
                    self.wait_for_chat(&error, &ctx.stop).await;
                }
            }
        }
    }

    /// No reply is dropped because the chat was away for a while. Whoever says stop need not wait for it.
    async fn wait_for_chat(&self, error: &ChatError, stop: &Stop) {
        let pause = pause_after(error);
        warn!(thread = %self.lane.thread, %error, "the chat is tried again in {pause:?}");
        self.doubtful.store(true, Ordering::Relaxed);
        let clock = &self.engine.ports.clock;
        let interrupted = select(self.closing.pulled(), stop.pulled());
        select(clock.sleep_until(clock.now().plus(pause)), interrupted).await;
    }

    /// Keeps the lane ours while something long runs. Both are polled together: work that holds the store must not be
    /// kept from letting go of it by a renewal that waits for the store. Losing the lane breaks the work off: it is
    /// somebody else's now.
    async fn renewing<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        match select(pin!(work), pin!(self.renew_until_fenced())).await {
            Either::Left((result, _)) => result,
            Either::Right((fenced, _)) => Err(fenced),
        }
    }

    async fn renew_until_fenced(&self) -> StoreError {
        let clock = &self.engine.ports.clock;
        loop {
            clock.sleep_until(clock.now().plus(RENEW)).await;
            match self.engine.ports.lanes.renew(&self.lane, LEASE).await {
                Ok(()) => {}
                Err(StoreError::Fenced) => return StoreError::Fenced,
                Err(error) => {
                    warn!(thread = %self.lane.thread, %error, "a lane could not be renewed; trying again");
                }
            }
        }
    }
}

/// How long to wait before a chat that failed like this is tried again.
fn pause_after(error: &ChatError) -> Duration {
    match error {
        ChatError::Unavailable { retry_after, .. } => retry_after.unwrap_or(CHAT_PAUSE).max(CHAT_PAUSE),
        ChatError::Refused(_) => CHAT_PAUSE,
    }
}
