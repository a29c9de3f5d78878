//! What parent and child say to each other, each in a frame: orders, then the document; back comes one reply.

use serde::{Deserialize, Serialize};

use crate::kind::{Claim, Kind};
use crate::limits::{DETAIL, Limits};

/// The first frame. Nothing in it comes from the document: the child reads it before it is confined.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Orders {
    pub(crate) limits: Limits,
}

/// The second frame; its body is the document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Announcement {
    pub(crate) claim: Option<Claim>,
}

/// The child's only frame; its body is the text.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) confined: Confined,
    pub(crate) outcome: Result<Read, Unreadable>,
}

/// What was read, beside the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Read {
    pub(crate) kind: Kind,
    pub(crate) parts: Option<u32>,
    pub(crate) cut: bool,
    pub(crate) hidden: usize,
}

/// Why a document cannot be read, told apart by what the person can do with the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("it is protected by a password")]
    Encrypted,
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("it unpacks to too much")]
    Explodes,
    #[error("no text can be taken from {0}")]
    Unsupported(String),
}

impl Unreadable {
    /// A parser's complaint can quote the document at any length.
    #[expect(clippy::needless_pass_by_value, reason = "an error ends here")]
    pub(crate) fn damaged(detail: impl ToString) -> Self {
        let mut detail = detail.to_string();
        detail.truncate(detail.floor_char_boundary(DETAIL));
        Self::Damaged(detail)
    }
}

/// What the child could give up before it read the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confined {
    /// Files and connections, by Landlock.
    pub files: Strength,
    /// Everything but memory, standard input and standard output, by seccomp.
    pub calls: Strength,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    Full,
    /// The kernel knows a part of it.
    Partial,
    None,
}

impl Confined {
    pub(crate) fn is_nothing(self) -> bool {
        self.files == Strength::None && self.calls == Strength::None
    }
}

/// How many there are; a number nobody could count to is the most there can be.
pub(crate) fn count(parts: usize) -> u32 {
    u32::try_from(parts).unwrap_or(u32::MAX)
}
