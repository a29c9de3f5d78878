//! `/token` and `/revoke`: codes and refresh tokens become access tokens, and grants end.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::HeaderMap;
use http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::grants::{Denied, Issued};
use super::{identity, noted};
use crate::google::Google;
use crate::google::refusal::{Layout, json_response};

/// The error body of the token endpoint.
#[derive(Debug)]
struct Fault {
    code: u16,
    error: &'static str,
    description: String,
}

/// `POST /token`.
pub(super) async fn exchange(State(google): State<Arc<Google>>, headers: HeaderMap, body: Bytes) -> Response {
    match perform(&google, &headers, &body) {
        Ok((person, answer)) => {
            let mut response = json_response(200, &answer, Layout::Pretty);
            response.headers_mut().insert(
                CACHE_CONTROL,
                http::HeaderValue::from_static("no-cache, no-store, max-age=0, must-revalidate"),
            );
            noted("oauth.token", Some(person), response)
        }
        Err(fault) => noted("oauth.token", None, fault.into_response()),
    }
}

/// `POST /revoke`, the token in the form or in the query.
pub(super) async fn revoke(
    State(google): State<Arc<Google>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let form = form(&body);
    let query = form_of(query.unwrap_or_default().as_bytes());
    let token = form.get("token").or_else(|| query.get("token"));
    let response = match token {
        None => fault(400, "invalid_request", "Missing required parameter: token").into_response(),
        Some(token) if google.with(|state| state.grants.revoke_token(token)) => {
            google.changes.ring();
            json_response(200, &json!({}), Layout::Pretty)
        }
        Some(_) => fault(400, "invalid_token", "Token expired or revoked").into_response(),
    };
    noted("oauth.revoke", None, response)
}

fn perform(google: &Google, headers: &HeaderMap, body: &Bytes) -> Result<(String, Value), Fault> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        return Err(fault(400, "invalid_request", "The request body must be form encoded."));
    }
    if let Some(name) = repeated(body) {
        let words = format!("OAuth 2 parameters can only have a single value: {name}");
        return Err(fault(400, "invalid_request", &words));
    }
    let form = form(body);
    authenticate(google, headers, &form)?;
    let needed = |name: &str| {
        form.get(name)
            .filter(|value| !value.is_empty())
            .ok_or_else(|| fault(400, "invalid_request", &format!("Missing required parameter: {name}")))
    };
    let now = Timestamp::now();
    let issued = match form.get("grant_type").map(String::as_str) {
        Some("authorization_code") => {
            let (code, redirect) = (needed("code")?, needed("redirect_uri")?);
            let verifier = form.get("code_verifier").map(String::as_str);
            google.with(|state| state.grants.exchange(code, redirect, verifier, now))
        }
        Some("refresh_token") => {
            let token = needed("refresh_token")?;
            let scope = form.get("scope").map(String::as_str);
            google.with(|state| state.grants.refresh(token, scope, now))
        }
        other => {
            let words = format!("Invalid grant_type: {}", other.unwrap_or_default());
            return Err(fault(400, "unsupported_grant_type", &words));
        }
    }
    .map_err(denied)?;
    google.changes.ring();
    let answer = reply(google, &issued, now)?;
    Ok((issued.person, answer))
}

fn reply(google: &Google, issued: &Issued, now: Timestamp) -> Result<Value, Fault> {
    let scope = issued.scopes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let mut answer = json!({
        "access_token": issued.access_token,
        "expires_in": 3599,
        "scope": scope,
        "token_type": "Bearer",
    });
    let Some(fields) = answer.as_object_mut() else { return Ok(answer) };
    if let Some(token) = &issued.refresh_token {
        fields.insert("refresh_token".to_owned(), token.clone().into());
    }
    if issued.scopes.contains("openid") {
        let token = identity::id_token(google, issued, now)
            .map_err(|_| fault(500, "internal_failure", "The ID token could not be signed."))?;
        fields.insert("id_token".to_owned(), token.into());
    }
    Ok(answer)
}

/// The client says who it is in the form or by HTTP Basic.
fn authenticate(google: &Google, headers: &HeaderMap, form: &BTreeMap<String, String>) -> Result<(), Fault> {
    let basic = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(basic);
    let (id, secret) = match basic {
        Some((id, secret)) => (Some(id), Some(secret)),
        None => (form.get("client_id").cloned(), form.get("client_secret").cloned()),
    };
    let id =
        id.ok_or_else(|| fault(400, "invalid_request", "Could not determine client ID from request."))?;
    let (known, expected) = google.client(|client| (client.id == id, client.secret.clone()));
    if !known {
        return Err(fault(401, "invalid_client", "The OAuth client was not found."));
    }
    match secret {
        None => Err(fault(400, "invalid_request", "client_secret is missing.")),
        Some(secret) if secret != expected => {
            Err(fault(401, "invalid_client", "The provided client secret is invalid."))
        }
        Some(_) => Ok(()),
    }
}

fn basic(header: &str) -> Option<(String, String)> {
    let encoded = header.strip_prefix("Basic ")?;
    let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = text.split_once(':')?;
    // RFC 6749 2.3.1: both halves are form encoded before they are joined.
    let plain = |half: &str| {
        url::form_urlencoded::parse(format!("x={half}").as_bytes())
            .next()
            .map(|(_, value)| value.into_owned())
    };
    Some((plain(id)?, plain(secret)?))
}

fn denied(denied: Denied) -> Fault {
    match denied {
        Denied::MalformedCode => fault(400, "invalid_grant", "Malformed auth code."),
        Denied::DeadCode | Denied::UnknownRefreshToken => fault(400, "invalid_grant", "Bad Request"),
        Denied::OtherRedirect => fault(400, "redirect_uri_mismatch", "Bad Request"),
        Denied::MissingVerifier => fault(400, "invalid_grant", "Missing code verifier."),
        Denied::WrongVerifier => fault(400, "invalid_grant", "Invalid code verifier."),
        Denied::DeadRefreshToken => fault(400, "invalid_grant", "Token has been expired or revoked."),
        Denied::WiderScope => fault(400, "invalid_scope", "Some requested scopes were invalid."),
    }
}

fn fault(code: u16, error: &'static str, description: &str) -> Fault {
    Fault { code, error, description: description.to_owned() }
}

impl axum::response::IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.error, "error_description": self.description });
        json_response(self.code, &body, Layout::Pretty)
    }
}

fn form(body: &Bytes) -> BTreeMap<String, String> {
    form_of(body)
}

fn form_of(text: &[u8]) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(text).into_owned().collect()
}

fn repeated(body: &Bytes) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    url::form_urlencoded::parse(body)
        .into_owned()
        .map(|(name, _)| name)
        .find(|name| !seen.insert(name.clone()))
}
