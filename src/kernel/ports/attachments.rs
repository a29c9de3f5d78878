//! Files that people attach to what they write.

use crate::ports::{Document, Soon};
use crate::{Failure, SharedFile};

pub trait Attachments: Send + Sync {
    /// Fetches a file of at most so many bytes. Dropping the future gives it up.
    fn open<'a>(&'a self, file: &'a SharedFile, at_most: usize) -> Soon<'a, Opened>;
}

/// A file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// A message can name a file without saying anything of it.
    pub file: SharedFile,
    /// The words of a failure are for the person.
    pub holds: Result<Holds, Failure>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    Bytes(Vec<u8>),
    /// A recording, as the chat itself has written it down.
    Speech(String),
}

pub trait Transcriber: Send + Sync {
    /// What is spoken in a recording. Dropping the future gives it up.
    fn transcribe<'a>(&'a self, recording: &'a Document) -> Soon<'a, Result<String, Failure>>;
}
