//! What goes into a new file: words, or a file that somebody put into the conversation.

use bytes::Bytes;
use kernel::ports::{ChatError, Files};
use kernel::{Call, Code, Failure, FileId, SharedFile};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is said of a file of which nothing better is known.
pub(crate) const ANY_TYPE: &str = "application/octet-stream";
/// More is not carried from place to place.
const LARGEST: usize = 64 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    Words(String),
    /// What is carried is what was there when it was countersigned: the digest says so.
    Attached {
        id: FileId,
        /// What it is called in the conversation, which need not be what it is called in Drive.
        name: String,
        size: usize,
        digest: Vec<u8>,
    },
}

impl Source {
    /// A file of the requester's in this conversation, by its id or its name.
    pub(crate) async fn attached(files: &dyn Files, file: &SharedFile) -> Result<Self, Failure> {
        let content = fetched(files, &file.id).await?;
        let digest = Sha256::digest(&content).to_vec();
        Ok(Self::Attached { id: file.id.clone(), name: file.name.clone(), size: content.len(), digest })
    }

    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Words(words) => words.len(),
            Self::Attached { size, .. } => *size,
        }
    }

    pub(crate) async fn content(&self, files: &dyn Files) -> Result<Bytes, Failure> {
        match self {
            Self::Words(words) => Ok(Bytes::from(words.clone())),
            Self::Attached { id, digest, .. } => {
                let content = fetched(files, id).await?;
                if Sha256::digest(&content).as_slice() != digest {
                    let words =
                        "The attached file is not the one it was. Nothing was done; ask for it again.";
                    return Err(Failure::model(Code::StaleWrite, words));
                }
                Ok(Bytes::from(content))
            }
        }
    }
}

/// Which of the requester's own files is meant.
pub(crate) fn named<'a>(call: &'a Call, given: &str) -> Result<&'a SharedFile, Failure> {
    let given = given.trim();
    let by_id = call.files.iter().find(|file| file.id.0 == given);
    let mut by_name = call.files.iter().filter(|file| file.name == given);
    match (by_id, by_name.next(), by_name.next()) {
        (Some(file), _, _) | (None, Some(file), None) => Ok(file),
        (None, _, Some(_)) => Err(Failure::invalid(
            "Several attached files have that name. Name the one that is meant by its id.",
        )),
        (None, None, None) => Err(Failure::not_found(
            "The user has attached no such file here. Use the id that stands beside the attachment.",
        )),
    }
}

/// A media type that says no more than that.
pub(crate) fn plain_type(given: &str) -> Result<String, Failure> {
    let part = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".+-_".contains(&letter))
    };
    let plain = given.split_once('/').is_some_and(|(kind, name)| part(kind) && part(name));
    if plain && !given.starts_with("application/vnd.google-apps.") {
        return Ok(given.to_ascii_lowercase());
    }
    let words = "That is no media type of a plain file. Use one such as `text/csv`, or leave it out.";
    Err(Failure::invalid(words))
}

pub(crate) async fn fetched(files: &dyn Files, id: &FileId) -> Result<Vec<u8>, Failure> {
    files.fetch(id, LARGEST).await.map_err(|error| {
        let words = match error {
            ChatError::Unavailable { .. } => {
                "The attached file cannot be fetched just now. Try again in a minute."
            }
            ChatError::Refused(_) => "The attached file cannot be fetched: it is gone, or larger than 64 MB.",
        };
        Failure::person(Code::NotAvailable, words).quoting(error.to_string())
    })
}
