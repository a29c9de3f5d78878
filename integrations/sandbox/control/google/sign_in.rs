//! Devices, refresh tokens, the service account's rights and Google's clock.

use std::sync::Arc;

use axum::{Json, Router, extract::State, routing::post};
use jiff::SignedDuration;
use sandbox_google::{DeviceDecision, Publishing, RefreshFailure, Timing};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Failure, Given, known};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/device", post(device))
        .route("/device/timing", post(timing))
        .route("/delegation", post(delegation))
        .route("/refresh", post(refresh))
        .route("/publishing", post(publishing))
        .route("/clock", post(clock))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decided {
    user_code: String,
    person: String,
    /// Of what the device asks for; all of it when left out.
    #[serde(default)]
    scopes: Option<Vec<String>>,
    #[serde(default)]
    deny: bool,
}

/// Somebody types the code of a device and decides.
async fn device(State(desk): State<Arc<Desk>>, Given(given): Given<Decided>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    let decision = match (given.deny, given.scopes) {
        (false, None) => DeviceDecision::Allow,
        (false, Some(scopes)) => DeviceDecision::AllowOnly(scopes),
        (true, None) => DeviceDecision::Deny,
        (true, Some(_)) => {
            return Err(Failure::wrong("Somebody who denies allows no `scopes`. Leave out one of the two."));
        }
    };
    if desk.google.answer_device(&given.user_code, &given.person, &decision) {
        return Ok(Json(json!({"ok": true})));
    }
    Err(Failure::missing(format!(
        "No device waits under the code `{}`. Start one with POST /device/code.",
        given.user_code
    )))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    #[serde(default)]
    interval: Option<u64>,
    #[serde(default)]
    expires_in: Option<u64>,
}

/// In seconds, for devices that start from now on.
async fn timing(State(desk): State<Arc<Desk>>, Given(given): Given<Times>) -> Json<Value> {
    let before = desk.google.device_timing();
    let timing = Timing {
        interval: given.interval.unwrap_or(before.interval),
        expires_in: given.expires_in.unwrap_or(before.expires_in),
    };
    desk.google.set_device_timing(timing);
    Json(json!(timing))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delegated {
    /// All when left out.
    #[serde(default)]
    scopes: Option<Vec<String>>,
}

/// The scopes in which the service account may speak for people.
async fn delegation(State(desk): State<Arc<Desk>>, Given(given): Given<Delegated>) -> Json<Value> {
    desk.google.delegate(given.scopes);
    Json(json!({"ok": true}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refreshing {
    person: String,
    failure: Failing,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Failing {
    /// For good: the tokens are dead.
    Revoked,
    InvalidRapt,
    InvalidClient,
    DeletedClient,
    UnauthorizedClient,
    AdminPolicyEnforced,
    InternalFailure,
    /// They work again.
    None,
}

async fn refresh(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Refreshing>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    let failure = match given.failure {
        Failing::Revoked => {
            desk.google.end_refreshing(&given.person);
            return Ok(Json(json!({"ok": true})));
        }
        Failing::InvalidRapt => Some(RefreshFailure::InvalidRapt),
        Failing::InvalidClient => Some(RefreshFailure::InvalidClient),
        Failing::DeletedClient => Some(RefreshFailure::DeletedClient),
        Failing::UnauthorizedClient => Some(RefreshFailure::UnauthorizedClient),
        Failing::AdminPolicyEnforced => Some(RefreshFailure::AdminPolicyEnforced),
        Failing::InternalFailure => Some(RefreshFailure::InternalFailure),
        Failing::None => None,
    };
    desk.google.fail_refreshing(&given.person, failure);
    Ok(Json(json!({"ok": true})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    status: Publishing,
}

async fn publishing(State(desk): State<Arc<Desk>>, Given(given): Given<Published>) -> Json<Value> {
    desk.google.publish(given.status);
    Json(json!({"ok": true}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    #[serde(default)]
    seconds: u32,
    stopped: Option<bool>,
}

/// Moves Google's clock on, stops it, and lets it go again.
async fn clock(State(desk): State<Arc<Desk>>, Given(given): Given<Advance>) -> Json<Value> {
    match given.stopped {
        Some(true) => desk.google.stop_clock(),
        Some(false) => desk.google.start_clock(),
        None => {}
    }
    let now = desk.google.advance(SignedDuration::from_secs(i64::from(given.seconds)));
    Json(json!({"now": now.to_string()}))
}
