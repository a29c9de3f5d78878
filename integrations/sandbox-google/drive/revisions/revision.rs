//! An earlier content of a file.

use bytes::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::drive::bytes_as_text;
use crate::drive::ids::fresh_text;
use crate::drive::kinds::is_google_kind;

/// One state of a file's content.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Revision {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    /// The address of whoever made it.
    pub(crate) by: String,
    /// The bytes it had; those of the latest one are the file's own.
    #[serde(default, with = "bytes_as_text")]
    pub(crate) content: Option<Bytes>,
}

impl Revision {
    /// Google numbers the revisions of its own kinds; those of others have ids nobody can guess.
    pub(crate) fn new(mime_type: &str, number: usize, by: &str, at: Timestamp) -> Self {
        let id = if is_google_kind(mime_type) { number.to_string() } else { format!("0B{}", fresh_text(30)) };
        Self { id, at, by: by.to_owned(), content: None }
    }
}
