//! The road of a request to one of the five APIs: route, token, scope, query, body, method, `fields`.
//!
//! Every stage refuses as Google does; only a request that passed them all reaches a method.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, IF_MATCH, RANGE};
use http::{HeaderMap, StatusCode};
use sandbox_world::Noted;
use serde_json::Value;

use super::contract::{Entrance, Found, Query};
use super::refusal::{Refusal, json_response};
use super::{Google, drive, range, resumable, upload, version};
use crate::call::{Call, Media};
use crate::methods::{Done, carry_out, check};
use crate::received::{Received, bearer, check_media, layout};

/// The largest body any method takes: Gmail's declared maximum, with room for the multipart frame.
pub(crate) const LARGEST_BODY: usize = 37 * 1024 * 1024;

/// Answers a request to any path of the five APIs.
pub(crate) async fn answer(State(google): State<Arc<Google>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, LARGEST_BODY).await else {
        let mut response = Refusal::too_large().into_response();
        response.extensions_mut().insert(Noted { method: "unknown".to_owned(), caller: None });
        return response;
    };
    let path = parts.uri.path();
    let query = parts.uri.query().unwrap_or_default();
    // Clients send a query that is too long for an address as the form of a POST, and say what they meant.
    if let Some(verb) = parts.headers.get("x-http-method-override").and_then(|value| value.to_str().ok())
        && is_form(&parts.headers)
    {
        let query = format!("{query}&{}", String::from_utf8_lossy(&body));
        let received =
            Received { headers: &parts.headers, query: query.trim_matches('&'), body: Bytes::new() };
        return perform(&google, verb, path, &received);
    }
    perform(&google, parts.method.as_str(), path, &Received { headers: &parts.headers, query, body })
}

/// Finds the method and calls it.
pub(crate) fn perform(google: &Google, verb: &str, path: &str, received: &Received<'_>) -> Response {
    if let Some(session) = resumable::session(path, received) {
        return resumable::go_on(google, &session, verb, received);
    }
    let found = match google.contract.find(verb, path) {
        Ok(Some(found)) => found,
        Ok(None) => return not_found(),
        Err(_) => {
            return page(StatusCode::BAD_REQUEST, "Your client has issued a malformed or illegal request.");
        }
    };
    let mut noted = Noted { method: found.method.id.clone(), caller: None };
    let mut response =
        checked(google, &found, received, &mut noted).unwrap_or_else(IntoResponse::into_response);
    response.extensions_mut().insert(noted);
    response
}

fn checked(
    google: &Google,
    found: &Found<'_>,
    received: &Received<'_>,
    noted: &mut Noted,
) -> Result<Response, Refusal> {
    let token = bearer(received)?;
    let (person, scopes) = google
        .bearer(&token)
        .map(|bearer| (bearer.person, bearer.scopes))
        .ok_or_else(Refusal::bad_credentials)?;
    noted.caller = Some(person.clone());
    let scopes: BTreeSet<String> =
        found.method.scopes.iter().filter(|scope| scopes.contains(*scope)).cloned().collect();
    if scopes.is_empty() {
        return Err(Refusal::scopes(&found.api.service(), &found.method.id, &found.method.scopes));
    }
    let query = found.query(received.query)?;
    match query.one("alt") {
        None | Some("json") => {}
        Some("media") if found.method.supports_media_download => {}
        Some(_) => return Err(Refusal::argument("Request contains an invalid argument.")),
    }
    let mut arrived = content(found, received, &query)?;
    found.flatten(&mut arrived.body);
    found.body(&arrived.body)?;
    google.with(|state| state.meter.charge(&person, &found.method.id, state.clock.now()))?;
    let call = Call {
        method: found.method.id.clone(),
        person,
        scopes,
        path: found.path.clone(),
        query,
        body: arrived.body,
        media: arrived.media,
        if_match: received.headers.get(IF_MATCH).and_then(|value| value.to_str().ok()).map(str::to_owned),
        origin: received.origin(),
    };
    if arrived.announced {
        check(google, found, &call)?;
        drive::announce(google, &call)?;
        return Ok(resumable::open(google, found, &call, received));
    }
    match carry_out(google, found, &call)? {
        Done::Nothing => Ok(StatusCode::NO_CONTENT.into_response()),
        Done::Json { answer, etag } => {
            let response = json_response(200, &answer, layout(&call.query));
            Ok(match etag {
                Some(etag) => version::conditional(&found.method.verb, received.headers, &etag, response),
                None => response,
            })
        }
        Done::Content { media_type, bytes } => {
            let wanted = received.headers.get(RANGE).filter(|_| call.query.one("alt") == Some("media"));
            Ok(range::response(&media_type, bytes, wanted.and_then(|wanted| wanted.to_str().ok())))
        }
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/x-www-form-urlencoded")
}

/// What a request brought with it.
struct Arrived {
    body: Value,
    media: Option<Media>,
    /// The media is still to come, piece by piece.
    announced: bool,
}

/// The JSON of a request, and its media if it came by an upload path.
fn content(found: &Found<'_>, received: &Received<'_>, query: &Query) -> Result<Arrived, Refusal> {
    let content_type =
        received.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let announced = found.entrance == Entrance::Resumable
        || (found.entrance == Entrance::Upload && query.one("uploadType") == Some("resumable"));
    if found.entrance == Entrance::Plain || announced {
        return Ok(Arrived { body: json(content_type, &received.body)?, media: None, announced });
    }
    let upload = upload::read(query.one("uploadType"), content_type, &received.body)?;
    let media = Media { bytes: upload.media, media_type: upload.media_type };
    check_media(found, &media)?;
    Ok(Arrived { body: upload.metadata, media: Some(media), announced })
}

fn json(content_type: &str, body: &Bytes) -> Result<Value, Refusal> {
    if body.is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" {
        return Err(Refusal::field(
            "",
            format!("Invalid content type: {content_type}. The body must be application/json."),
        ));
    }
    serde_json::from_slice(body)
        .map_err(|error| Refusal::field("", format!("Invalid JSON payload received. {error}")))
}

/// A path that leads to no method.
pub(crate) fn not_found() -> Response {
    page(StatusCode::NOT_FOUND, "The requested URL was not found on this server.")
}

/// What Google's front end answers before any API is reached.
fn page(status: StatusCode, sentence: &str) -> Response {
    let code = status.as_u16();
    let reason = status.canonical_reason().unwrap_or_default();
    let text = format!(
        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Error {code} ({reason})!!1</title>\n\
         <p><b>{code}.</b> <ins>That’s an error.</ins>\n<p>{sentence} <ins>That’s all we know.</ins>\n"
    );
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static("text/html; charset=UTF-8"));
    response.extensions_mut().insert(Noted { method: "unknown".to_owned(), caller: None });
    response
}
