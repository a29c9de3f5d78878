//! Who a token belongs to: `userinfo`, `tokeninfo`, ID tokens and the key that signs them.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::HeaderMap;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::grants::Duration;
use super::scopes;
use super::signing::{NoKey, SigningKey};
use super::tokens::{Bearer, Issued};
use crate::Google;
use crate::oauth::request_log::noted;
use crate::refusal::{Layout, json_response};

/// `userinfo`: the claims the token's scopes allow.
pub(super) async fn user_info(
    State(google): State<Arc<Google>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header
        .and_then(|header| header.strip_prefix("Bearer "))
        .map(str::to_owned)
        .or_else(|| parameter(query.unwrap_or_default().as_bytes(), "access_token"));
    let bearer = token.and_then(|token| google.bearer(&token));
    let Some(bearer) = bearer.filter(|bearer| scopes::tells_anything(&bearer.scopes)) else {
        let body = json!({ "error": "invalid_request", "error_description": "Invalid Credentials" });
        let mut response = json_response(401, &body, Layout::Pretty);
        response.headers_mut().insert(
            WWW_AUTHENTICATE,
            http::HeaderValue::from_static(
                "Bearer realm=\"https://accounts.google.com/\", error=invalid_token",
            ),
        );
        return noted("oauth.userinfo", None, response);
    };
    let claims = Value::Object(claims(&google, &bearer.person, &bearer.scopes));
    noted("oauth.userinfo", Some(bearer.person), json_response(200, &claims, Layout::Pretty))
}

/// `tokeninfo`: what a live access token is good for.
pub(super) async fn token_info(
    State(google): State<Arc<Google>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let token = parameter(query.unwrap_or_default().as_bytes(), "access_token")
        .or_else(|| parameter(&body, "access_token"));
    let Some(bearer) = token.and_then(|token| google.bearer(&token)) else {
        let body = json!({ "error": "invalid_token", "error_description": "Invalid Value" });
        return noted("oauth.tokeninfo", None, json_response(400, &body, Layout::Pretty));
    };
    let answer = describe(&google, &bearer);
    noted("oauth.tokeninfo", Some(bearer.person), json_response(200, &answer, Layout::Pretty))
}

/// The public keys of the ID tokens.
pub(super) async fn certificates() -> Response {
    let response = match SigningKey::of_this_process() {
        Ok(key) => json_response(200, &key.public(), Layout::Pretty),
        Err(no_key) => (http::StatusCode::INTERNAL_SERVER_ERROR, no_key.to_string()).into_response(),
    };
    noted("oauth.certs", None, response)
}

/// The ID token of a token reply.
pub(super) fn id_token(google: &Google, issued: &Issued, now: Timestamp) -> Result<String, NoKey> {
    let client = &issued.grant.client;
    let mut claims = claims(google, &issued.grant.person, &issued.grant.scopes);
    claims.insert("iss".to_owned(), "https://accounts.google.com".into());
    claims.insert("azp".to_owned(), client.clone().into());
    claims.insert("aud".to_owned(), client.clone().into());
    claims.insert("iat".to_owned(), now.as_second().into());
    claims.insert("exp".to_owned(), (now.as_second() + 3600).into());
    if let Some(nonce) = &issued.nonce {
        claims.insert("nonce".to_owned(), nonce.clone().into());
    }
    SigningKey::of_this_process()?.sign(&Value::Object(claims))
}

fn claims(google: &Google, person: &str, granted: &BTreeSet<String>) -> Map<String, Value> {
    let mut claims = Map::new();
    let Some(account) = google.account(person) else { return claims };
    claims.insert("sub".to_owned(), account.subject().into());
    if scopes::tells_name(granted) {
        claims.insert("name".to_owned(), account.name.clone().into());
        let (given, family) = account.name.split_once(' ').unwrap_or((&account.name, ""));
        claims.insert("given_name".to_owned(), given.into());
        claims.insert("family_name".to_owned(), family.into());
    }
    if scopes::tells_address(granted) {
        claims.insert("email".to_owned(), account.address.clone().into());
        claims.insert("email_verified".to_owned(), true.into());
        // Only accounts of the company's own domain are managed by it.
        if account.address.rsplit_once('@').is_some_and(|(_, domain)| domain == google.domain) {
            claims.insert("hd".to_owned(), google.domain.clone().into());
        }
    }
    claims
}

fn describe(google: &Google, bearer: &Bearer) -> Value {
    let client = &bearer.client;
    let expires = google.now().as_second() + bearer.seconds_left;
    let mut answer = json!({
        "azp": client, "aud": client,
        "scope": bearer.scopes.iter().map(String::as_str).collect::<Vec<_>>().join(" "),
        "exp": expires.to_string(),
        "expires_in": bearer.seconds_left.to_string(),
        "access_type": match bearer.duration { Duration::Online => "online", Duration::Offline => "offline" },
    });
    if let (Some(fields), Some(account)) = (answer.as_object_mut(), google.account(&bearer.person)) {
        fields.insert("sub".to_owned(), account.subject().into());
        if scopes::tells_address(&bearer.scopes) {
            fields.insert("email".to_owned(), account.address.clone().into());
            fields.insert("email_verified".to_owned(), "true".into());
        }
    }
    answer
}

fn parameter(text: &[u8], name: &str) -> Option<String> {
    url::form_urlencoded::parse(text).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}
