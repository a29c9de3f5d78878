//! What was written in a thread without being sent to us.

use crate::ports::Soon;
use crate::{MessageRef, PersonId, Reach, SharedFile, ThreadId, Time};

pub trait History: Send + Sync {
    /// Whether anything can stand in the thread before this message.
    fn has_before(&self, thread: &ThreadId, message: &MessageRef) -> bool;

    /// What people and programs wrote in this stretch of a thread, oldest first, and nothing that we wrote ourselves unless it
    /// is asked about. A thread that cannot be read to its end is no failure: what could be read comes back, and says so.
    fn recall<'a>(&'a self, stretch: &'a Stretch) -> Soon<'a, Recalled>;
}

/// A part of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub thread: ThreadId,
    /// From the beginning if nothing is named; the message itself is not part of it.
    pub after: Option<MessageRef>,
    /// Not part of it either.
    pub before: MessageRef,
    /// Somebody asks about this one: it is part of it even if we wrote it.
    pub about: Option<MessageRef>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    pub messages: Vec<Written>,
    pub reach: Reach,
}

/// One message, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub message: MessageRef,
    pub from: PersonId,
    pub at: Time,
    pub words: String,
    pub files: Vec<SharedFile>,
}
