//! The device flow: `/device/code` for the device, and the page where a person types the code and decides.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use serde_json::json;

use super::clients::ClientKind;
use super::devices::Answer;
use super::fault::Fault;
use super::form::Form;
use super::{consent, scopes};
use crate::Google;
use crate::oauth::request_log::noted;
use crate::refusal::{Layout, json_response};

/// `POST /device/code`.
pub(super) async fn start(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    let response = begin(&google, &body).unwrap_or_else(Fault::into_response);
    noted("oauth.device_code", None, response)
}

/// `GET /device`: where the device sends people.
pub(super) async fn enter() -> Response {
    noted("oauth.device", None, consent::code_entry(None).into_response())
}

/// `POST /device`: the code was typed; who it is and what is asked for comes next.
pub(super) async fn show(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    let form = Form::read(&body);
    let code = form.field("user_code");
    let now = google.now();
    let response = match google.look_at(|state| state.grants.devices.asked(code, now)) {
        Some(scopes) => consent::page(&consent::View {
            client: &google.client(|client| client.name.clone()),
            action: "/device/decision",
            ticket: ("user_code", code),
            scopes: &scopes,
            hint: None,
            accounts: &google.accounts,
            domain: &google.domain,
        }),
        None => consent::code_entry(Some(code)),
    };
    noted("oauth.device", None, response.into_response())
}

/// `POST /device/decision`: the person has pressed Allow or Cancel.
pub(super) async fn decide(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    let form = Form::read(&body);
    let (code, now) = (form.field("user_code"), google.now());
    let person = google.account(form.field("account")).map(|account| account.handle.clone());
    let asked = google.look_at(|state| state.grants.devices.asked(code, now)).unwrap_or_default();
    let answer = match (&person, form.field("decision")) {
        (Some(person), "allow") => {
            Answer::Allowed { person: person.clone(), scopes: consent::granted(&asked, &form.scopes) }
        }
        _ => Answer::Denied,
    };
    let allowed = matches!(answer, Answer::Allowed { .. });
    let known = google.with(|state| state.grants.answer_device(code, answer, now));
    google.changes.ring();
    let page = match (known, allowed) {
        (false, _) => consent::code_entry(Some(code)),
        (true, true) => consent::told("Success!", "Device connected. You can go back to your device now."),
        (true, false) => consent::told("Access denied", "You have not allowed it. You can close this page."),
    };
    noted("oauth.device", person, page.into_response())
}

fn begin(google: &Google, body: &Bytes) -> Result<Response, Fault> {
    let form = Form::read(body);
    let client = google.registered(form.needed("client_id")?).ok_or_else(Fault::unknown_client)?;
    if client.kind != ClientKind::LimitedInput {
        return Err(Fault::new(401, "invalid_client", "Invalid client type."));
    }
    let asked = scopes::split(&form.scope().ok_or_else(|| Fault::missing("scope"))?);
    let closed: Vec<&str> =
        asked.iter().map(String::as_str).filter(|scope| !scopes::is_for_devices(scope)).collect();
    if !closed.is_empty() {
        let words = format!("Invalid device flow scope: {}", closed.join(" "));
        return Err(Fault::new(400, "invalid_scope", words));
    }
    let now = google.now();
    let started = google.with(|state| state.grants.devices.start(&client.id, asked, now));
    google.changes.ring();
    let answer = json!({
        "device_code": started.device_code,
        "user_code": started.user_code,
        "verification_url": format!("{}/device", google.base),
        "expires_in": started.timing.expires_in,
        "interval": started.timing.interval,
    });
    Ok(json_response(200, &answer, Layout::Pretty))
}
