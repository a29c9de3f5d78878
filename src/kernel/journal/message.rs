//! Entries about what people write: requests, changes of them, and what was read along with them.

use serde::{Deserialize, Serialize};

use super::family::{Arrival, Family};
use super::{Attached, Attachment, Blob, Body, Content, Reach, Recollection};
use crate::audit::AuditRecord;
use crate::{Alarm, Digest, FileId, Mention, MessageRef, PersonId, SharedFile, TurnId};

/// What people write in a thread, and what is read along with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MessageEntry {
    /// Somebody wrote to us. Opens a turn.
    Asked {
        message: MessageRef,
        from: PersonId,
        words: Body,
        #[serde(default)]
        files: Vec<SharedFile>,
        /// The message that the question is about, where somebody pointed at one.
        #[serde(default)]
        about: Option<MessageRef>,
        /// What came with it and others may have written.
        #[serde(default)]
        quoted: Option<Body>,
        #[serde(default)]
        mentions: Vec<Mention>,
    },
    /// Somebody rewrote a message of theirs; these are its words now.
    Revised {
        message: MessageRef,
        from: PersonId,
        words: Body,
        /// Whether it would be for us if it were new.
        addressed: bool,
        #[serde(default)]
        mentions: Vec<Mention>,
        /// Files that they took out of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<FileId>,
    },
    /// Somebody deleted a message of theirs.
    Withdrawn { message: MessageRef },
    /// Something was written in the thread that was not for us. Its words are not kept.
    Overheard { message: MessageRef },
    /// What had been written in the thread, read for this turn.
    Recalled {
        turn: TurnId,
        messages: Vec<Recollection>,
        /// How many there were; those that are not among the messages were left out.
        total: usize,
        reach: Reach,
        /// Who wrote what was left out.
        others: Vec<PersonId>,
        /// What was noticed in the messages.
        #[serde(default)]
        alarm: Alarm,
    },
    /// What the requester wrote meanwhile became part of the turn, in place of turns of its own.
    Steered { turn: TurnId, added: Vec<TurnId> },
    /// The files of a message were read.
    Attached(Attached),
    /// What the requester had before them when they asked, in our words around a name that others chose.
    Looked { turn: TurnId, at: Body },
    /// Words that somebody took back, purged. Whatever came after the record `seen` keeps its words.
    Forgotten { digests: Vec<Digest>, seen: u64 },
    /// Somebody said stop.
    Stopped {
        by: PersonId,
        /// The message in which they said it; none where it was a button or a command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<MessageRef>,
    },
}

macro_rules! bodies {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Self::Asked { words, quoted, .. } => std::iter::once(words).chain(quoted).collect(),
            Self::Revised { words, .. } => vec![words],
            Self::Looked { at, .. } => vec![at],
            Self::Recalled { messages, .. } => {
                let each: &$($mutable)? [Recollection] = messages;
                each.into_iter().map(|message| &$($mutable)? message.words).collect()
            }
            Self::Attached(attached) => {
                let each: &$($mutable)? [Attachment] = &$($mutable)? attached.files;
                let words = each.into_iter().map(|one| match &$($mutable)? one.content {
                    Content::Text { words, .. } => Some(words),
                    Content::Picture(_) | Content::LeftOut { .. } => None,
                });
                words.flatten().collect()
            }
            _ => Vec::new(),
        }
    };
}

impl Family for MessageEntry {
    fn arrival(&self) -> Arrival {
        match self {
            Self::Asked { .. } | Self::Revised { .. } | Self::Withdrawn { .. } | Self::Stopped { .. } => {
                Arrival::Wakes
            }
            Self::Overheard { .. } => Arrival::Arrives,
            Self::Recalled { .. }
            | Self::Steered { .. }
            | Self::Attached(_)
            | Self::Looked { .. }
            | Self::Forgotten { .. } => Arrival::Ours,
        }
    }

    fn bodies(&self) -> Vec<&Body> {
        bodies!(self)
    }

    fn bodies_mut(&mut self) -> Vec<&mut Body> {
        bodies!(self, mut)
    }

    fn audit(&self) -> Option<AuditRecord> {
        let record = match self {
            Self::Asked { from, words, .. } => AuditRecord::line("asked").by(from).about(&words.digest),
            Self::Stopped { by, .. } => AuditRecord::line("stopped").by(by),
            Self::Revised { from, words, .. } => AuditRecord::line("revised").by(from).about(&words.digest),
            Self::Withdrawn { .. } => AuditRecord::line("withdrawn"),
            Self::Forgotten { .. } => AuditRecord::line("words purged"),
            Self::Overheard { .. }
            | Self::Recalled { .. }
            | Self::Steered { .. }
            | Self::Attached(_)
            | Self::Looked { .. } => return None,
        };
        Some(record)
    }
}

impl MessageEntry {
    /// The bytes that are kept apart from the journal.
    pub(super) fn blobs(&self) -> Vec<&Blob> {
        let Self::Attached(attached) = self else { return Vec::new() };
        let contents = attached.files.iter().map(|file| &file.content);
        let blobs = contents.filter_map(|content| match content {
            Content::Picture(picture) => Some(&picture.bytes),
            Content::Text { .. } | Content::LeftOut { .. } => None,
        });
        blobs.collect()
    }
}
