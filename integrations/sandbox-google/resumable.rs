//! Uploads that come piece by piece: announced, sent in chunks, and taken up again where they broke off.
//!
//! Knows bytes and sessions; what becomes of the content is the business of the method that was announced.

mod session;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::header::{CONTENT_RANGE, LOCATION, RANGE};
use http::{HeaderName, HeaderValue, StatusCode};
use sandbox_world::Noted;
use serde_json::Value;

pub(crate) use self::session::Session;
use super::Google;
use super::contract::Found;
use super::refusal::{Refusal, json_response};
use crate::call::{Call, Media};
use crate::methods::{self, Done};
use crate::received::{self, Received};
use crate::resumable::session::{Piece, Step};

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
    received::check_media(&found, &media)?;
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
    let answer = match methods::carry_out(google, &found, &call)? {
        Done::Json { answer, .. } => answer,
        Done::Nothing | Done::Content { .. } => Value::Null,
    };
    session.answer = Some(answer.clone());
    google.with(|state| state.uploads.insert(id.to_owned(), session));
    Ok(json_response(200, &answer, received::layout(&call.query)))
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
