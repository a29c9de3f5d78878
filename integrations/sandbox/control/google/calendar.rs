//! People's calendars, from outside.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use jiff::Timestamp;
use sandbox_google::inspect::{Meet, Role, Window, calendar::Hand};
use serde::Deserialize;
use serde_json::{Value, json};

use super::known;
use crate::control::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/events", get(events))
        .route("/event", get(event))
        .route("/mails", get(mails))
        .route("/add", post(add))
        .route("/change", post(change))
        .route("/delete", post(delete))
        .route("/share", post(share))
        .route("/meet", post(meet))
        .route("/forget", post(forget))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Span {
    person: String,
    /// RFC 3339; open where it is left out.
    #[serde(default)]
    from: Option<Timestamp>,
    #[serde(default)]
    to: Option<Timestamp>,
}

/// What is in somebody's calendars, series by their instances.
async fn events(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Span>) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let window = Window { from: asked.from, to: asked.to };
    Ok(Json(json!({"events": desk.google.events(&asked.person, &window)})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneEvent {
    person: String,
    id: String,
}

async fn event(State(desk): State<Arc<Desk>>, Asked(asked): Asked<OneEvent>) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let found = desk.google.event(&asked.person, &asked.id);
    found.map(|event| Json(json!(event))).ok_or_else(|| {
        Failure::missing(format!(
            "There is no event `{}`. GET /control/google/calendar/events lists them.",
            asked.id
        ))
    })
}

/// Every mail that went out because of an event.
async fn mails(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"mails": desk.google.calendar_mails()}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    person: String,
    #[serde(default = "primary")]
    calendar: String,
    #[serde(default)]
    id: String,
    /// An event as the API writes it, or some fields of it.
    #[serde(default)]
    event: Value,
}

async fn add(State(desk): State<Arc<Desk>>, Given(given): Given<Done>) -> Result<Json<Value>, Failure> {
    done(&desk, "insert", given)
}

async fn change(State(desk): State<Arc<Desk>>, Given(given): Given<Done>) -> Result<Json<Value>, Failure> {
    done(&desk, "patch", given)
}

async fn delete(State(desk): State<Arc<Desk>>, Given(given): Given<Done>) -> Result<Json<Value>, Failure> {
    done(&desk, "delete", given)
}

/// The person does it themselves, and nobody is mailed.
fn done(desk: &Desk, method: &str, given: Done) -> Result<Json<Value>, Failure> {
    known(desk, &given.person)?;
    let hand = Hand { calendar: given.calendar, event: given.id, body: given.event };
    let done = desk.google.in_calendar(&given.person, method, &hand);
    done.map(|event| Json(json!({"event": event}))).map_err(|refusal| {
        Failure::wrong(format!("Calendar refuses that: {} Correct it and try again.", refusal.message()))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sharing {
    /// Whose first calendar.
    person: String,
    /// An address, or a domain for everybody there.
    with: String,
    role: Role,
}

async fn share(State(desk): State<Arc<Desk>>, Given(given): Given<Sharing>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    desk.google.share_calendar(&given.person, &given.with, given.role);
    Ok(Json(json!({"ok": true})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conferences {
    status: Meet,
}

async fn meet(State(desk): State<Arc<Desk>>, Given(given): Given<Conferences>) -> Json<Value> {
    desk.google.set_meet(given.status);
    Json(json!({"ok": true}))
}

async fn forget(State(desk): State<Arc<Desk>>) -> Json<Value> {
    desk.google.forget_changes();
    Json(json!({"ok": true}))
}

fn primary() -> String {
    "primary".to_owned()
}
