//! Files that go along with a mail. A plan names them and their digests; the bytes are fetched when it runs.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Code, Failure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Gmail;
use super::message::Message;
use super::mime::{File, files};
use crate::api::{Id, Trouble};

/// Gmail takes no mail that is larger, encoded.
const LARGEST_TOGETHER: u64 = 25 * 1024 * 1024;

/// One file, down to its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attached {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) size: u64,
    pub(crate) sha256: String,
    pub(crate) origin: Origin,
}

/// Where the bytes are fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    /// A part of a message in the same mailbox.
    Mail { message: String, part: String },
}

impl Attached {
    /// For the card.
    pub(crate) fn shown(&self) -> String {
        format!("{} ({}, {} bytes)", self.name, self.kind, self.size)
    }
}

/// Everything that is attached to a message, to go along with another.
pub(crate) async fn taken_along(gmail: &Gmail, message: &Message) -> Result<Vec<Attached>, Failure> {
    let files = files(&message.payload);
    check_size(files.iter().map(|file| file.size).sum())?;
    let mut taken = Vec::with_capacity(files.len());
    for file in files {
        let bytes = gmail.file(&Id::parse("message", &message.id)?, &file).await?;
        taken.push(Attached {
            sha256: digest(&bytes),
            size: bytes.len() as u64,
            origin: Origin::Mail { message: message.id.clone(), part: file.part },
            name: file.name,
            kind: file.kind,
        });
    }
    Ok(taken)
}

/// The bytes, in order; the same ones that were planned, or none.
pub(crate) async fn contents(gmail: &Gmail, attached: &[Attached]) -> Result<Vec<Vec<u8>>, Failure> {
    let mut contents = Vec::with_capacity(attached.len());
    for one in attached {
        let Origin::Mail { message, part } = &one.origin;
        let bytes = part_of(gmail, message, part).await?;
        if bytes.as_deref().map(digest).as_ref() != Some(&one.sha256) {
            return Err(Failure::model(
                Code::StaleWrite,
                "An attached file is no longer what it was; nothing was sent. Look at the message again and ask anew.",
            ));
        }
        contents.extend(bytes);
    }
    Ok(contents)
}

pub(super) fn check_size(together: u64) -> Result<(), Failure> {
    if together > LARGEST_TOGETHER {
        let words =
            "The attached files are larger than the 25 MB that Gmail sends. Share them from Drive instead.";
        return Err(Failure::model(Code::InputInvalid, words));
    }
    Ok(())
}

fn digest(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

async fn part_of(gmail: &Gmail, message: &str, part: &str) -> Result<Option<Vec<u8>>, Failure> {
    let id = Id::parse("message", message)?;
    let message = match gmail.whole(&id).await {
        Ok(message) => message,
        Err(Trouble::Missing(_)) => return Ok(None),
        Err(trouble) => return Err(trouble.into()),
    };
    let file: Option<File> = files(&message.payload).into_iter().find(|file| file.part == part);
    match file {
        Some(file) => Ok(Some(gmail.file(&id, &file).await?)),
        None => Ok(None),
    }
}
