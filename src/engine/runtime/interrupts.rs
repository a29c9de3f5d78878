//! How what arrives reaches the step that is running in a thread, before the journal is read again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{MessageRef, PersonId, Stop, ThreadId, TurnId};

use crate::thread::Step;
use crate::thread::Turn;

/// The interrupts of every thread that is being worked on.
#[derive(Default)]
pub(crate) struct Interrupts(Mutex<HashMap<ThreadId, Cord>>);

/// What one step listens to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// The work is to end.
    pub(crate) stop: Stop,
    /// The request reads differently now: what the model says is no longer wanted.
    pub(crate) changed: Stop,
}

/// The interrupts of one step. Something can arrive before it is known whom and what the step is for.
#[derive(Default)]
struct Cord {
    pulls: Signals,
    turn: Option<TurnId>,
    requester: Option<PersonId>,
    messages: Vec<MessageRef>,
    /// Whether the step is about to say what the turn came to.
    speaks: bool,
    stopped_by: Vec<PersonId>,
    /// What goes on in the thread for somebody, whomever the step is for.
    beside: Vec<(PersonId, Stop)>,
    withdrawn: Vec<MessageRef>,
    revised: Vec<MessageRef>,
}

/// What somebody's message waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitsFor {
    turn: TurnId,
    pub(crate) whose: Whose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    SomebodyElses,
    /// What the same person asked before; it may still be taken into account there.
    TheirOwn,
    /// The same while tools run for it: it is taken along with what comes of them.
    TakenAlong,
}

impl Interrupts {
    /// New interrupts for the step that is about to begin in this thread.
    pub(crate) fn arm(&self, thread: &ThreadId) -> Signals {
        let cord = Cord::default();
        let pulls = cord.pulls.clone();
        self.all().insert(thread.clone(), cord);
        pulls
    }

    /// Whose word ends the step, and whose messages it rests on.
    pub(crate) fn works_on(&self, thread: &ThreadId, turn: &Turn, step: &Step) {
        self.change(thread, |cord| {
            cord.speaks = matches!(step, Step::AskModel | Step::Post);
            cord.turn = Some(turn.id);
            cord.requester = Some(turn.requester.clone());
            cord.messages.clone_from(&turn.messages);
        });
    }

    pub(crate) fn disarm(&self, thread: &ThreadId) {
        self.all().remove(thread);
    }

    /// What a message has to wait for that this person writes now.
    pub(crate) fn waits_for(&self, thread: &ThreadId, from: &PersonId) -> Option<WaitsFor> {
        let all = self.all();
        let cord = all.get(thread)?;
        let whose = match &cord.requester {
            Some(requester) if requester != from => Some(Whose::SomebodyElses),
            Some(_) if cord.speaks => Some(Whose::TheirOwn),
            Some(_) => Some(Whose::TakenAlong),
            None => None,
        };
        Some(WaitsFor { turn: cord.turn?, whose: whose? })
    }

    /// Whether it still does, and was not taken into account there.
    pub(crate) fn still_waits(&self, thread: &ThreadId, message: &MessageRef, waits: WaitsFor) -> bool {
        let all = self.all();
        let at_work = all.get(thread).filter(|cord| cord.turn == Some(waits.turn));
        at_work.is_some_and(|cord| !cord.messages.contains(message))
    }

    /// Pulled when this person says stop, whomever the step is for.
    pub(crate) fn stop_of(&self, thread: &ThreadId, person: &PersonId) -> Stop {
        let stop = Stop::default();
        self.change(thread, |cord| cord.beside.push((person.clone(), stop.clone())));
        stop
    }

    /// Interrupts the step that runs in this thread, if it is for the person who says so.
    pub(crate) fn stop(&self, thread: &ThreadId, by: &PersonId) {
        self.change(thread, |cord| cord.stopped_by.push(by.clone()));
    }

    /// Interrupts the step, if it rests on this message.
    pub(crate) fn withdraw(&self, thread: &ThreadId, message: &MessageRef) {
        self.change(thread, |cord| cord.withdrawn.push(message.clone()));
    }

    /// Lets the model begin anew, if it works on this message.
    pub(crate) fn revise(&self, thread: &ThreadId, message: &MessageRef) {
        self.change(thread, |cord| cord.revised.push(message.clone()));
    }

    fn change(&self, thread: &ThreadId, change: impl FnOnce(&mut Cord)) {
        if let Some(cord) = self.all().get_mut(thread) {
            change(cord);
            cord.heed();
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ThreadId, Cord>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cord {
    fn heed(&self) {
        let said_stop = self.requester.as_ref().is_some_and(|requester| self.stopped_by.contains(requester));
        let request_gone = self.messages.first().is_some_and(|request| self.withdrawn.contains(request));
        if said_stop || request_gone {
            self.pulls.stop.pull();
        }
        for (_, stop) in self.beside.iter().filter(|(person, _)| self.stopped_by.contains(person)) {
            stop.pull();
        }
        let reads_differently = self.messages.iter().any(|message| self.revised.contains(message));
        let lacks_something = self.messages.iter().skip(1).any(|message| self.withdrawn.contains(message));
        if reads_differently || lacks_something {
            self.pulls.changed.pull();
        }
    }
}
