//! What it takes to speak in one workspace.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{PersonId, ThreadId};
use wire::Configured;

use super::draft::beginnings::Beginnings;
use super::late::Late;
use super::lines::Lines;
use super::message::Destination;
use super::remembered::Remembered;
use crate::channels::Channels;
use crate::names::{Place, User};
use crate::{Client, Identity, SlackError};

pub(super) const UPDATE: &str = "chat.update";
pub(super) const SESSION: &str = "agents.sessions.setStatus";
const A_DAY: Duration = Duration::from_hours(24);

#[derive(Clone)]
pub(crate) struct SlackChat {
    pub(super) client: Arc<Client>,
    pub(super) identity: Identity,
    /// For files, whose addresses are outside of the Web API.
    pub(super) wire: Configured,
    pub(super) lines: Arc<Lines>,
    /// Addresses of messages, as Slack said them: they stay the same.
    pub(super) links: Arc<Remembered>,
    /// The direct messages with people: they stay the same too. Each message that comes from one tells which it is.
    pub(super) directs: Arc<Remembered>,
    pub(super) channels: Arc<Channels>,
    /// The threads under which a line says that we work there. Whatever we say takes it away.
    pub(super) at_work: Arc<Mutex<HashSet<ThreadId>>>,
    pub(super) late: Arc<Late>,
    pub(super) beginnings: Arc<Beginnings>,
}

impl SlackChat {
    pub(crate) fn new(
        client: Arc<Client>,
        identity: Identity,
        wire: Configured,
        channels: Arc<Channels>,
    ) -> Self {
        let remembered = |lasts| Arc::new(Remembered::new(lasts));
        let (links, directs) = (remembered(A_DAY), remembered(Duration::MAX));
        let (at_work, late, beginnings) = Default::default();
        Self {
            client,
            identity,
            wire,
            lines: Arc::default(),
            links,
            directs,
            channels,
            at_work,
            late,
            beginnings,
        }
    }
}

pub(super) fn user_of(person: &PersonId) -> Result<User, SlackError> {
    User::of(person).ok_or_else(|| SlackError::NoSuchName(person.to_string()))
}

pub(super) fn thread_at(thread: &ThreadId) -> Result<Destination, SlackError> {
    let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
    Ok(Destination::in_thread(place))
}
