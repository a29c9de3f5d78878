//! How we behave towards those who write to us, as it was configured.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Other bots that may ask us, by their ids (`B…`). Everybody else's are ignored.
    pub bots: BTreeSet<String>,
    pub direct_messages: DirectMessages,
}

/// What belongs together in a direct message with us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DirectMessages {
    /// Every message outside of a thread begins one, as Slack shows agents.
    #[default]
    Threads,
    /// All messages outside of threads are one conversation.
    OneSession,
}
