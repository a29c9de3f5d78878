//! How what arrives reaches the step that is running in a thread, before the journal is read again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{MessageRef, PersonId, Stop, ThreadId};

use crate::progress::Turn;

/// The cords of every thread that is being worked on.
#[derive(Default)]
pub(crate) struct Cords(Mutex<HashMap<ThreadId, Cord>>);

/// What one step listens to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulls {
    /// The work is to end.
    pub(crate) stop: Stop,
    /// The request reads differently now: what the model says is no longer wanted.
    pub(crate) changed: Stop,
}

/// The cords of one step. Something can arrive before it is known whom and what the step is for.
#[derive(Default)]
struct Cord {
    pulls: Pulls,
    requester: Option<PersonId>,
    messages: Vec<MessageRef>,
    stopped_by: Vec<PersonId>,
    withdrawn: Vec<MessageRef>,
    revised: Vec<MessageRef>,
    waiting: Vec<MessageRef>,
}

impl Cords {
    /// New cords for the step that is about to begin in this thread.
    pub(crate) fn arm(&self, thread: &ThreadId) -> Pulls {
        let cord = Cord::default();
        let pulls = cord.pulls.clone();
        self.all().insert(thread.clone(), cord);
        pulls
    }

    /// Whose word ends the step, and whose messages it rests on.
    pub(crate) fn works_on(&self, thread: &ThreadId, turn: &Turn) {
        self.change(thread, |cord| {
            cord.requester = Some(turn.requester.clone());
            cord.messages.clone_from(&turn.messages);
        });
    }

    pub(crate) fn disarm(&self, thread: &ThreadId) {
        self.all().remove(thread);
    }

    /// Whether a message has to wait because the step that runs in its thread is for somebody else. Says so once.
    pub(crate) fn must_wait(&self, thread: &ThreadId, from: &PersonId, message: &MessageRef) -> bool {
        let mut all = self.all();
        let Some(cord) = all.get_mut(thread) else { return false };
        let for_others = cord.requester.as_ref().is_some_and(|requester| requester != from);
        if !for_others || cord.waiting.contains(message) {
            return false;
        }
        cord.waiting.push(message.clone());
        true
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
        if self.messages.iter().any(|message| self.revised.contains(message)) {
            self.pulls.changed.pull();
        }
    }
}
