//! What the agent says about a thread it works in: the line under the composer and the session's state.

use serde::{Deserialize, Serialize};

use super::{
    ids::{ChannelId, UserId},
    ts::Ts,
    workspace::Workspace,
};

/// The agent's presence in one thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) channel: ChannelId,
    pub(crate) thread: Ts,
    /// `is thinking…`; empty when it was cleared.
    pub(crate) status: String,
    pub(crate) loading_messages: Vec<String>,
    /// The lifecycle, once `agents.sessions.setStatus` has been called.
    pub(crate) state: Option<SessionState>,
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

impl Workspace {
    pub(crate) fn session(&self, channel: &ChannelId, thread: Ts) -> Option<&Session> {
        self.sessions.get(channel)?.get(&thread)
    }

    /// The session of a thread, begun if there is none.
    pub(crate) fn session_mut(&mut self, channel: &ChannelId, thread: Ts) -> &mut Session {
        self.sessions.entry(channel.clone()).or_default().entry(thread).or_insert_with(|| Session {
            channel: channel.clone(),
            thread,
            status: String::new(),
            loading_messages: Vec::new(),
            state: None,
            title: None,
            initiator: None,
        })
    }
}
