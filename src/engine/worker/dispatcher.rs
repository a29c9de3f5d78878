//! Where the work is handed out: every thread that is awake gets a worker, many threads at a time.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, join, join4, select};
use kernel::ports::StoreError;
use kernel::{Stop, Time};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::{error, info};

use crate::base::spawn;
use crate::home::refresh;
use crate::runtime::Engine;
use crate::worker::{LEASE, STORE_PAUSE, Worker};

/// So many threads are handed out with the first one that is.
const MORE: usize = 15;
/// How often old arrivals are forgotten.
const TIDY: Duration = Duration::from_hours(1);
/// How long running steps have when the process ends; what is not finished by then is recovered at the next start.
const FAREWELL: Duration = Duration::from_secs(10);

pub struct Dispatcher {
    engine: Arc<Engine>,
    slots: Arc<Semaphore>,
}

impl Dispatcher {
    pub fn new(engine: Arc<Engine>) -> Self {
        let slots = Arc::new(Semaphore::new(engine.limits.threads));
        Self { engine, slots }
    }

    /// Works until told to stop. For the only process on this store: leases of an earlier one are void.
    pub async fn run(&self, stop: Stop) {
        if let Err(error) = self.engine.ports.lanes.reclaim_all().await {
            error!(%error, "the threads of the last run cannot be taken over");
        }
        let homes = refresh::keep(&self.engine, &stop);
        let homes = join(homes, refresh::listen(&self.engine, &stop));
        join4(self.hand_out(&stop), self.fire_timers(&stop), self.tidy(&stop), homes).await;
        let all = u32::try_from(self.engine.limits.threads).unwrap_or(u32::MAX);
        let clock = &self.engine.ports.clock;
        let finished = pin!(self.slots.acquire_many(all));
        select(finished, clock.sleep_until(clock.now().plus(FAREWELL))).await;
    }

    /// Tells those who have looked at their page that we hear nobody any more. For after the end.
    pub async fn take_leave(&self, why: &str) {
        refresh::take_leave(&self.engine, why).await;
    }

    async fn hand_out(&self, stop: &Stop) {
        while !stop.is_pulled() {
            let slot = Arc::clone(&self.slots).acquire_owned();
            let Either::Left((Ok(slot), _)) = select(pin!(slot), stop.pulled()).await else {
                return;
            };
            let more = std::iter::from_fn(|| Arc::clone(&self.slots).try_acquire_owned().ok());
            let slots: Vec<OwnedSemaphorePermit> = std::iter::once(slot).chain(more.take(MORE)).collect();
            let claims = self.engine.ports.lanes.claim(LEASE, slots.len()).await.unwrap_or_else(|error| {
                error!(%error, "no work can be handed out");
                Vec::new()
            });
            // Whoever wakes after this rings.
            let all = claims.len() < slots.len();
            for (slot, claim) in slots.into_iter().zip(claims) {
                let (engine, thread) = (Arc::clone(&self.engine), claim.lane.thread.clone());
                let worker = Worker::new(Arc::clone(&self.engine), claim, stop.clone());
                spawn(async move {
                    let lock = engine.thread_locks.at(&thread);
                    // Whoever was here before may not know yet that their lease has run out: a machine that slept wakes
                    // everybody at once. What they do is over, or given up, before it is found out what came of it.
                    let taken = lock.lock().await;
                    worker.work().await;
                    drop(taken);
                    engine.thread_locks.leave(&thread, lock);
                    drop(slot);
                });
            }
            if all {
                self.pause(stop).await;
            }
        }
    }

    /// Until a thread wakes, or the holder of one lets its lease run out.
    async fn pause(&self, stop: &Stop) {
        let ports = &self.engine.ports;
        let lapse = async {
            match ports.lanes.next_lapse().await {
                Ok(Some(lapse)) => ports.clock.sleep_until(lapse.plus(Duration::from_millis(1))).await,
                Ok(None) => std::future::pending().await,
                Err(error) => {
                    error!(%error, "no work can be handed out");
                    ports.clock.sleep_until(ports.clock.now().plus(STORE_PAUSE)).await;
                }
            }
        };
        select(select(ports.lanes.woken(), pin!(lapse)), stop.pulled()).await;
    }

    async fn tidy(&self, stop: &Stop) {
        let ports = &self.engine.ports;
        while !stop.is_pulled() {
            if let Err(error) = ports.inbox.tidy().await {
                error!(%error, "old arrivals cannot be forgotten");
            }
            select(ports.clock.sleep_until(ports.clock.now().plus(TIDY)), stop.pulled()).await;
        }
    }

    /// Lets happen what is due, as soon as it is.
    async fn fire_timers(&self, stop: &Stop) {
        let ports = &self.engine.ports;
        while !stop.is_pulled() {
            let now = ports.clock.now();
            let next = match self.fire_due(now).await {
                Ok(next) => next,
                Err(error) => {
                    error!(%error, "cards and sign-ins cannot be ended now, which is tried again");
                    Some(now.plus(STORE_PAUSE))
                }
            };
            let due = async {
                match next {
                    Some(at) => ports.clock.sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            select(select(pin!(due), ports.timers.changed()), stop.pulled()).await;
        }
    }

    /// When the next timer is due after those that are due now.
    async fn fire_due(&self, now: Time) -> Result<Option<Time>, StoreError> {
        let timers = &self.engine.ports.timers;
        let next = timers.next().await?;
        if next.is_none_or(|at| at > now) {
            return Ok(next);
        }
        let count = timers.fire().await?;
        info!(count, "timers were due");
        timers.next().await
    }
}
