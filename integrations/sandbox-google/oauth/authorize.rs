//! `/o/oauth2/v2/auth`: checks an authorization request, shows the consent page, sends the browser back.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use bytes::Bytes;
use http::StatusCode;

use super::clients::ClientKind;
use super::form::Form;
use super::grants::{Ask, Challenge, Duration, Merge, Prompt};
use super::{consent, scopes};
use crate::Google;
use crate::oauth::consent::Blocked;
use crate::oauth::request_log::noted;

/// `GET /o/oauth2/v2/auth`.
pub(super) async fn ask(State(google): State<Arc<Google>>, RawQuery(query): RawQuery) -> Response {
    begin(&google, query.unwrap_or_default().as_bytes())
}

/// The same by `POST`, which Google takes too.
pub(super) async fn ask_by_form(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    begin(&google, &body)
}

/// The person has pressed Allow or Cancel.
pub(super) async fn decide(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    let form = Form::read(&body);
    let Some(ask) = google.with(|state| state.grants.close(form.field("ticket"))) else {
        let words = "This page has already been used. Go back to the app and start again.";
        return error_page(&blocked(400, "invalid_request", words));
    };
    let person = google.account(form.field("account")).map(|account| account.handle.clone());
    let (Some(person), "allow") = (person, form.field("decision")) else {
        return back(&ask, "error", "access_denied");
    };
    let granted = consent::granted(&ask.scopes, &form.scopes);
    let reply = ask.clone();
    let listed = granted.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let now = google.now();
    let code = google.with(|state| state.grants.consent(ask, &person, &granted, now));
    google.changes.ring();
    let response = back_with(&reply, &[("code", &code), ("scope", &listed), ("authuser", "0")]);
    noted("oauth.consent", Some(person), response)
}

fn begin(google: &Google, parameters: &[u8]) -> Response {
    match check(google, parameters) {
        Err(blocked) => error_page(&blocked),
        Ok(Checked::Silent(ask)) => back(&ask, "error", "interaction_required"),
        Ok(Checked::Ask(ask)) => {
            let shown = ask.clone();
            let ticket = google.with(|state| state.grants.open(ask));
            let client = google.client(|client| client.name.clone());
            let page = consent::page(&consent::View {
                client: &client,
                action: "/o/oauth2/v2/auth/decision",
                ticket: ("ticket", &ticket),
                scopes: &shown.scopes,
                hint: shown.login_hint.as_deref(),
                accounts: &google.accounts,
                domain: &google.domain,
            });
            noted("oauth.authorize", None, page.into_response())
        }
    }
}

enum Checked {
    Ask(Ask),
    /// `prompt=none`: there is never a browser session to answer from.
    Silent(Ask),
}

fn check(google: &Google, parameters: &[u8]) -> Result<Checked, Blocked> {
    let mut given = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(parameters).into_owned() {
        if let Some(name) = given.insert(name.clone(), value).map(|_| name) {
            let words = format!("OAuth 2 parameters can only have a single value: {name}");
            return Err(blocked(400, "invalid_request", &words));
        }
    }
    let get = |name: &str| given.get(name).filter(|value| !value.is_empty()).map(String::as_str);
    let need = |name: &str| {
        get(name)
            .ok_or_else(|| blocked(400, "invalid_request", &format!("Missing required parameter: {name}")))
    };
    let client = google
        .registered(need("client_id")?)
        .ok_or_else(|| blocked(401, "invalid_client", "The OAuth client was not found."))?;
    if client.kind == ClientKind::LimitedInput {
        let words = "A client of the type TVs and Limited Input devices cannot use this flow.";
        return Err(blocked(400, "invalid_request", words));
    }
    let redirect_uri = need("redirect_uri")?;
    if !client.may_return_to(redirect_uri) {
        let words = format!(
            "The redirect URI in the request, {redirect_uri}, does not match the ones authorized for the OAuth client."
        );
        return Err(blocked(400, "redirect_uri_mismatch", &words));
    }
    match get("response_type") {
        None => return Err(blocked(400, "invalid_request", "Required parameter is missing: response_type")),
        Some("code") => {}
        Some(other) => {
            let words = format!("Invalid response_type: {other}");
            return Err(blocked(400, "unsupported_response_type", &words));
        }
    }
    let scopes = checked_scopes(google, need("scope")?)?;
    let ask = Ask {
        client: client.id,
        redirect_uri: redirect_uri.to_owned(),
        scopes,
        state: get("state").map(str::to_owned),
        challenge: challenge(get("code_challenge"), get("code_challenge_method"))?,
        duration: match get("access_type") {
            None | Some("online") => Duration::Online,
            Some("offline") => Duration::Offline,
            Some(other) => return Err(invalid("access_type", other)),
        },
        prompt: prompt(get("prompt"))?,
        merge: match get("include_granted_scopes") {
            None | Some("false") => Merge::Alone,
            Some("true") => Merge::WithGranted,
            Some(other) => return Err(invalid("include_granted_scopes", other)),
        },
        login_hint: get("login_hint").map(str::to_owned),
        nonce: get("nonce").map(str::to_owned),
    };
    if get("prompt") == Some("none") { Ok(Checked::Silent(ask)) } else { Ok(Checked::Ask(ask)) }
}

fn checked_scopes(google: &Google, text: &str) -> Result<Vec<String>, Blocked> {
    let known = google.contract.scopes();
    let (valid, wrong): (Vec<String>, Vec<String>) = scopes::split(text)
        .into_iter()
        .partition(|scope| scopes::is_sign_in(scope) || known.contains(scope.as_str()));
    if !wrong.is_empty() {
        let words = format!("Some requested scopes were invalid. {{valid={valid:?}, invalid={wrong:?}}}");
        return Err(blocked(400, "invalid_scope", &words));
    }
    Ok(valid)
}

fn challenge(text: Option<&str>, method: Option<&str>) -> Result<Option<Challenge>, Blocked> {
    let well_formed = |text: &str| {
        (43..=128).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
    };
    match (text, method) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(blocked(400, "invalid_request", "Missing required parameter: code_challenge")),
        (Some(text), _) if !well_formed(text) => {
            let words = "code_challenge should be a base64url-encoded string of 43 to 128 characters.";
            Err(blocked(400, "invalid_request", words))
        }
        (Some(text), Some("S256")) => Ok(Some(Challenge::Sha256(text.to_owned()))),
        (Some(text), None | Some("plain")) => Ok(Some(Challenge::Plain(text.to_owned()))),
        (Some(_), Some(other)) => Err(invalid("code_challenge_method", other)),
    }
}

fn prompt(text: Option<&str>) -> Result<Prompt, Blocked> {
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    if let Some(other) = words.iter().find(|word| !matches!(**word, "none" | "consent" | "select_account")) {
        return Err(invalid("prompt", other));
    }
    Ok(if words.contains(&"consent") { Prompt::Consent } else { Prompt::Unstated })
}

fn back(ask: &Ask, name: &str, value: &str) -> Response {
    noted("oauth.consent", None, back_with(ask, &[(name, value)]))
}

fn back_with(ask: &Ask, answer: &[(&str, &str)]) -> Response {
    let Ok(mut url) = url::Url::parse(&ask.redirect_uri) else {
        return error_page(&invalid("redirect_uri", &ask.redirect_uri));
    };
    {
        let mut pairs = url.query_pairs_mut();
        if let Some(state) = &ask.state {
            pairs.append_pair("state", state);
        }
        pairs.extend_pairs(answer);
    }
    Redirect::to(url.as_str()).into_response()
}

fn error_page(blocked: &Blocked) -> Response {
    let status = StatusCode::from_u16(blocked.code).unwrap_or(StatusCode::BAD_REQUEST);
    noted("oauth.authorize", None, (status, consent::error(blocked)).into_response())
}

fn invalid(parameter: &str, value: &str) -> Blocked {
    blocked(400, "invalid_request", &format!("Invalid parameter value for {parameter}: {value}"))
}

fn blocked(code: u16, error: &'static str, words: &str) -> Blocked {
    Blocked { code, error, words: words.to_owned() }
}
