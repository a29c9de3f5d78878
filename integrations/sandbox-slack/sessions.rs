//! What the agent says about a thread it works in: the line under the composer, the session's state and its title.

use serde::{Deserialize, Serialize};

use super::{
    ids::{ChannelId, UserId},
    ts::Ts,
};

/// How long Slack believes in `processing` without hearing more.
pub(crate) const PROCESSING_LIVES_MS: u64 = 60 * 60 * 1000;

/// The agent's presence in one thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) channel: ChannelId,
    pub(crate) thread: Ts,
    /// `is thinking…`; empty when it was cleared.
    pub(crate) status: String,
    pub(crate) loading_messages: Vec<String>,
    /// When that was set.
    #[serde(default)]
    pub(crate) status_since: Option<Ts>,
    /// The lifecycle, once `agents.sessions.setStatus` has been called.
    pub(crate) state: Option<SessionState>,
    /// Until when `processing` counts.
    #[serde(default)]
    pub(crate) processing_until: Option<Ts>,
    pub(crate) title: Option<String>,
    pub(crate) initiator: Option<UserId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionState {
    Active,
    Processing,
    Suspended,
    Closed,
}

/// What the app suggests to say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Prompts {
    /// Above the list.
    pub(crate) title: Option<String>,
    pub(crate) prompts: Vec<Prompt>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prompt {
    pub(crate) title: String,
    /// What is sent when it is chosen.
    pub(crate) message: String,
}

impl Session {
    /// Slack takes an agent that has not been heard of for an hour to be idle.
    pub(crate) fn state(&self) -> Option<SessionState> {
        match self.state {
            Some(SessionState::Processing)
                if self.processing_until.is_some_and(|until| until < Ts::now()) =>
            {
                Some(SessionState::Active)
            }
            state => state,
        }
    }
}
