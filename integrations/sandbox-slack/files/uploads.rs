//! Files that the app has completed: Slack answers first, and shows them a moment later.

use serde::{Deserialize, Serialize};

use crate::{ids::ChannelId, message::Content, ts::Ts};

/// A message that will show files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Upload {
    pub(crate) since: Ts,
    pub(crate) channel: ChannelId,
    pub(crate) thread: Option<Ts>,
    pub(crate) content: Content,
    pub(crate) files: Vec<String>,
}
