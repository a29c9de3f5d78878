//! The road of a request to one of the five APIs: route, token, scope, query, body, method, `fields`.
//!
//! Every stage refuses as Google does; only a request that passed them all reaches a method.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, IF_MATCH, RANGE};
use http::{HeaderMap, StatusCode};
use sandbox_world::Noted;
use serde_json::Value;

use super::contract::{Entrance, Found, Query};
use super::fields::Mask;
use super::refusal::{Layout, Refusal, json_response};
use super::{Google, calendar, docs, drive, gmail, range, resumable, sheets, upload, version};

/// The largest body any method takes: Gmail's declared maximum, with room for the multipart frame.
pub(crate) const LARGEST_BODY: usize = 37 * 1024 * 1024;

/// A checked request, ready for its method.
#[derive(Debug)]
pub(crate) struct Call {
    /// e.g. `gmail.users.messages.get`.
    pub(crate) method: String,
    /// The handle of the person whose token was used.
    pub(crate) person: String,
    /// Those of the token's scopes that open this method.
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) path: BTreeMap<String, String>,
    pub(crate) query: Query,
    pub(crate) body: Value,
    /// What came by an upload path.
    pub(crate) media: Option<Media>,
    /// The value of `If-Match`.
    pub(crate) if_match: Option<String>,
    /// Where the caller reached this server, e.g. `http://127.0.0.1:8400`.
    pub(crate) origin: String,
}

/// Content that came by an upload path, and what it says it is.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    pub(crate) bytes: Bytes,
    pub(crate) media_type: String,
}

/// What a method answers.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Json(Value),
    /// The content itself, for `alt=media` and exports.
    Content {
        media_type: String,
        bytes: Bytes,
    },
}

impl Call {
    /// A text of the body, by JSON pointer; an empty one is none, as in Google's own messages.
    pub(crate) fn text(&self, pointer: &str) -> Option<&str> {
        self.body.pointer(pointer).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// A list of texts of the body, by JSON pointer.
    pub(crate) fn texts(&self, pointer: &str) -> Vec<String> {
        let given = self.body.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
        given.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A path variable; every route that names one has it.
    pub(crate) fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }
}

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

/// A request as it came over the wire.
pub(crate) struct Received<'a> {
    pub(crate) headers: &'a HeaderMap,
    pub(crate) query: &'a str,
    pub(crate) body: Bytes,
}

impl Received<'_> {
    /// Where the request was sent to.
    pub(crate) fn origin(&self) -> String {
        let host = self.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
        format!("http://{host}")
    }
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

/// What came of a call.
pub(crate) enum Done {
    Nothing,
    /// The answer, with the fields the caller wants.
    Json {
        answer: Value,
        etag: Option<String>,
    },
    Content {
        media_type: String,
        bytes: Bytes,
    },
}

/// Calls the method.
pub(crate) fn carry_out(google: &Google, found: &Found<'_>, call: &Call) -> Result<Done, Refusal> {
    let mask = check(google, found, call)?;
    let answer = match method_of(found)(google, call)? {
        Answer::Json(answer) => answer,
        Answer::Content { media_type, bytes } => return Ok(Done::Content { media_type, bytes }),
    };
    if found.method.response.is_none() {
        return Ok(Done::Nothing);
    }
    let etag = version::of(found, &answer);
    let answer = match mask {
        Some(mask) => mask.apply(answer),
        None => answer,
    };
    Ok(Done::Json { answer, etag })
}

/// The last checks before a method is called.
fn check(google: &Google, found: &Found<'_>, call: &Call) -> Result<Option<Mask>, Refusal> {
    let schema = found.method.response.as_ref().and_then(|answer| found.api.schemas.get(&answer.name));
    let mask = call.query.one("fields").map(|text| Mask::read(text, found.api, schema)).transpose()?;
    if google.look_at(|state| state.disabled.contains(&found.api.name)) {
        return Err(Refusal::disabled(found.api.title(), &found.api.service()));
    }
    Ok(mask)
}

/// How the caller wants the answer laid out.
pub(crate) fn layout(query: &Query) -> Layout {
    if query.one("prettyPrint") == Some("false") { Layout::Compact } else { Layout::Pretty }
}

/// Which API performs it.
fn method_of(found: &Found<'_>) -> fn(&Google, &Call) -> Result<Answer, Refusal> {
    match found.api.name.as_str() {
        "gmail" => gmail::perform,
        "drive" => drive::perform,
        "docs" => docs::perform,
        "sheets" => sheets::perform,
        "calendar" => calendar::perform,
        _ => |_, call| Err(Refusal::not_implemented(&call.method)),
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/x-www-form-urlencoded")
}

/// The token, from the header or the query.
pub(crate) fn bearer(received: &Received<'_>) -> Result<String, Refusal> {
    if let Some(header) = received.headers.get(AUTHORIZATION) {
        let header = header.to_str().map_err(|_| Refusal::bad_credentials())?;
        let (kind, token) = header.split_once(' ').ok_or_else(Refusal::bad_credentials)?;
        return if kind.eq_ignore_ascii_case("bearer") {
            Ok(token.trim().to_owned())
        } else {
            Err(Refusal::bad_credentials())
        };
    }
    url::form_urlencoded::parse(received.query.as_bytes())
        .find(|(name, _)| matches!(name.as_ref(), "access_token" | "oauth_token"))
        .map(|(_, value)| value.into_owned())
        .ok_or_else(Refusal::no_credentials)
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

/// Refuses media that the method does not take, or more than it takes.
pub(crate) fn check_media(found: &Found<'_>, media: &Media) -> Result<(), Refusal> {
    let Some(declared) = &found.method.media_upload else { return Ok(()) };
    let accepted = declared.accept.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some("*/") => true,
        Some(prefix) => media.media_type.starts_with(prefix),
        None => *pattern == media.media_type,
    });
    if !accepted && !declared.accept.is_empty() {
        return Err(Refusal::argument(format!(
            "Media type '{}' is not supported. Valid media types: [{}]",
            media.media_type,
            declared.accept.join(", ")
        )));
    }
    let largest = declared.max_size.as_ref().and_then(|size| size.parse::<usize>().ok());
    if largest.is_some_and(|largest| media.bytes.len() > largest) {
        return Err(Refusal::too_large());
    }
    Ok(())
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
