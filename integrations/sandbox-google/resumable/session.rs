//! An upload that comes piece by piece: what was announced, and what is there.

use std::collections::BTreeSet;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drive;

/// Every chunk but the last is a multiple of this.
pub(crate) const UNIT: usize = 256 * 1024;

/// An upload that has been announced.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Session {
    pub(crate) verb: String,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) method: String,
    pub(crate) person: String,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) metadata: Value,
    pub(crate) media_type: String,
    /// How much is to come, as far as it was said.
    pub(crate) total: Option<usize>,
    #[serde(with = "drive::bytes_as_text")]
    pub(crate) received: Option<Bytes>,
    /// The answer, once everything is there: whoever has not heard it may ask again.
    pub(crate) answer: Option<Value>,
}

/// What a request brings, by its `Content-Range`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// All of it.
    Whole,
    /// Bytes from here to there, and how many there are in all if that is known.
    Part { first: usize, last: usize, total: Option<usize> },
    /// Nothing: the client asks how much is there.
    Question { total: Option<usize> },
}

impl Piece {
    pub(crate) fn read(header: Option<&str>) -> Option<Self> {
        let Some(header) = header else { return Some(Self::Whole) };
        let (range, total) = header.strip_prefix("bytes ")?.trim().split_once('/')?;
        let total = if total == "*" { None } else { Some(total.parse().ok()?) };
        if range == "*" {
            return Some(Self::Question { total });
        }
        let (first, last) = range.split_once('-')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some(Self::Part { first, last, total })
    }
}

/// Where an upload stands.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// So many bytes are stored.
    Waiting(usize),
    Complete,
    Answered(Value),
}

impl Session {
    pub(crate) fn take(&mut self, piece: &Piece, body: &Bytes) -> Result<Step, String> {
        if let Some(answer) = &self.answer {
            return Ok(Step::Answered(answer.clone()));
        }
        let stored = self.received.as_ref().map_or(0, Bytes::len);
        match *piece {
            Piece::Whole => {
                self.agree(Some(body.len()))?;
                self.received = Some(body.clone());
                Ok(Step::Complete)
            }
            Piece::Question { total } => {
                self.agree(total)?;
                Ok(if self.total == Some(0) { Step::Complete } else { Step::Waiting(stored) })
            }
            Piece::Part { first, last, total } => {
                self.agree(total)?;
                self.append(first, last, body)
            }
        }
    }

    pub(crate) fn append(&mut self, first: usize, last: usize, body: &Bytes) -> Result<Step, String> {
        let known = self.received.clone().unwrap_or_default();
        let expected = last + 1 - first;
        if body.len() != expected {
            return Err(format!(
                "Invalid request.  There were {} byte(s) in the request body.  There should have been {expected} \
                 byte(s) (starting at offset {first} and ending at offset {last}) according to the Content-Range header.",
                body.len()
            ));
        }
        if first > known.len() {
            return Err(format!(
                "Invalid request.  According to the Content-Range header, the upload offset is {first} byte(s), which \
                 exceeds already uploaded size of {} byte(s).",
                known.len()
            ));
        }
        if self.total.is_some_and(|total| last >= total) {
            return Err(
                "Invalid request.  The Content-Range header exceeds the total size of the upload.".to_owned()
            );
        }
        let is_last = self.total == Some(last + 1);
        if !is_last && expected < UNIT {
            return Err(format!(
                "Invalid request.  The number of bytes uploaded is required to be equal or greater than {UNIT}, except \
                 for the final request (it's recommended to be the exact multiple of {UNIT}).  The received request \
                 contained {expected} bytes, which does not meet this requirement."
            ));
        }
        // What is there already is not stored twice, and what is no whole unit is to be sent again.
        let end = if is_last { last + 1 } else { (last + 1) / UNIT * UNIT };
        let fresh = body.get(known.len() - first..end.saturating_sub(first)).unwrap_or_default();
        self.received = Some(Bytes::from([&known, fresh].concat()));
        Ok(if is_last { Step::Complete } else { Step::Waiting(known.len() + fresh.len()) })
    }

    /// The total must be the same whenever it is said.
    pub(crate) fn agree(&mut self, total: Option<usize>) -> Result<(), String> {
        match (self.total, total) {
            (Some(known), Some(said)) if known != said => Err(format!(
                "Invalid request.  According to the Content-Range header, the final size of the upload is {said} \
                 byte(s). This does not match the expected size of {known} byte(s), which was specified in an earlier \
                 request."
            )),
            (None, Some(said)) => {
                self.total = Some(said);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
