//! Files that go along with a mail. A plan names them and their digests; the bytes are fetched when it runs.

use std::sync::Arc;

use kernel::ports::Files;
use kernel::{Call, Code, Failure, FileId};
use serde::{Deserialize, Serialize};

use super::Gmail;
use super::message::Message;
use super::mime::{File, files};
use crate::Google;
use crate::api::{Id, Trouble};
use crate::digest::digest;
use crate::drive::source::fetched;
use crate::drive::{Drive, Leaving, Subject};

const MEGABYTE: u64 = 1024 * 1024;
/// Gmail sends no more. In base64 that is just below the 35 MB at which it takes no upload.
const LARGEST_TOGETHER: u64 = 25 * MEGABYTE;

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
    /// A file in Drive.
    Drive { file: Box<Subject>, leaving: Leaving },
    /// A file that the requester has put into the conversation.
    Chat { file: FileId },
}

/// Where the files of a mail can come from.
pub(crate) struct Sources {
    pub(crate) gmail: Gmail,
    pub(crate) drive: Drive,
    pub(crate) chat: Arc<dyn Files>,
}

impl Sources {
    pub(crate) fn of(google: &Google, call: &Call) -> Self {
        Self { gmail: google.gmail(call), drive: google.drive(call), chat: Arc::clone(&google.files) }
    }

    /// The bytes, in order; the same ones that were planned, or none.
    pub(crate) async fn contents(&self, attached: &[Attached]) -> Result<Vec<Vec<u8>>, Failure> {
        let mut contents = Vec::with_capacity(attached.len());
        for one in attached {
            contents.push(self.content(one).await?);
        }
        Ok(contents)
    }

    pub(crate) async fn content(&self, one: &Attached) -> Result<Vec<u8>, Failure> {
        let bytes = match &one.origin {
            Origin::Mail { message, part } => part_of(&self.gmail, message, part).await?,
            Origin::Drive { file, leaving } => {
                let bytes = unchanged(&self.drive, file, leaving).await?;
                if leaving.exported {
                    return Ok(bytes);
                }
                Some(bytes)
            }
            Origin::Chat { file } => Some(fetched(self.chat.as_ref(), file).await?),
        };
        bytes.filter(|bytes| digest(bytes) == one.sha256).ok_or_else(|| {
            stale(
                "An attached file is no longer what it was; nothing was done. Look at it again and ask anew.",
            )
        })
    }
}

impl Attached {
    pub(crate) fn new(name: String, kind: String, bytes: &[u8], origin: Origin) -> Self {
        Self { name, kind, size: bytes.len() as u64, sha256: digest(bytes), origin }
    }

    /// For the card.
    pub(crate) fn shown(&self) -> String {
        let from = match &self.origin {
            Origin::Mail { .. } => "from your mailbox".to_owned(),
            Origin::Drive { file, leaving } if leaving.exported => {
                format!("made from the {} “{}” in Drive: {}", file.kind, file.title(), file.link)
            }
            Origin::Drive { file, .. } => format!("from Drive: {}", file.link),
            Origin::Chat { .. } => "attached by you in this conversation".to_owned(),
        };
        format!("{} ({}, {}), {from}", self.name, self.kind, in_words(self.size))
    }
}

/// Everything that is attached to a message, to go along with another.
pub(crate) async fn taken_along(gmail: &Gmail, message: &Message) -> Result<Vec<Attached>, Failure> {
    let files = files(&message.payload);
    check_size(files.iter().map(|file| file.size).sum())?;
    let mut taken = Vec::with_capacity(files.len());
    for file in files {
        taken.push(part_taken(gmail, message, file).await?);
    }
    Ok(taken)
}

/// One file that is attached to a message.
pub(crate) async fn part_taken(gmail: &Gmail, message: &Message, file: File) -> Result<Attached, Failure> {
    let bytes = gmail.file(&Id::parse("message", &message.id)?, &file).await?;
    let origin = Origin::Mail { message: message.id.clone(), part: file.part };
    Ok(Attached::new(file.name, file.kind, &bytes, origin))
}

pub(super) fn check_size(together: u64) -> Result<(), Failure> {
    if together > LARGEST_TOGETHER {
        let words = format!(
            "The files have {} together, and Gmail sends 25 MB at most. Put them into Drive, share them there, and \
             send the link instead.",
            in_words(together)
        );
        return Err(Failure::invalid(words));
    }
    Ok(())
}

/// A size, exactly while that is short.
pub(crate) fn in_words(size: u64) -> String {
    if size < MEGABYTE {
        return format!("{size} bytes");
    }
    format!("{}.{} MB", size / MEGABYTE, size % MEGABYTE * 10 / MEGABYTE)
}

fn stale(words: &str) -> Failure {
    Failure::model(Code::StaleWrite, words)
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

/// Looks at the file after its bytes are here: if it is unchanged then, they are those of the version that was planned.
async fn unchanged(drive: &Drive, file: &Subject, leaving: &Leaving) -> Result<Vec<u8>, Failure> {
    let there = async {
        let bytes = leaving.content(drive, &file.handle).await?;
        Ok((bytes, drive.get(&file.handle).await?))
    };
    let (bytes, now) = match there.await {
        Ok(there) => there,
        Err(Trouble::Missing(_)) => {
            return Err(stale(
                "A file in Drive that was to go along is no longer there; nothing was done. Ask anew without it.",
            ));
        }
        Err(trouble) => return Err(trouble.into()),
    };
    file.check_unchanged(&now).map_err(|_| {
        stale(
            "A file in Drive that was to go along was renamed or edited since this was planned; nothing was done. \
             Look at it again, and ask anew if it is still to go along.",
        )
    })?;
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    #[test]
    fn what_is_too_large_is_refused_with_its_size_and_a_way_out() {
        check_size(LARGEST_TOGETHER).unwrap();
        let refused = check_size(LARGEST_TOGETHER + 1_600_000).unwrap_err();
        assert_eq!(refused.code, Code::InputInvalid);
        assert!(refused.words.contains("26.5 MB") && refused.words.contains("link"), "{}", refused.words);
    }

    #[test]
    fn the_largest_mail_fits_into_an_upload_in_base64() {
        let contract = crate::testing::contract("gmail.v1");
        let create = &contract["resources"]["users"]["resources"]["drafts"]["methods"]["create"];
        let most: u64 = create["mediaUpload"]["maxSize"].as_str().unwrap().parse().unwrap();
        // Four bytes for three, and a line break after 76 of them.
        let encoded = LARGEST_TOGETHER.div_ceil(57) * 78;
        assert!(encoded < most, "{encoded} of {most}");
    }

    #[test]
    fn sizes_are_told_exactly_while_they_are_short() {
        assert_eq!(in_words(1_048_575), "1048575 bytes");
        assert_eq!(in_words(1_048_576), "1.0 MB");
        assert_eq!(in_words(26_214_399), "24.9 MB");
    }
}
