//! What is set for the app where Slack's apps are set up: how it is reached, what it hears of, what it may do.

use std::collections::BTreeSet;

use sandbox_world::{AppSeed, RateLimitsSeed, ShortcutKind, ShortcutSeed, TransportSeed};
use serde::{Deserialize, Serialize};

use super::{deliveries::Kind, ids};

/// The bot events an agent subscribes to.
const EVENTS: [&str; 17] = [
    "agent_session_stopped",
    "agent_session_title_changed",
    "app_context_changed",
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_id_changed",
    "channel_shared",
    "channel_unshared",
    "member_joined_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "team_join",
    "tokens_revoked",
    "user_change",
];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Configuration {
    pub(crate) transport: TransportSeed,
    pub(crate) request_url: Option<String>,
    pub(crate) interactivity_url: Option<String>,
    /// Where menus ask for their options; the interactivity URL where there is none.
    pub(crate) options_url: Option<String>,
    pub(crate) command_url: Option<String>,
    /// The bot events it subscribes to.
    pub(crate) events: BTreeSet<String>,
    pub(crate) shortcuts: Vec<ShortcutSeed>,
    /// Whether it shows a Home tab.
    pub(crate) home_tab: bool,
    /// Whether it is told of changes without how the message was before.
    #[serde(default)]
    pub(crate) terse_changes: bool,
    pub(crate) redirect_uris: Vec<String>,
    pub(crate) token_rotation: bool,
    pub(crate) rate_limits: RateLimitsSeed,
    pub client_id: String,
    pub client_secret: String,
}

impl Configuration {
    pub(crate) fn new(seed: &AppSeed) -> Self {
        Self {
            transport: seed.transport,
            request_url: seed.request_url.clone(),
            interactivity_url: seed.interactivity_url.clone(),
            options_url: seed.options_url.clone(),
            command_url: seed.command_url.clone(),
            events: seed.events.clone().unwrap_or_else(|| EVENTS.map(str::to_owned).into()),
            shortcuts: seed.shortcuts.clone().unwrap_or_else(|| vec![ask_about_message()]),
            home_tab: seed.home_tab.unwrap_or(true),
            terse_changes: false,
            redirect_uris: seed.redirect_uris.clone(),
            token_rotation: seed.token_rotation,
            rate_limits: seed.rate_limits,
            client_id: format!("{}.{}", ids::digits(12), ids::digits(13)),
            client_secret: ids::random(32),
        }
    }

    /// Where a request URL app is told of such a thing.
    pub(crate) fn url(&self, kind: Kind, about: &str) -> Option<&str> {
        match kind {
            Kind::EventsApi => self.request_url.as_deref(),
            Kind::Interactive if about == "block_suggestion" && self.options_url.is_some() => {
                self.options_url.as_deref()
            }
            Kind::Interactive => self.interactivity_url.as_deref(),
            Kind::SlashCommands => self.command_url.as_deref(),
        }
    }

    /// Whether the app hears of an event: `message.im` stands for messages in direct messages, and so on.
    pub(crate) fn hears(&self, event: &str, channel_type: &str) -> bool {
        match (event, channel_type) {
            ("message", "channel") => self.events.contains("message.channels"),
            ("message", "group") => self.events.contains("message.groups"),
            ("message", kind) => self.events.contains(&format!("message.{kind}")),
            (event, _) => self.hears_of(event),
        }
    }

    /// Whether the app subscribes to it. Without `agent_session_stopped` there is no Stop button.
    pub(crate) fn hears_of(&self, event: &str) -> bool {
        self.events.contains(event)
    }
}

impl Default for Configuration {
    fn default() -> Self {
        Self::new(&AppSeed::default())
    }
}

fn ask_about_message() -> ShortcutSeed {
    ShortcutSeed {
        callback_id: "ask_about_message".to_owned(),
        kind: ShortcutKind::Message,
        name: Some("Ask about this message".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_events_are_heard_by_the_kind_of_their_channel() {
        let seed = AppSeed { events: Some(["message.im".to_owned()].into()), ..AppSeed::default() };
        let configuration = Configuration::new(&seed);
        assert!(configuration.hears("message", "im"));
        assert!(!configuration.hears("message", "channel"));
        assert!(!configuration.hears("app_mention", "channel"));
    }
}
