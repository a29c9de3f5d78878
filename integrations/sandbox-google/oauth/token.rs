//! `/token` and `/revoke`: codes, refresh tokens and assertions become access tokens, and grants end.

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

use super::fault::Fault;
use super::form::Form;
use super::grants::Presented;
use super::tokens::Issued;
use super::{assertion, identity};
use crate::Google;
use crate::oauth::request_log::noted;
use crate::refusal::{Layout, json_response};

const DEVICE_CODE: &str = "urn:ietf:params:oauth:grant-type:device_code";
const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

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
    let (form, query) = (Form::read(&body), Form::read(query.unwrap_or_default().as_bytes()));
    let response = match form.get("token").or_else(|| query.get("token")) {
        None => Fault::missing("token").into_response(),
        Some(token) if google.with(|state| state.grants.revoke_token(token)) => {
            google.changes.ring();
            json_response(200, &json!({}), Layout::Pretty)
        }
        Some(_) => Fault::new(400, "invalid_token", "Token expired or revoked").into_response(),
    };
    noted("oauth.revoke", None, response)
}

fn perform(google: &Google, headers: &HeaderMap, body: &Bytes) -> Result<(String, Value), Fault> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        return Err(Fault::new(400, "invalid_request", "The request body must be form encoded."));
    }
    if let Some(name) = repeated(body) {
        let words = format!("OAuth 2 parameters can only have a single value: {name}");
        return Err(Fault::new(400, "invalid_request", words));
    }
    let (form, now) = (Form::read(body), google.now());
    // The signed assertion says who is asking; there is no client to name.
    let issued = if form.field("grant_type") == JWT_BEARER {
        assertion::grant(google, form.needed("assertion")?, now)?
    } else {
        let client = authenticate(google, headers, &form)?;
        grant(google, &client, &form, now)?
    };
    google.changes.ring();
    let answer = reply(google, &issued, now)?;
    Ok((issued.grant.person, answer))
}

fn grant(google: &Google, client: &str, form: &Form, now: Timestamp) -> Result<Issued, Fault> {
    match form.field("grant_type") {
        "authorization_code" => {
            let (code, redirect_uri) = (form.needed("code")?, form.needed("redirect_uri")?);
            let given = Presented { client, code, redirect_uri, verifier: form.get("code_verifier") };
            Ok(google.with(|state| state.grants.exchange(&given, now))?)
        }
        "refresh_token" => {
            let (token, scope) = (form.needed("refresh_token")?, form.scope());
            Ok(google.with(|state| state.grants.tokens.refresh(client, token, scope.as_deref(), now))?)
        }
        DEVICE_CODE => {
            let code = form.needed("device_code")?;
            Ok(google.with(|state| state.grants.exchange_device(client, code, now))?)
        }
        other => Err(Fault::new(400, "unsupported_grant_type", format!("Invalid grant_type: {other}"))),
    }
}

fn reply(google: &Google, issued: &Issued, now: Timestamp) -> Result<Value, Fault> {
    let scopes = &issued.grant.scopes;
    let scope = scopes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
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
    if scopes.contains("openid") {
        let token = identity::id_token(google, issued, now)
            .map_err(|_| Fault::new(500, "internal_failure", "The ID token could not be signed."))?;
        fields.insert("id_token".to_owned(), token.into());
    }
    Ok(answer)
}

/// The client says who it is in the form or by HTTP Basic; its id, once it is believed.
fn authenticate(google: &Google, headers: &HeaderMap, form: &Form) -> Result<String, Fault> {
    let basic = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(basic);
    let (id, secret) = match basic {
        Some((id, secret)) => (Some(id), Some(secret)),
        None => (form.get("client_id").map(str::to_owned), form.get("client_secret").map(str::to_owned)),
    };
    let unnamed = || Fault::new(400, "invalid_request", "Could not determine client ID from request.");
    let client = google.registered(&id.ok_or_else(unnamed)?).ok_or_else(Fault::unknown_client)?;
    match secret {
        None => Err(Fault::new(400, "invalid_request", "client_secret is missing.")),
        Some(secret) if secret != client.secret => {
            Err(Fault::new(401, "invalid_client", "The provided client secret is invalid."))
        }
        Some(_) => Ok(client.id),
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

fn repeated(body: &Bytes) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    url::form_urlencoded::parse(body)
        .into_owned()
        .map(|(name, _)| name)
        .find(|name| !seen.insert(name.clone()))
}
