//! The part of the configuration that is about Slack.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::{FollowUps, PrivateResults};
use schemars::JsonSchema;
use serde::Deserialize;
use slack::{DirectMessages, Habits, Pacing, Timing};
use wire::SettingError;

/// How we are connected to Slack. Times are in seconds.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SlackConfig {
    /// How many sockets are kept open, 1 to 10; 2 unless set. Slack spreads what it has to say over all of them.
    #[schemars(range(min = 1, max = 10))]
    pub sockets: Option<usize>,
    /// Other bots that may ask, by their ids, e.g. `["B0123ABCD"]`. All others are ignored. A bot has no accounts and can
    /// approve nothing.
    bots: BTreeSet<String>,
    /// Which workspaces (`T…`) and organisations (`E…`) may install the app by themselves; all unless set.
    pub workspaces: BTreeSet<String>,
    /// What belongs together in a direct message: `threads` (default: every message begins a thread, as Slack shows
    /// agents) or `one_session` (everything outside of threads is one conversation, for an app without an agent view).
    direct_messages: DirectMessages,
    /// Where an answer goes that draws on the Google account of whoever asked, if other members read along: `ask`
    /// (default: to them alone, with a button that posts it) or `thread` (into the thread, saying whose account it comes
    /// from). Where guests or people of other companies can read, it always goes to them alone.
    pub private_results: PrivateResults,
    /// What is for the agent in a thread of a channel that it takes part in: `thread` (default: everything that is not said to
    /// somebody else by name) or `mention` (what mentions it, and the answer to what it has asked that person).
    pub follow_ups: FollowUps,
    /// How often Slack is called: `slack` (default: each method no more often than Slack's tiers allow) or `off` (as often as
    /// there is something to do, and slower only when Slack says so).
    pub rate_limits: Pacing,
    /// For `apps.connections.open` to answer.
    open_timeout: Option<u64>,
    /// For one call of the Web API to be answered.
    answer_timeout: Option<u64>,
    /// For the socket to be connected.
    connect_timeout: Option<u64>,
    /// For one frame to be written.
    write_timeout: Option<u64>,
    /// Between our pings.
    ping_every: Option<u64>,
    /// Without any frame for so long, the socket is dead.
    dead_after: Option<u64>,
    /// For so long others must be connected as this app before it is said. Whoever found them there leaves after twice as long.
    company_after: Option<u64>,
}

const SOCKETS: usize = 2;
/// More than ten Slack refuses.
const MOST_SOCKETS: usize = 10;

impl SlackConfig {
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let sockets = self.sockets();
        if !(1..=MOST_SOCKETS).contains(&sockets) {
            let problem = format!("sockets = {sockets}: it must be 1 to {MOST_SOCKETS}");
            return Err(SettingError::new("[slack]", problem));
        }
        if let Some(other) = self.bots.iter().find(|bot| !bot.starts_with('B')) {
            let problem = format!("`{other}` is not the id of a bot; it begins with B");
            return Err(SettingError::new("[slack] bots", problem));
        }
        if let Some(other) = self.workspaces.iter().find(|id| !id.starts_with(['T', 'E'])) {
            let problem =
                format!("`{other}` is not the id of a workspace or an organisation; it begins with T or E");
            return Err(SettingError::new("[slack] workspaces", problem));
        }
        Ok(())
    }

    pub(crate) fn sockets(&self) -> usize {
        self.sockets.unwrap_or(SOCKETS)
    }

    pub(crate) fn habits(&self) -> Habits {
        Habits { bots: self.bots.clone(), direct_messages: self.direct_messages }
    }

    pub(crate) fn timing(&self) -> Timing {
        let default = Timing::default();
        let seconds = |written: Option<u64>, default: Duration| written.map_or(default, Duration::from_secs);
        Timing {
            answer: seconds(self.answer_timeout, default.answer),
            open: seconds(self.open_timeout, default.open),
            dial: seconds(self.connect_timeout, default.dial),
            write: seconds(self.write_timeout, default.write),
            ping_every: seconds(self.ping_every, default.ping_every),
            dead_after: seconds(self.dead_after, default.dead_after),
            recount: seconds(self.company_after, default.recount),
            ..default
        }
    }
}
