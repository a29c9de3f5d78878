//! What came with a message, as far as it could be read.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Body;
use crate::{Alarm, Digest, MessageRef, PersonId, SharedFile, TurnId};

/// The files of one message, read for a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attached {
    pub turn: TurnId,
    pub message: MessageRef,
    pub from: PersonId,
    pub files: Vec<Attachment>,
    /// What was noticed in their words.
    #[serde(default)]
    pub alarm: Alarm,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// As it was found; the message may have said less of it.
    pub file: SharedFile,
    pub content: Content,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Content {
    Text {
        words: Body,
        /// How many characters there are; the words can be fewer.
        total: usize,
        form: WordForm,
        /// Our own words about it.
        remark: Option<String>,
    },
    Picture(Picture),
    /// It was not read. Our own words, for the person and the model.
    LeftOut {
        why: String,
    },
}

/// How words stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WordForm {
    Written,
    Spoken,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// By its bytes, not by what it was said to be.
    pub media_type: String,
    pub bytes: Blob,
}

/// Bytes kept beside the journal, where they can be purged; they are fetched only when they are needed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blob {
    pub digest: Digest,
    pub size: usize,
    /// Nothing until they are fetched, and nothing once they have been purged.
    #[serde(skip)]
    pub bytes: Option<Arc<[u8]>>,
}

impl Blob {
    pub fn new(bytes: &[u8]) -> Self {
        Self { digest: Digest::of_bytes(bytes), size: bytes.len(), bytes: Some(bytes.into()) }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Blob({}, {} bytes)", self.digest.short(), self.size)
    }
}
