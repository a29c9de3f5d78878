//! A message that grows, and what was said of it so far.

use kernel::ports::Growth;
use kernel::{PersonId, ThreadId};
use tokio::time::Instant;

use crate::chat::slack_chat::SlackChat;
use crate::limits::{self, length};

pub(in crate::chat) struct SlackDraft {
    pub(super) chat: SlackChat,
    pub(super) thread: ThreadId,
    pub(super) reader: PersonId,
    /// The message that grows.
    pub(super) stream: Option<Stream>,
    /// What nobody sees yet.
    pub(super) pending: Growth,
    /// Every message that was begun.
    pub(super) begun: Vec<String>,
    /// What the next message begins with.
    pub(super) beginning: String,
    pub(super) troubles: u32,
    pub(super) over: bool,
    pub(super) way: Way,
}

impl SlackDraft {
    pub(in crate::chat) fn new(chat: SlackChat, thread: &ThreadId, reader: &PersonId) -> Self {
        Self {
            chat,
            thread: thread.clone(),
            reader: reader.clone(),
            stream: None,
            pending: Growth::default(),
            begun: Vec::new(),
            beginning: String::new(),
            troubles: 0,
            over: false,
            way: Way::Stream,
        }
    }
}

/// How it is seen to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Stream,
    /// Slack refuses to stream here, or to this app.
    Edits,
}

pub(super) struct Stream {
    pub(super) ts: String,
    pub(super) since: Instant,
    /// All that Slack was told, as the model wrote it.
    pub(super) said: Growth,
    /// How many bytes of it, made harmless, Slack has.
    pub(super) sent: usize,
    /// When Slack was told last.
    pub(super) told: Instant,
    /// Whether its steps are shown as one plan, which is chosen when it begins.
    pub(super) planned: bool,
}

impl Stream {
    pub(super) fn is_full(&self, pending: &Growth) -> bool {
        self.since.elapsed() > limits::STREAM_LIFE
            || length(&self.said.text) + length(&pending.text) > limits::STREAM
    }
}
