//! Slack: people write to us here, and read what we say.
//!
//! Inbound over Socket Mode by our own loop or over HTTP, read tolerantly from raw JSON; outbound over slack-morphism.
//! **Invariant:** nobody else knows Block Kit. Doesn't know what a turn, a tool or a policy is.

mod action_ids;
mod app;
mod channels;
mod chat;
mod client;
mod connection;
mod directory;
mod error;
mod examination;
mod habits;
mod identity;
mod ingress;
mod installation;
mod json;
mod learn_identity;
mod limits;
mod moves;
mod names;
mod oauth;
mod rate_limits;
mod read;
mod render;
#[cfg(test)]
mod scripted;
mod sealing;
mod settings;
mod token;
mod workspaces;

pub use app::{BOT_EVENTS, BOT_SCOPES, PROMPTS, Prompt, SHORTCUTS, SLASH_COMMANDS, Shortcut, SlashCommand};
pub use client::Client;
pub use connection::{Connection, Exit};
pub use error::{SlackError, lasting_refusal};
pub use examination::Examined;
pub use habits::{DirectMessages, Habits};
pub use ingress::{Hook, InboundHealth, PATH, Sockets};
pub use oauth::Distribution;
pub use rate_limits::Pacing;
pub use settings::{Settings, Timing};
pub use token::Token;
pub use workspaces::{CALLBACK, INSTALL, Means, Workspaces};

pub(crate) use identity::Identity;
