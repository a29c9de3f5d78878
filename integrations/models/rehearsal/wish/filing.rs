//! What somebody wants done with a mail beside reading and answering it.

use super::mail::{Answer, Letter, Recipient, Which};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Filing {
    Labels,
    /// Something with one mail or conversation.
    With {
        which: Which,
        choice: Choice,
        act: Act,
    },
    DraftLetter(Letter),
    DraftReply(Answer),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Archive,
    Trash,
    MarkRead,
    MarkUnread,
    PutLabel(String),
    TakeLabel(String),
    Forward {
        to: Vec<Recipient>,
        note: Option<String>,
    },
    ListAttachments,
    /// The only one, where none is named.
    ReadAttachment(Option<String>),
    Thread,
}

/// What to do where several mails fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Ask which.
    Ask,
    /// Take the one that was counted out: the newest, the second.
    Counted,
}
