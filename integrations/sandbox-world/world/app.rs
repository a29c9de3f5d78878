//! How Slack knows the app, the other bots of its workspace, and the companies it shares channels with.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is set for the app where Slack's apps are set up.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AppSeed {
    /// How events and interactions reach it.
    pub transport: TransportSeed,
    /// Where events go, with `http`: an address on this computer, e.g. `http://127.0.0.1:8400/slack/events`.
    pub request_url: Option<String>,
    /// Where clicks, forms and shortcuts go.
    pub interactivity_url: Option<String>,
    /// Where menus ask for their options while somebody types; the interactivity URL when left out.
    pub options_url: Option<String>,
    /// Where slash commands go.
    pub command_url: Option<String>,
    /// What requests are signed with; made up when left out.
    pub signing_secret: Option<String>,
    /// The bot events it subscribes to, e.g. `message.im`; all that an agent needs when left out.
    pub events: Option<BTreeSet<String>>,
    /// Its shortcuts; one on messages, `ask_about_message`, when left out.
    pub shortcuts: Option<Vec<ShortcutSeed>>,
    /// Where an installation may return to; each also stands for the addresses below it.
    pub redirect_uris: Vec<String>,
    /// Whether it shows a Home tab; it does when left out.
    pub home_tab: Option<bool>,
    /// Whether tokens expire after twelve hours and are refreshed.
    pub token_rotation: bool,
    /// Whether calls are counted against Slack's limits.
    pub rate_limits: RateLimitsSeed,
}

/// An app uses Socket Mode or request URLs, never both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransportSeed {
    #[default]
    Socket,
    Http,
}

/// Something in a menu that calls the app.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortcutSeed {
    pub callback_id: String,
    pub kind: ShortcutKind,
    /// What people read in the menu; the `callback_id` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShortcutKind {
    /// In the menu of a message.
    Message,
    /// Anywhere.
    Global,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RateLimitsSeed {
    /// Counted, and nothing is refused.
    #[default]
    Off,
    /// As Slack's tiers say.
    Real,
}

/// Another app in the workspace, which posts too.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotSeed {
    /// e.g. `Deploys`.
    pub name: String,
    #[serde(default)]
    pub kind: BotKind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// An app with a bot user.
    #[default]
    App,
    /// An incoming webhook or an old integration, which has no user: `bot_message`.
    Integration,
    /// A workflow of Workflow Builder.
    Workflow,
}

/// A channel that is not this workspace's alone.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectSeed {
    /// The name of one of `channels`.
    pub channel: String,
    /// The domains of the companies it is shared with by Slack Connect.
    #[serde(default)]
    pub with: BTreeSet<String>,
    /// The domains of companies that were invited and have not accepted.
    #[serde(default)]
    pub pending: BTreeSet<String>,
    /// Whether other workspaces of the same organisation see it.
    #[serde(default)]
    pub organisation: bool,
}
