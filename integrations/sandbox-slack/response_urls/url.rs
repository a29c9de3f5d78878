//! A response URL and the message that was clicked.

use serde::{Deserialize, Serialize};

use crate::{
    ids::{ChannelId, UserId},
    ts::Ts,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ResponseUrl {
    pub(crate) channel: ChannelId,
    pub(crate) user: UserId,
    pub(crate) original: Original,
    pub(crate) made_at: Ts,
    pub(crate) uses: u32,
}

/// The message that was clicked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Original {
    Message(Ts),
    Ephemeral(Ts),
    /// A command has no message.
    Nothing,
}
