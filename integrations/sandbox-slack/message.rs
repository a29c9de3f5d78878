//! A message, and how it looks on the wire.

mod content;

use serde::{Deserialize, Serialize};

pub(crate) use self::content::Content;
use super::{
    ids::{BotId, ChannelId, UserId},
    streams::Stream,
    ts::Ts,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) ts: Ts,
    /// The root of its thread; a root with replies names itself.
    pub(crate) thread: Option<Ts>,
    pub(crate) author: Author,
    pub(crate) content: Content,
    pub(crate) edited: Option<Ts>,
    pub(crate) reactions: Vec<Reaction>,
    pub(crate) client_msg_id: Option<String>,
    /// A reply that was shown to the whole channel as well.
    pub(crate) broadcast: bool,
    /// A deleted root with replies stays as a tombstone.
    pub(crate) tombstone: bool,
    /// The ids of the files it shows; an edit leaves them as they are.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// How it is, or was, streamed.
    #[serde(default)]
    pub(crate) stream: Option<Stream>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Author {
    Person(UserId),
    App,
    /// Another app of the workspace.
    Bot(BotId),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Reaction {
    pub(crate) name: String,
    pub(crate) users: Vec<UserId>,
}

/// A message only one person sees; it is in no history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ephemeral {
    pub(crate) ts: Ts,
    pub(crate) channel: ChannelId,
    pub(crate) recipient: UserId,
    pub(crate) thread: Option<Ts>,
    pub(crate) content: Content,
}

/// The fields of a root about its replies.
pub(crate) const THREAD_SUMMARY: [&str; 6] =
    ["reply_count", "reply_users_count", "reply_users", "latest_reply", "is_locked", "subscribed"];

/// Whether metadata is shown: only to those who ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metadata {
    Shown,
    Hidden,
}
