//! Everything a worker has within reach.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{
    Acquaintances, Approvals, Attachments, Chat, Clock, Directory, Documents, Grants, History, InboundHealth,
    Inbox, Journal, Lanes, Model, PersonIndex, Places, Preferences, Rules, Spending, Timers, Transcriber,
};
use kernel::{DryRun, ThreadId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::Limits;
use crate::call::Reducers;
use crate::guard::{HouseRules, Policy};
use crate::runtime::interrupts::Interrupts;
use crate::runtime::stale_homes::Homes;
use crate::runtime::thread_cache::ThreadCache;
use crate::runtime::thread_locks::ThreadLocks;
use crate::runtime::viewing::Viewings;
use crate::tools::{Catalogue, View};
use crate::view::PrivateResults;

/// The outside world, as the engine sees it.
#[derive(Clone)]
pub struct Ports {
    pub journal: Arc<dyn Journal>,
    pub lanes: Arc<dyn Lanes>,
    pub approvals: Arc<dyn Approvals>,
    pub timers: Arc<dyn Timers>,
    pub inbox: Arc<dyn Inbox>,
    pub chat: Arc<dyn Chat>,
    pub directory: Arc<dyn Directory>,
    pub history: Arc<dyn History>,
    pub grants: Arc<dyn Grants>,
    pub acquaintances: Arc<dyn Acquaintances>,
    pub model: Arc<dyn Model>,
    pub clock: Arc<dyn Clock>,
    pub places: Arc<dyn Places>,
    pub person_index: Arc<dyn PersonIndex>,
    pub preferences: Arc<dyn Preferences>,
    pub rules: Arc<dyn Rules>,
    pub spending: Arc<dyn Spending>,
    pub attachments: Arc<dyn Attachments>,
    pub documents: Arc<dyn Documents>,
    pub transcriber: Arc<dyn Transcriber>,
    pub inbound_health: Arc<dyn InboundHealth>,
}

/// What is over sooner needs no word that it goes on: that would only flicker.
pub(crate) const SOON: Duration = Duration::from_millis(400);

/// What is for us in a thread that we take part in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FollowUps {
    /// Everything that is not said to somebody else by name.
    #[default]
    Thread,
    /// What mentions us, and the answer to what we have asked its person.
    Mention,
}

/// Characters of results that are told however little room there is.
const LEAST: usize = 1_000;

pub struct Engine {
    pub(crate) ports: Ports,
    pub(crate) tools: Arc<Catalogue>,
    pub(crate) limits: Limits,
    pub(crate) interrupts: Interrupts,
    pub(crate) homes: Homes,
    pub(crate) viewings: Viewings,
    pub(crate) thread_cache: ThreadCache,
    pub(crate) private_results: PrivateResults,
    pub(crate) follow_ups: FollowUps,
    pub(crate) policy: Policy,
    pub(crate) house: HouseRules,
    pub(crate) reducers: Reducers,
    pub(crate) dry_run: DryRun,
    pub(crate) thread_locks: ThreadLocks,
}

impl Engine {
    pub fn new(ports: Ports, tools: Arc<Catalogue>, limits: Limits) -> Self {
        Self {
            ports,
            tools,
            limits,
            interrupts: Interrupts::default(),
            homes: Homes::default(),
            viewings: Viewings::default(),
            thread_cache: ThreadCache::default(),
            private_results: PrivateResults::default(),
            follow_ups: FollowUps::default(),
            policy: Policy::default(),
            house: HouseRules::default(),
            reducers: Reducers::default(),
            dry_run: DryRun::default(),
            thread_locks: ThreadLocks::default(),
        }
    }

    /// How many tokens of a conversation the model has room for: what its reply leaves of its window, and no more than four
    /// fifths, without what stands before every conversation. A tenth is for what the model counts otherwise than we do.
    pub(crate) fn room(&self, view: &View) -> usize {
        let window = self.ports.model.window();
        let reply = usize::try_from(self.longest_reply()).unwrap_or(usize::MAX);
        let left = window.saturating_sub(reply) / 10 * 9;
        left.min(window / 5 * 4).saturating_sub(view.tokens())
    }

    /// How long a reply may be, in tokens.
    pub(crate) fn longest_reply(&self) -> u32 {
        let left = u32::try_from(self.ports.model.window() / 5).unwrap_or(u32::MAX);
        self.limits.reply_tokens.min(left)
    }

    /// How many characters of results go to the model with one reply: as many as are allowed, and never more than it has room
    /// for beside what was asked, whatever alphabet they are written in. Something has to be told in any case.
    pub(crate) fn results(&self, thread: &ThreadId) -> usize {
        let view = self.tools.view(&self.tools.agent(thread));
        self.limits.results.min((self.room(&view) / 4 * 3).max(LEAST))
    }

    #[must_use]
    pub fn with_private_results(self, private_results: PrivateResults) -> Self {
        Self { private_results, ..self }
    }

    #[must_use]
    pub fn with_follow_ups(self, follow_ups: FollowUps) -> Self {
        Self { follow_ups, ..self }
    }

    /// With what makes the answers of some tools shorter.
    #[must_use]
    pub fn with_reducers(self, reducers: Reducers) -> Self {
        Self { reducers, ..self }
    }

    #[must_use]
    pub fn with_dry_run(self, dry_run: DryRun) -> Self {
        Self { dry_run, ..self }
    }

    #[must_use]
    pub fn with_policy(self, policy: Policy, house: HouseRules) -> Self {
        Self { policy, house, ..self }
    }
}
