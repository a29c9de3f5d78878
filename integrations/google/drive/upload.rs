//! Content on its way to Drive: at once where it is small, else piece by piece, taken up again where it broke off.

use bytes::Bytes;
use kernel::{Code, Failure};
use serde_json::Value;
use url::Url;

use super::file::{FIELDS, File};
use super::{ALL_DRIVES, Drive, TRANSFER, routes};
use crate::api::{Ask, Trouble};
use crate::multipart::related;

/// Google's own advice: above this, in pieces.
const AT_ONCE: usize = 5 * 1024 * 1024;
/// Every piece but the last is a multiple of 256 KiB.
const PIECE: usize = 16 * 256 * 1024;
/// So often in a row a piece may be lost before we give up, and so often an upload is begun anew.
const SETBACKS: usize = 5;
const BEGINNINGS: usize = 3;
/// What Drive answers to an announcement or a piece is short.
const SHORT: usize = 1024 * 1024;

pub(crate) struct Upload {
    /// Name, folder, id, and what it is to become.
    pub(crate) metadata: Value,
    pub(crate) media_type: String,
    pub(crate) content: Bytes,
}

impl Upload {
    /// With an id of its own it can be made only once, however often it is sent.
    fn is_made_once(&self) -> bool {
        self.metadata.get("id").is_some()
    }
}

/// How far an upload is.
enum Stored {
    /// So many bytes are there.
    Part(usize),
    Whole(Box<File>),
}

impl Drive {
    pub(crate) async fn upload(&self, upload: &Upload) -> Result<File, Trouble> {
        if upload.content.len() <= AT_ONCE {
            return self.at_once(upload).await;
        }
        let mut trouble = None;
        for _ in 0..BEGINNINGS {
            match self.in_pieces(upload).await {
                // Drive has forgotten the upload, as it does after a while.
                Err(gone @ Trouble::Missing(_)) if upload.is_made_once() => trouble = Some(gone),
                // Perhaps it was complete before.
                Err(Trouble::Missing(failure)) => return Err(Trouble::Lost(failure)),
                ended => return ended,
            }
        }
        Err(trouble.unwrap_or_else(unclear))
    }

    async fn at_once(&self, upload: &Upload) -> Result<File, Trouble> {
        let (media_type, body) = related(&upload.metadata, &upload.media_type, &upload.content);
        let ask = Ask::to(&routes::FILES_UPLOAD)
            .with("uploadType", "multipart")
            .with(ALL_DRIVES.0, ALL_DRIVES.1)
            .media(&media_type, body)
            .within(TRANSFER)
            .only(FIELDS);
        let ask = if upload.is_made_once() { ask.repeatable() } else { ask };
        self.api.ask(&ask).await
    }

    async fn in_pieces(&self, upload: &Upload) -> Result<File, Trouble> {
        let session = self.announce(upload).await?;
        let (mut sent, mut setbacks) = (0, 0);
        loop {
            let stored = match self.piece(&session, &upload.content, sent).await {
                Err(Trouble::Lost(failure) | Trouble::Later { failure, .. } | Trouble::Unsent(failure)) => {
                    setbacks += 1;
                    if setbacks > SETBACKS {
                        return Err(Trouble::Lost(failure));
                    }
                    self.how_far(&session, upload.content.len()).await?
                }
                stored => stored?,
            };
            match stored {
                Stored::Whole(file) => return Ok(*file),
                Stored::Part(now) if now > sent => (sent, setbacks) = (now, 0),
                Stored::Part(now) => {
                    sent = now;
                    setbacks += 1;
                    if setbacks > SETBACKS {
                        return Err(unclear());
                    }
                }
            }
        }
    }

    /// Says what is to come. Nothing is made yet, so it may be said twice.
    async fn announce(&self, upload: &Upload) -> Result<String, Trouble> {
        let ask = Ask::to(&routes::FILES_UPLOAD)
            .with("uploadType", "resumable")
            .with(ALL_DRIVES.0, ALL_DRIVES.1)
            .header("X-Upload-Content-Type", upload.media_type.as_str())
            .header("X-Upload-Content-Length", upload.content.len().to_string())
            .json(upload.metadata.clone())
            .only(FIELDS)
            .repeatable();
        let answer = self.api.answer(&ask, SHORT).await?;
        let place = answer.headers.get("location").and_then(|place| place.to_str().ok());
        // Only its number is taken from the address: the pieces go where everything goes.
        let session = place.and_then(|place| Url::parse(place).ok()).and_then(|place| {
            let mut pairs = place.query_pairs();
            pairs.find(|(name, _)| name == "upload_id").map(|(_, id)| id.into_owned())
        });
        session.ok_or_else(unclear)
    }

    async fn piece(&self, session: &str, content: &Bytes, from: usize) -> Result<Stored, Trouble> {
        let (total, to) = (content.len(), content.len().min(from + PIECE));
        let range = format!("bytes {from}-{}/{total}", to.saturating_sub(1));
        let ask = going_on(session, range).media("application/octet-stream", content.slice(from..to));
        self.told(&ask, total).await
    }

    /// Asks Drive how much it has.
    async fn how_far(&self, session: &str, total: usize) -> Result<Stored, Trouble> {
        let ask = going_on(session, format!("bytes */{total}"))
            .media("application/octet-stream", Bytes::new())
            .repeatable();
        self.told(&ask, total).await
    }

    async fn told(&self, ask: &Ask<'_>, total: usize) -> Result<Stored, Trouble> {
        let answer = self.api.answer(ask, SHORT).await?;
        if answer.status.as_u16() != 308 {
            return answer.json().map(|file| Stored::Whole(Box::new(file))).map_err(|_| unclear());
        }
        let range = answer.headers.get("range").and_then(|range| range.to_str().ok());
        // Without a range, nothing is there yet.
        let stored = match range {
            None => 0,
            Some(range) => stored(range).filter(|stored| *stored <= total).ok_or_else(unclear)?,
        };
        Ok(Stored::Part(stored))
    }
}

fn going_on(session: &str, range: String) -> Ask<'static> {
    Ask::to(&routes::UPLOAD_SESSION)
        .with("uploadType", "resumable")
        .with("upload_id", session)
        .header("Content-Range", range)
        .within(TRANSFER)
}

/// `bytes=0-524287` is 524,288 bytes.
fn stored(range: &str) -> Option<usize> {
    let (first, last) = range.trim().strip_prefix("bytes")?.trim_start_matches(['=', ' ']).split_once('-')?;
    let last: usize = last.trim().parse().ok()?;
    (first.trim() == "0").then_some(last.checked_add(1)?)
}

fn unclear() -> Trouble {
    Trouble::Lost(Failure::person(
        Code::NotAvailable,
        "Drive did not take the upload in a way that can be understood. Try again in a minute.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_says_how_much_is_stored() {
        assert_eq!(stored("bytes=0-524287"), Some(524_288));
        assert_eq!(stored("bytes 0-0"), Some(1));
        for bad in ["", "bytes=1-5", "bytes=0-", "0-5", "bytes=0-x", "bytes=0-18446744073709551615"] {
            assert_eq!(stored(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_piece_is_a_multiple_of_what_drive_wants() {
        assert_eq!(PIECE % (256 * 1024), 0);
    }
}
