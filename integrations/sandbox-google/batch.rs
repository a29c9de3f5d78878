//! `/batch` and `/batch/API/VERSION`: up to a hundred calls in one request, each answered and metered by itself.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue};
use sandbox_world::{
    Noted,
    multipart::{self, Piece},
};

use super::Google;
use super::api;
use super::refusal::Refusal;
use crate::received::Received;

/// More parts than this are refused.
const MOST: usize = 100;

/// Answers a batch.
pub(crate) async fn answer(State(google): State<Arc<Google>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let mut response = match axum::body::to_bytes(body, api::LARGEST_BODY).await {
        Ok(body) => {
            let batch =
                Batch { google: &google, path: parts.uri.path(), headers: &parts.headers, body: &body };
            batch.perform().await.unwrap_or_else(Refusal::into_response)
        }
        Err(_) => Refusal::too_large().into_response(),
    };
    response.extensions_mut().insert(Noted { method: "batch".to_owned(), caller: None });
    response
}

struct Batch<'a> {
    google: &'a Google,
    path: &'a str,
    headers: &'a HeaderMap,
    body: &'a Bytes,
}

impl Batch<'_> {
    async fn perform(&self) -> Result<Response, Refusal> {
        if !self.is_served() {
            return Ok(api::not_found());
        }
        let content_type =
            self.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let malformed =
            || Refusal::argument("Failed to parse batch request, error: No request boundary found.");
        let pieces = multipart::parts(content_type, self.body)
            .filter(|pieces| content_type.starts_with("multipart/mixed") && !pieces.is_empty())
            .ok_or_else(malformed)?;
        if pieces.len() > MOST {
            return Err(Refusal::argument(format!("The batch request has more than {MOST} calls.")));
        }
        let boundary = format!("batch_{}", uuid::Uuid::new_v4().simple());
        let mut out = String::new();
        for piece in &pieces {
            let (response, id) = (self.one(piece)?, piece.header("content-id"));
            let id = id.trim_start_matches('<').trim_end_matches('>');
            out += &part(&boundary, id, response).await;
        }
        let end = format!("--{boundary}--\r\n");
        let mut response = Response::new(Body::from(out + &end));
        let kind = HeaderValue::from_str(&format!("multipart/mixed; boundary={boundary}"))
            .map_err(|_| malformed())?;
        response.headers_mut().insert(CONTENT_TYPE, kind);
        Ok(response)
    }

    /// Whether there is an API of the name and version in the path; the bare path is for all of them.
    fn is_served(&self) -> bool {
        matches!(
            self.path,
            "/batch"
                | "/batch/gmail/v1"
                | "/batch/drive/v3"
                | "/batch/calendar/v3"
                | "/batch/docs/v1"
                | "/batch/sheets/v4"
        )
    }

    /// Performs one call; it brings its own token, or goes under the batch's. A batch is for one API only.
    fn one(&self, piece: &Piece<'_>) -> Result<Response, Refusal> {
        let malformed = || Refusal::argument("Failed to parse batch request, error: Malformed HTTP request.");
        let (head, content) = multipart::split_headers(piece.content).unwrap_or((piece.content, &[]));
        let head = std::str::from_utf8(head).map_err(|_| malformed())?;
        let (line, fields) = head.split_once('\n').unwrap_or((head, ""));
        let mut words = line.split_whitespace();
        let (Some(verb), Some(target)) = (words.next(), words.next()) else { return Err(malformed()) };
        let target: http::Uri = target.parse().map_err(|_| malformed())?;
        let api = self.path.split('/').nth(2);
        let found = self.google.contract.find(verb, target.path()).ok().flatten();
        if found.is_some_and(|found| api.is_some_and(|api| api != found.api.name)) {
            return Ok(api::not_found());
        }
        let mut headers = HeaderMap::new();
        for name in [AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH] {
            let own = HeaderValue::from_str(multipart::header(fields, name.as_str())).ok();
            let own = own.filter(|value| !value.is_empty());
            let inherited = self.headers.get(AUTHORIZATION).filter(|_| name == AUTHORIZATION).cloned();
            if let Some(value) = own.or(inherited) {
                headers.insert(name, value);
            }
        }
        let query = target.query().unwrap_or_default();
        let content = if content.is_empty() { Bytes::new() } else { self.body.slice_ref(content) };
        let received = Received { headers: &headers, query, body: content };
        Ok(api::perform(self.google, verb, target.path(), &received))
    }
}

async fn part(boundary: &str, id: &str, response: Response) -> String {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or("text/plain").to_owned();
    let etag = response.headers().get(ETAG).and_then(|value| value.to_str().ok());
    let etag = etag.map(|etag| format!("ETag: {etag}\r\n")).unwrap_or_default();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let (code, reason) = (status.as_u16(), status.canonical_reason().unwrap_or_default());
    format!(
        "--{boundary}\r\nContent-Type: application/http\r\nContent-ID: <response-{id}>\r\n\r\n\
         HTTP/1.1 {code} {reason}\r\n{etag}Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{text}\r\n",
        text.len(),
    )
}
