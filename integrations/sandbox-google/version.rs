//! `ETag` and `If-None-Match`: an answer that the caller has already is 304 without a body.
//!
//! Calendar alone has versions of its answers; `If-Match` is checked by the methods that write.

use axum::response::{IntoResponse as _, Response};
use http::header::{ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::Value;

use super::contract::Found;

/// The version of an answer, read before a `fields` mask can take it away.
pub(super) fn of(found: &Found<'_>, answer: &Value) -> Option<String> {
    let etag = answer.get("etag").filter(|_| found.api.name == "calendar")?;
    etag.as_str().map(str::to_owned)
}

/// The response with its version, or 304 where a reader has that version.
pub(super) fn conditional(verb: &str, headers: &HeaderMap, etag: &str, response: Response) -> Response {
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
    let is_known = known.split(',').map(|one| one.trim().trim_start_matches("W/"));
    let is_known = is_known.into_iter().any(|one| one == "*" || one == etag);
    let mut response =
        if verb == "GET" && is_known { StatusCode::NOT_MODIFIED.into_response() } else { response };
    if let Ok(value) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(ETAG, value);
    }
    response
}
