//! Everything a worker has within reach.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::ports::{
    Approvals, Chat, Clock, Directory, Dossiers, Grants, Inbox, Journal, Lanes, Model, Places, Preferences,
};
use kernel::{PersonId, Stop, ThreadId};

use crate::Toolbox;
use crate::homes::Homes;

/// The outside world, as the engine sees it.
#[derive(Clone)]
pub struct Ports {
    pub journal: Arc<dyn Journal>,
    pub lanes: Arc<dyn Lanes>,
    pub approvals: Arc<dyn Approvals>,
    pub inbox: Arc<dyn Inbox>,
    pub chat: Arc<dyn Chat>,
    pub directory: Arc<dyn Directory>,
    pub grants: Arc<dyn Grants>,
    pub model: Arc<dyn Model>,
    pub clock: Arc<dyn Clock>,
    pub places: Arc<dyn Places>,
    pub dossiers: Arc<dyn Dossiers>,
    pub preferences: Arc<dyn Preferences>,
}

/// What a turn may use up, and how long people have.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How often the model may speak in one turn.
    pub steps: u32,
    /// In millionths of a US dollar, per turn.
    pub cost: u64,
    /// Time spent working in one turn; waiting does not count.
    pub time: Duration,
    /// How long one call may take.
    pub call: Duration,
    /// How many calls of one reply are taken.
    pub calls_at_once: usize,
    /// Characters of results per reply, shared by its calls.
    pub results: usize,
    /// Characters of a conversation that go to the model.
    pub conversation: usize,
    /// How long the model's reply may be, in tokens.
    pub reply_tokens: u32,
    /// How long a card can be decided.
    pub approval: Duration,
    /// How many threads are worked on at the same time.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 25,
            cost: 2_000_000,
            time: Duration::from_mins(10),
            call: Duration::from_mins(2),
            calls_at_once: 10,
            results: 80_000,
            conversation: 400_000,
            reply_tokens: 8_192,
            approval: Duration::from_mins(15),
            threads: 256,
        }
    }
}

pub struct Desk {
    pub(crate) ports: Ports,
    pub(crate) toolbox: Toolbox,
    pub(crate) limits: Limits,
    pub(crate) system: Arc<str>,
    pub(crate) homes: Homes,
    stops: Mutex<HashMap<ThreadId, Cord>>,
}

impl Desk {
    pub fn new(ports: Ports, toolbox: Toolbox, limits: Limits, system: &str) -> Self {
        Self {
            ports,
            toolbox,
            limits,
            system: system.into(),
            homes: Homes::default(),
            stops: Mutex::default(),
        }
    }

    /// A new stop for the step that is about to begin in this thread.
    pub(crate) fn arm(&self, thread: &ThreadId) -> Stop {
        let cord = Cord::default();
        let stop = cord.stop.clone();
        self.stops().insert(thread.clone(), cord);
        stop
    }

    /// Whose word ends the step: the person it works for.
    pub(crate) fn works_for(&self, thread: &ThreadId, requester: &PersonId) {
        if let Some(cord) = self.stops().get_mut(thread) {
            cord.requester = Some(requester.clone());
            cord.heed();
        }
    }

    pub(crate) fn disarm(&self, thread: &ThreadId) {
        self.stops().remove(thread);
    }

    /// Interrupts the step that runs in this thread, if it is for the person who says so.
    pub(crate) fn interrupt(&self, thread: &ThreadId, by: &PersonId) {
        if let Some(cord) = self.stops().get_mut(thread) {
            cord.said_by.push(by.clone());
            cord.heed();
        }
    }

    fn stops(&self) -> std::sync::MutexGuard<'_, HashMap<ThreadId, Cord>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stop of one step. A "stop" can be said before it is known whom the step is for.
#[derive(Default)]
struct Cord {
    stop: Stop,
    requester: Option<PersonId>,
    said_by: Vec<PersonId>,
}

impl Cord {
    fn heed(&self) {
        if self.requester.as_ref().is_some_and(|requester| self.said_by.contains(requester)) {
            self.stop.pull();
        }
    }
}
