//! What arrives is taken in here: it goes into a thread's journal, or decides a card, or is not for us.

mod ask_about;
mod card_presses;
mod commands;
mod context;
mod edit_forms;
mod follow_ups;
mod forms;
mod held_back;
mod home_presses;
mod open_forms;
mod out_of_order;
mod presses;
mod revisions;
mod rules;
mod stop_nearby;

use std::collections::{BTreeMap, HashSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, join, join_all, select};
use kernel::ports::{Letter, Reader, Settled, Settlement, StoreError};
use kernel::{Body, Ends, Entry, Inbound, InboundId, MessageEntry, ThreadId};
use tokio::sync::mpsc;
use tracing::warn;

use crate::base::spawn;
use crate::guard::trim;
use crate::runtime::Engine;
use context::InboundContext;
use held_back::Held;
use out_of_order::Unread;
use revisions::Waiting;
pub(crate) use rules::ended;

/// How often it is looked for something that was accepted and not taken in.
const SWEEP: Duration = Duration::from_secs(30);
/// So much is taken in together.
const WAVE: usize = 64;

pub struct InboundHandler {
    ctx: InboundContext,
    readers: Vec<Arc<dyn Reader>>,
    /// What is being taken in right now.
    in_hand: Mutex<HashSet<InboundId>>,
    held: Mutex<Held>,
    unread: Mutex<Unread>,
}

impl InboundHandler {
    pub fn new(engine: Arc<Engine>, readers: Vec<Arc<dyn Reader>>) -> Arc<Self> {
        let (in_hand, held, unread) = Default::default();
        Arc::new(Self { ctx: InboundContext { engine }, readers, in_hand, held, unread })
    }

    /// Takes in what a crash left behind, then what arrives, until nobody can send any more.
    pub async fn run(self: Arc<Self>, mut letters: mpsc::UnboundedReceiver<Letter>) {
        let clock = &self.ctx.engine.ports.clock;
        // What arrives while the backlog is read is in it, and is handed over as well.
        let mut swept = self.sweep(&HashSet::new(), Sweep::Everything).await;
        let mut left_over = HashSet::new();
        let mut sweep = clock.now().plus(SWEEP);
        loop {
            let mut wave = Vec::new();
            let arrived = {
                let arrives = pin!(letters.recv_many(&mut wave, WAVE));
                match select(arrives, clock.sleep_until(sweep)).await {
                    Either::Left((count, _)) => Some(count),
                    Either::Right(_) => None,
                }
            };
            match arrived {
                Some(0) => return,
                Some(_) => {
                    wave.retain(|letter| !swept.remove(&letter.id));
                    self.take_all(wave).await;
                }
                None => {
                    left_over = self.sweep(&left_over, Sweep::LeftOver).await;
                    sweep = clock.now().plus(SWEEP);
                }
            }
        }
    }

    /// Takes in what was accepted and never handed over: a store that wrote it down and then failed to say so. What
    /// has only just arrived is left to its own way; gives what is to be looked at next time.
    async fn sweep(self: &Arc<Self>, before: &HashSet<InboundId>, sweep: Sweep) -> HashSet<InboundId> {
        let backlog = match self.ctx.engine.ports.inbox.backlog().await {
            Ok(backlog) => backlog,
            Err(error) => {
                warn!(%error, "what has arrived cannot be read");
                return HashSet::new();
            }
        };
        let waiting = backlog.iter().map(|letter| letter.id).collect();
        let due = |letter: &Letter| sweep == Sweep::Everything || before.contains(&letter.id);
        self.take_all(backlog.into_iter().filter(due).collect()).await;
        waiting
    }

    /// What is said in one thread is taken in one after the other, so that it keeps its order; what has arrived together
    /// in different threads at the same time. What needs an answer from outside goes its own way, so that nobody waits for
    /// it.
    async fn take_all(self: &Arc<Self>, letters: Vec<Letter>) {
        let mut wave = Wave::default();
        for Letter { id, from, raw } in letters {
            if self.in_hand().contains(&id) {
                continue;
            }
            let reader = self.readers.iter().find(|reader| reader.from() == from);
            let raw = raw.read();
            if raw.is_none() {
                warn!(id = id.0, from, "something that arrived is no JSON, and is left alone");
            }
            match reader.zip(raw).and_then(|(reader, raw)| reader.read(&raw)) {
                None => wave.nothing.push(id),
                Some(inbound) => match place_of(&inbound) {
                    Where::Thread(thread) => wave.add(thread, id, inbound),
                    // It may be about any of the threads before it.
                    Where::Anywhere => {
                        self.take_wave(std::mem::take(&mut wave)).await;
                        self.spoken(id, inbound).await;
                    }
                    Where::Apart => self.goes_its_own_way(id, inbound),
                },
            }
        }
        self.take_wave(wave).await;
    }

    async fn take_wave(self: &Arc<Self>, wave: Wave) {
        let nothing = self.pass_over(wave.nothing);
        let said = wave.said.into_values().map(|said| async {
            for (id, inbound) in said {
                self.spoken(id, inbound).await;
            }
        });
        join(nothing, join_all(said)).await;
    }

    async fn pass_over(&self, ids: Vec<InboundId>) {
        let Some(first) = ids.first().copied() else { return };
        if let Err(error) = self.ctx.engine.ports.inbox.ignore(ids).await {
            unsettled(first, &error);
        }
    }

    fn goes_its_own_way(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        self.in_hand().insert(id);
        let handler = Arc::clone(self);
        spawn(async move {
            handler.ctx.presses().pressed(id, inbound).await;
            handler.in_hand().remove(&id);
        });
    }

    fn in_hand(&self) -> MutexGuard<'_, HashSet<InboundId>> {
        self.in_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn spoken(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        let Some(inbound) = self.put_behind(id, inbound) else { return };
        if let Inbound::Message { thread, addressed: false, .. }
        | Inbound::Stop { thread, ends: Ends::Thread, .. } = &inbound
        {
            match self.ctx.engine.ports.inbox.knows(thread).await {
                Ok(true) => {}
                Ok(false) => return self.hold(id, thread.clone(), inbound).await,
                Err(error) => return unsettled(id, &error),
            }
        }
        match inbound {
            Inbound::Message { addressed: false, .. } => self.said_among_us(id, inbound).await,
            Inbound::Message { .. } => self.asked(id, inbound).await,
            Inbound::Stop { thread, message, by, ends } => {
                match (ends, self.ctx.engine.ports.inbox.knows(&thread).await) {
                    (Ends::Thread, _) | (Ends::Place, Ok(true)) => {}
                    (Ends::Place, Ok(false)) => return self.stop_nearby(id, &thread, &by).await,
                    (Ends::Place, Err(error)) => return unsettled(id, &error),
                }
                let once = message.as_ref().map(|message| format!("stopped/{message}"));
                let entry = Box::new(Entry::Message(MessageEntry::Stopped { by: by.clone(), said: message }));
                self.ctx.settle(id, Settlement::Journal { thread: thread.clone(), entry, once }).await;
                self.ctx.engine.interrupts.stop(&thread, &by);
            }
            Inbound::Deleted { message } => self.deleted_somewhere(id, message).await,
            Inbound::Revised { .. } | Inbound::Withdrawn { .. } | Inbound::Overheard { .. } => {
                self.revised(id, inbound).await;
            }
            Inbound::Views { by, item } => {
                self.ctx.engine.viewings.sees(by, item);
                self.ctx.settle(id, Settlement::Ignored).await;
            }
            other => self.goes_its_own_way(id, other),
        }
    }

    async fn asked(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        let Inbound::Message { thread, message, from, words, addressed: _, files, quoted, mentions } =
            inbound
        else {
            return;
        };
        // The same message can come as two events: only the first that starts something uses it up.
        let once = Some(format!("asked/{message}"));
        // Looked at before it can be worked on itself.
        let waits = self.ctx.engine.interrupts.waits_for(&thread, &from);
        let quoted = quoted.map(|words| Body::new(trim(words, self.ctx.engine.results(&thread))));
        let entry = Box::new(Entry::Message(MessageEntry::Asked {
            message: message.clone(),
            from: from.clone(),
            words: Body::new(words),
            files,
            about: None,
            quoted,
            mentions,
        }));
        let asked = Settlement::Journal { thread: thread.clone(), entry, once };
        match (self.ctx.engine.ports.inbox.settle(id, asked).await, waits) {
            (Ok(Settled::Now), Some(waits)) => {
                let (thread, message) = (thread.clone(), message.clone());
                self.tell_if_it_waits(Waiting { thread, message, from, waits });
            }
            (Ok(_), _) => {}
            (Err(error), _) => return unsettled(id, &error),
        }
        self.take_held(&thread, &message).await;
    }
}

/// What has arrived together.
#[derive(Default)]
struct Wave {
    /// What is not for us.
    nothing: Vec<InboundId>,
    said: BTreeMap<ThreadId, Vec<(InboundId, Inbound)>>,
}

impl Wave {
    /// A message that names us comes as two events, which mostly arrive together: the second one says nothing new. Where the
    /// first cannot be taken in, it is taken in later, and says the same.
    fn add(&mut self, thread: ThreadId, id: InboundId, inbound: Inbound) {
        let said = self.said.entry(thread).or_default();
        let again = |(_, before): &(InboundId, Inbound)| *before == inbound;
        if matches!(inbound, Inbound::Message { .. }) && said.last().is_some_and(again) {
            self.nothing.push(id);
        } else {
            said.push((id, inbound));
        }
    }
}

/// Among what something keeps its order.
enum Where {
    Thread(ThreadId),
    Anywhere,
    Apart,
}

fn place_of(inbound: &Inbound) -> Where {
    match inbound {
        Inbound::Stop { ends: Ends::Place, .. } | Inbound::Deleted { .. } | Inbound::Views { .. } => {
            Where::Anywhere
        }
        Inbound::Message { thread, .. }
        | Inbound::Stop { thread, .. }
        | Inbound::Revised { thread, .. }
        | Inbound::Withdrawn { thread, .. }
        | Inbound::Overheard { thread, .. } => Where::Thread(thread.clone()),
        Inbound::Click { .. }
        | Inbound::AskAbout { .. }
        | Inbound::Pressed { .. }
        | Inbound::Filled { .. }
        | Inbound::Command { .. }
        | Inbound::Connected { .. }
        | Inbound::Declined { .. }
        | Inbound::Rated { .. }
        | Inbound::Titled { .. }
        | Inbound::OursDeleted { .. }
        | Inbound::HomeOpened { .. }
        | Inbound::PressedAtHome { .. } => Where::Apart,
    }
}

/// Which part of the backlog is taken in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Everything,
    LeftOver,
}

/// It stays in the backlog, and is taken in again by a later sweep.
fn unsettled(id: InboundId, error: &StoreError) {
    warn!(id = id.0, %error, "something that arrived could not be taken in");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(words: &str, addressed: bool) -> Inbound {
        Inbound::Message {
            thread: ThreadId("t".to_owned()),
            message: "m".into(),
            from: "ana".into(),
            words: words.to_owned(),
            addressed,
            files: Vec::new(),
            quoted: None,
            mentions: Vec::new(),
        }
    }

    #[test]
    fn only_what_says_the_same_once_more_is_passed_over() {
        let mut wave = Wave::default();
        let stop = Inbound::Stop {
            thread: ThreadId("t".to_owned()),
            message: None,
            by: "ana".into(),
            ends: Ends::Thread,
        };
        let arrived = [
            message("hello", true),
            message("hello", true),
            message("hello", false),
            message("hello!", false),
            stop.clone(),
            stop,
        ];
        for (number, inbound) in (0..).zip(arrived) {
            wave.add(ThreadId("t".to_owned()), InboundId(number), inbound);
        }
        assert_eq!(wave.nothing, [InboundId(1)]);
        let said: Vec<i64> = wave.said.into_values().flatten().map(|(id, _)| id.0).collect();
        assert_eq!(said, [0, 2, 3, 4, 5]);
    }
}
