//! What goes on beside a long step: cards are brought up to date and what was countersigned runs while a model thinks,
//! and whoever says stop is heard while a write is under way. All of it is written into the same journal by the same
//! holder of the lane, so that whoever resumes it needs not know that two things went on at once.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::{Either, join, join3, select};
use kernel::ports::StoreError;
use kernel::{Ending, Entry, PersonId, Record, ReplyEntry, Stop, TurnId, View};
use tracing::{debug, warn};

use crate::thread::Progress;
use crate::thread::{Step, beside};
use crate::view::speech;
use crate::worker::{Retract, StepContext, Trouble, pause_after};

/// How often it is looked whether something has arrived.
const LOOK: Duration = Duration::from_millis(500);

impl StepContext<'_> {
    /// Takes a step, and meanwhile whatever can be done beside it. What was begun beside it is brought to its end.
    pub(crate) async fn take_in_company(&self, step: Step) -> Result<(), Trouble> {
        let under_way = step.clone();
        let over = Stop::default();
        let taking = async {
            let taken = Box::pin(self.take(step)).await;
            over.pull();
            taken
        };
        // People see that something happens. A status that is under way is waited for, or it could overtake the next one;
        // the chat gives it little time.
        let tending = self.tend_cards(&under_way, &over);
        let (taken, tended, ()) = join3(taking, tending, self.show_work(&over)).await;
        tended?;
        taken
    }

    async fn tend_cards(&self, under_way: &Step, over: &Stop) -> Result<(), StoreError> {
        let ports = &self.engine.ports;
        let began = self.journal.last().map_or(0, |record| record.number);
        // Copied only when there is something to add to it.
        let mut journal: Vec<Record> = Vec::new();
        let mut pause = Some(LOOK);
        loop {
            if let Some(pause) = pause {
                select(ports.clock.sleep_until(ports.clock.now().plus(pause)), over.pulled()).await;
            }
            if over.is_pulled() || self.closing.is_pulled() {
                return Ok(());
            }
            let seen = journal.last().map_or(began, |record| record.number);
            let news = ports.journal.read(&self.lane.thread, seen).await?;
            let moved = !news.is_empty();
            if moved && journal.is_empty() {
                journal = self.journal.to_vec();
            }
            let known = journal.len();
            journal.extend(news);
            let step = if journal.is_empty() { None } else { beside(&journal, began, under_way) };
            let Some(step) = step else {
                pause = Some(LOOK);
                continue;
            };
            debug!(thread = %self.lane.thread, ?step, "beside");
            let progress = Progress::of(&journal);
            let now = StepContext {
                journal: &journal,
                progress: &progress,
                stop: Stop::default(),
                changed: Stop::default(),
                ..self.clone()
            };
            self.engine.homes.touch_all(journal.get(known..).unwrap_or_default(), &progress);
            pause = match Box::pin(now.take(step)).await {
                // A step that leaves no trace is not taken again at once.
                Ok(()) => (!moved).then_some(LOOK),
                Err(Trouble::Store(error)) => return Err(error),
                Err(Trouble::Chat(error)) => {
                    // It may have got through: whoever tries again looks first.
                    self.doubtful.store(true, Ordering::Relaxed);
                    Some(pause_after(&error))
                }
            };
        }
    }

    /// Brings something to its end that cannot be broken off. If its person says stop meanwhile, they hear so at once.
    pub(crate) async fn in_earshot<T>(
        &self,
        person: &PersonId,
        what: &str,
        work: impl Future<Output = T>,
    ) -> T {
        let stop = self.engine.interrupts.stop_of(&self.lane.thread, person);
        let work = pin!(work);
        let work = match select(work, stop.pulled()).await {
            Either::Left((done, _)) => return done,
            Either::Right(((), work)) => work,
        };
        let view = View::plain(speech::under_way(what));
        let (told, done) = join(self.engine.ports.chat.whisper(&self.lane.thread, person, &view), work).await;
        if let Err(error) = told {
            warn!(thread = %self.lane.thread, %error, "somebody could not be told what is still under way");
        }
        done
    }
}

impl Retract<'_> {
    /// Ends turns that were stopped before they began.
    pub(crate) async fn drop_turns(&self, turns: Vec<TurnId>) -> Result<(), Trouble> {
        let dropped = self.ctx.progress.dropped.iter().find(|turn| turns.contains(&turn.id));
        let Some(requester) = dropped.map(|turn| &turn.requester) else { return Ok(()) };
        let view = View::plain(speech::NOT_BEGUN);
        if let Err(error) = self.ctx.engine.ports.chat.whisper(&self.ctx.lane.thread, requester, &view).await
        {
            warn!(thread = %self.ctx.lane.thread, %error, "somebody could not be told that they were heard");
        }
        let ended = turns.into_iter().flat_map(|turn| {
            let words = kernel::Body::new(speech::NOT_BEGUN);
            let ending = Ending::Stopped;
            [
                Entry::Reply(ReplyEntry::Silent { turn, words, ending: ending.clone() }),
                Entry::Reply(ReplyEntry::Finished { turn, ending }),
            ]
        });
        Ok(self.ctx.append(ended.collect()).await?)
    }
}
