//! What the tools that put mail in order answered.

use serde::Deserialize;

use super::{Attachment, People};

/// What became of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Filed {
    pub(crate) what: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Labels {
    pub(crate) labels: Vec<Label>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Label {
    pub(crate) name: String,
    /// Made by the person, not by the mailbox.
    pub(crate) own: bool,
    pub(crate) conversations: u64,
    pub(crate) unread_conversations: u64,
}

/// What is attached, or the text of one file of it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Attachments {
    pub(crate) files: Vec<Attachment>,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) text_shown: String,
    pub(crate) remark: Option<String>,
    pub(crate) continue_with: Option<super::Continuation>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Thread {
    pub(crate) subject: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) total: usize,
    pub(crate) continue_with: Option<FromMessage>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Message {
    pub(crate) from: People,
    pub(crate) date: String,
    pub(crate) labels: Vec<String>,
    pub(crate) body: String,
    pub(crate) attachments: Vec<Attachment>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct FromMessage {
    pub(crate) from_message: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Drafted {
    pub(crate) to: People,
    pub(crate) subject: String,
    pub(crate) link: String,
}
