//! Everything outside the engine: people, their chat, their accounts, the time, and what was really done. It survives
//! every crash.

use std::collections::{BTreeMap, HashMap};
use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use kernel::ports::{ApprovalState, Clock, Soon};
use kernel::{ApprovalId, Card, MessageRef, Part, PersonId, Standing, ThreadId, Time, ToolCall, View};
use serde_json::Value;

use super::people::Change;
use super::ports::people;
use super::random::Random;

/// When the stories begin.
const BEGINNING: i64 = 1_800_000_000_000;

pub struct World(Mutex<State>);

pub struct State {
    pub chance: Random,
    pub now: Time,
    sleepers: Vec<(Time, Waker)>,
    /// After so many more calls of a port the process dies.
    pub fuse: Option<u64>,
    pub dead: bool,
    /// How often a port was called.
    pub calls: u64,
    /// Nothing fails any more.
    pub calm: bool,
    messages: u64,
    pub posted: HashMap<String, MessageRef>,
    pub seen: BTreeMap<ApprovalId, Seen>,
    /// How often each person was told something that only they see.
    pub whispers: HashMap<PersonId, usize>,
    /// How often each person has decided something.
    pub decided: HashMap<PersonId, usize>,
    pub standing: HashMap<PersonId, Standing>,
    pub changes: Vec<Change>,
    pub outsiders: HashMap<ThreadId, bool>,
    /// What the model does when it is asked this: round by round.
    pub orders: Vec<Vec<Vec<ToolCall>>>,
    pub done: Vec<Deed>,
    /// Calls of which was said that nobody can tell.
    pub given_up: Vec<String>,
    pub stamps: u64,
    pub violations: Vec<String>,
    /// What somebody has changed behind our back.
    pub lie: Option<Lie>,
}

/// What the store says that is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// The row is in this state.
    State(ApprovalState),
    /// The row is somebody else's.
    Requester,
    /// The row is for another call.
    Digest,
    /// The journal has other words for what is to run.
    Plan,
    /// It is another account's.
    Account,
    /// It was planned by an older build.
    Version,
}

/// Something that was really done.
#[derive(Clone, Debug)]
pub struct Deed {
    pub tool: &'static str,
    pub plan: Value,
    pub account: String,
    pub requester: PersonId,
    /// Thread and call.
    pub key: String,
    pub at: Time,
}

/// A card as people have seen it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// How many cards were seen before it: their names are made by chance that cannot be had again.
    pub number: usize,
    pub thread: ThreadId,
    pub message: MessageRef,
    /// The group on whose card it stands.
    pub group: Option<ApprovalId>,
    /// As it was asked; nothing for an offer to undo.
    pub asked: Option<Card>,
    /// Whether a button that decides it stands there now.
    pub open: bool,
}

impl World {
    pub fn new(seed: u64) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State {
            chance: Random::seeded(seed),
            now: Time(BEGINNING),
            sleepers: Vec::new(),
            fuse: None,
            dead: false,
            calls: 0,
            calm: false,
            messages: 0,
            posted: HashMap::new(),
            seen: BTreeMap::new(),
            whispers: HashMap::new(),
            decided: HashMap::new(),
            standing: people().into(),
            changes: Vec::new(),
            outsiders: HashMap::new(),
            orders: Vec::new(),
            done: Vec::new(),
            given_up: Vec::new(),
            stamps: 0,
            violations: Vec::new(),
            lie: None,
        })))
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Where a port is entered and left: others may come first, and the process may die here.
    pub async fn passes(&self) {
        let pauses = {
            let mut state = self.state();
            state.calls += 1;
            if let Some(left) = state.fuse {
                state.fuse = left.checked_sub(1);
                state.dead |= left == 0;
            }
            if state.dead { None } else { Some(state.chance.below(3)) }
        };
        match pauses {
            Some(pauses) => {
                for _ in 0..pauses {
                    tokio::task::yield_now().await;
                }
            }
            None => pending().await,
        }
    }

    /// It takes its time, more often than not none.
    pub async fn takes_time(&self) {
        let pause = {
            let mut state = self.state();
            let ways = if state.calm { 1 } else { 20 };
            match state.chance.below(ways) {
                1 => Duration::from_millis(700),
                2 => Duration::from_secs(3),
                3 => Duration::from_mins(20),
                _ => return,
            }
        };
        let until = self.now().plus(pause);
        self.sleep_until(until).await;
    }

    /// Whether something fails that need not.
    pub fn fails(&self, percent: usize) -> bool {
        let mut state = self.state();
        !state.calm && state.chance.percent(percent)
    }

    pub fn time_passes(&self, time: Duration) {
        let woken: Vec<Waker> = {
            let mut state = self.state();
            state.now = state.now.plus(time);
            let now = state.now;
            let due = state.sleepers.extract_if(.., |(until, _)| *until <= now);
            due.map(|(_, waker)| waker).collect()
        };
        woken.into_iter().for_each(Waker::wake);
    }

    /// A new process begins.
    pub fn is_born(&self) {
        let mut state = self.state();
        state.sleepers.clear();
        state.dead = false;
        state.fuse = None;
    }
}

impl State {
    pub fn message(&mut self) -> MessageRef {
        self.messages += 1;
        MessageRef(format!("m{:09}", self.messages))
    }

    pub fn is_now(&mut self, who: &PersonId, standing: Standing) {
        self.standing.insert(who.clone(), standing);
        self.changes.push(Change { at: self.now, who: who.clone(), standing });
    }

    /// What somebody was at a moment; nothing if that changed just then.
    pub fn stood(&self, who: &PersonId, at: Time) -> Option<Standing> {
        let theirs = self.changes.iter().filter(|change| change.who == *who);
        if theirs.clone().any(|change| change.at == at) {
            return None;
        }
        let last = theirs.take_while(|change| change.at < at).last();
        Some(last.map_or(Standing::Member, |change| change.standing))
    }

    /// Notes what people see of a message.
    pub fn shows(&mut self, thread: &ThreadId, message: &MessageRef, view: &View) {
        for card in self.seen.values_mut().filter(|card| card.message == *message) {
            card.open = false;
        }
        for part in &view.parts {
            match part {
                Part::Card(card) => self.sees(thread, message, card, None),
                Part::Group(group) => {
                    for card in &group.calls {
                        self.sees(thread, message, card, Some(group.group.clone()));
                    }
                }
                Part::Undo(undo) => {
                    let open = undo.face == kernel::Face::Pending;
                    let (thread, message) = (thread.clone(), message.clone());
                    let number = self.number_of(&undo.approval);
                    let seen = Seen { number, thread, message, group: None, asked: None, open };
                    self.seen.insert(undo.approval.clone(), seen);
                }
                _ => {}
            }
        }
    }

    fn number_of(&self, approval: &ApprovalId) -> usize {
        self.seen.get(approval).map_or(self.seen.len(), |seen| seen.number)
    }

    fn sees(&mut self, thread: &ThreadId, message: &MessageRef, card: &Card, group: Option<ApprovalId>) {
        let open = matches!(
            card.face,
            kernel::Face::Pending | kernel::Face::Signed { .. } | kernel::Face::Held { .. }
        );
        let pending = card.face == kernel::Face::Pending;
        let before = self.seen.get(&card.approval).and_then(|seen| seen.asked.clone());
        if before.as_ref().is_some_and(|before| before.digest != card.digest) {
            self.violations.push(format!("{thread}/: a card became another one: {card:?}"));
        }
        // As it was shown first: its words may be purged later.
        let asked = before.or_else(|| pending.then(|| card.clone()));
        let (thread, message, number) = (thread.clone(), message.clone(), self.number_of(&card.approval));
        self.seen.insert(card.approval.clone(), Seen { number, thread, message, group, asked, open });
    }
}

impl Clock for World {
    fn now(&self) -> Time {
        self.state().now
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        Box::pin(Asleep { world: self, until: time })
    }
}

struct Asleep<'a> {
    world: &'a World,
    until: Time,
}

impl Future for Asleep<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.world.state();
        if state.now >= self.until && !state.dead {
            return Poll::Ready(());
        }
        let until = self.until;
        let known = |(at, waker): &(Time, Waker)| *at == until && waker.will_wake(context.waker());
        if !state.sleepers.iter().any(known) {
            state.sleepers.push((until, context.waker().clone()));
        }
        Poll::Pending
    }
}
