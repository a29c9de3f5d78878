//! Uploads that come piece by piece: announced, sent in chunks, and taken up again where they broke off.
//!
//! Knows bytes and sessions; what becomes of the content is the business of the method that was announced.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::header::{CONTENT_RANGE, LOCATION, RANGE};
use http::{HeaderName, HeaderValue, StatusCode};
use sandbox_world::Noted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::api::{self, Call, Done, Media, Received};
use super::contract::Found;
use super::refusal::{Refusal, json_response};
use super::{Google, drive};

/// Every chunk but the last is a multiple of this.
const UNIT: usize = 256 * 1024;

/// An upload that has been announced.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Session {
    verb: String,
    path: String,
    query: String,
    method: String,
    person: String,
    scopes: BTreeSet<String>,
    metadata: Value,
    media_type: String,
    /// How much is to come, as far as it was said.
    total: Option<usize>,
    #[serde(with = "drive::bytes_as_text")]
    received: Option<Bytes>,
    /// The answer, once everything is there: whoever has not heard it may ask again.
    answer: Option<Value>,
}

/// The session a request goes on with.
pub(crate) fn session(path: &str, received: &Received<'_>) -> Option<String> {
    if !path.starts_with("/upload/") && !path.starts_with("/resumable/") {
        return None;
    }
    let mut query = url::form_urlencoded::parse(received.query.as_bytes());
    query.find(|(name, _)| name == "upload_id").map(|(_, id)| id.into_owned())
}

/// Opens a session for a call that has been checked, and says where its content goes.
pub(crate) fn open(google: &Google, found: &Found<'_>, call: &Call, received: &Received<'_>) -> Response {
    let id = format!("ABPtcP{}", uuid::Uuid::new_v4().simple());
    let path = found.raw_path.clone();
    let header = |name: &str| received.headers.get(name).and_then(|value| value.to_str().ok());
    let media_type = header("x-upload-content-type").unwrap_or("application/octet-stream");
    let session = Session {
        verb: found.method.verb.clone(),
        path: path.clone(),
        query: received.query.to_owned(),
        method: call.method.clone(),
        person: call.person.clone(),
        scopes: call.scopes.clone(),
        metadata: call.body.clone(),
        media_type: media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
        total: header("x-upload-content-length").and_then(|length| length.parse().ok()),
        received: None,
        answer: None,
    };
    google.with(|state| state.uploads.insert(id.clone(), session));
    google.changes.ring();
    let mut response = StatusCode::OK.into_response();
    let place = format!("{}{path}?uploadType=resumable&upload_id={id}", call.origin);
    put(&mut response, LOCATION, &place);
    put(&mut response, HeaderName::from_static("x-guploader-uploadid"), &id);
    response
}

/// Takes the next chunk, says how much is there, or gives the upload up.
pub(crate) fn go_on(google: &Google, id: &str, verb: &str, received: &Received<'_>) -> Response {
    let noted = google.look_at(|state| {
        let known = state.uploads.get(id);
        known.map(|session| Noted { method: session.method.clone(), caller: Some(session.person.clone()) })
    });
    let mut response = match (verb, &noted) {
        (_, None) => told(StatusCode::NOT_FOUND, "Not Found"),
        ("PUT" | "POST", Some(_)) => taken(google, id, received),
        ("DELETE", Some(_)) => {
            google.with(|state| state.uploads.remove(id));
            let mut response = StatusCode::OK.into_response();
            // Google's own sign for an upload that its client has given up.
            if let Ok(status) = StatusCode::from_u16(499) {
                *response.status_mut() = status;
            }
            response
        }
        (_, Some(_)) => told(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed"),
    };
    if noted.is_some() {
        google.changes.ring();
    }
    response.extensions_mut().insert(noted.unwrap_or_default());
    response
}

fn taken(google: &Google, id: &str, received: &Received<'_>) -> Response {
    let header = received.headers.get(CONTENT_RANGE).map(|value| value.to_str().unwrap_or_default());
    let Some(piece) = Piece::read(header) else {
        return told(StatusCode::BAD_REQUEST, "Failed to parse Content-Range header.");
    };
    let step =
        google.with(|state| state.uploads.get_mut(id).map(|session| session.take(&piece, &received.body)));
    match step {
        None => told(StatusCode::NOT_FOUND, "Not Found"),
        Some(Err(words)) => told(StatusCode::BAD_REQUEST, &words),
        Some(Ok(Step::Answered(answer))) => json_response(200, &answer, super::refusal::Layout::Pretty),
        Some(Ok(Step::Waiting(stored))) => {
            let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
            if let Some(last) = stored.checked_sub(1) {
                put(&mut response, RANGE, &format!("bytes=0-{last}"));
            }
            response
        }
        Some(Ok(Step::Complete)) => finish(google, id, received).unwrap_or_else(Refusal::into_response),
    }
}

/// Everything is there: the announced call is made.
fn finish(google: &Google, id: &str, received: &Received<'_>) -> Result<Response, Refusal> {
    let missing = Refusal::not_found;
    // Out of the state while it is carried out, so that nobody carries it out twice.
    let mut session = google.with(|state| state.uploads.remove(id)).ok_or_else(missing)?;
    let found = google.contract.find(&session.verb, &session.path).ok().flatten().ok_or_else(missing)?;
    let media =
        Media { bytes: session.received.take().unwrap_or_default(), media_type: session.media_type.clone() };
    api::check_media(&found, &media)?;
    let call = Call {
        method: session.method.clone(),
        person: session.person.clone(),
        scopes: session.scopes.clone(),
        path: found.path.clone(),
        query: found.query(&session.query)?,
        body: session.metadata.clone(),
        media: Some(media),
        if_match: None,
        origin: received.origin(),
    };
    let answer = match api::carry_out(google, &found, &call)? {
        Done::Json { answer, .. } => answer,
        Done::Nothing | Done::Content { .. } => Value::Null,
    };
    session.answer = Some(answer.clone());
    google.with(|state| state.uploads.insert(id.to_owned(), session));
    Ok(json_response(200, &answer, api::layout(&call.query)))
}

/// What a request brings, by its `Content-Range`.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// All of it.
    Whole,
    /// Bytes from here to there, and how many there are in all if that is known.
    Part { first: usize, last: usize, total: Option<usize> },
    /// Nothing: the client asks how much is there.
    Question { total: Option<usize> },
}

impl Piece {
    fn read(header: Option<&str>) -> Option<Self> {
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
enum Step {
    /// So many bytes are stored.
    Waiting(usize),
    Complete,
    Answered(Value),
}

impl Session {
    fn take(&mut self, piece: &Piece, body: &Bytes) -> Result<Step, String> {
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

    fn append(&mut self, first: usize, last: usize, body: &Bytes) -> Result<Step, String> {
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
    fn agree(&mut self, total: Option<usize>) -> Result<(), String> {
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

/// The upload server speaks plain text.
fn told(status: StatusCode, words: &str) -> Response {
    let mut response = Response::new(Body::from(words.to_owned()));
    *response.status_mut() = status;
    put(&mut response, http::header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response
}

fn put(response: &mut Response, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}
