//! People act in Slack, and what came of it is read.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::acts::{Burst, Click, Clicked, Command, Post, Told, Written};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/post", post(post_message))
        .route("/edit", post(edit))
        .route("/delete", post(delete))
        .route("/take_out", post(take_out))
        .route("/click", post(click))
        .route("/stop", post(stop))
        .route("/command", post(command))
        .route("/burst", post(burst))
        .route("/messages", get(messages))
        .route("/ephemerals", get(ephemerals))
        .route("/statuses", get(statuses))
}

async fn post_message(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Post>,
) -> Result<Json<Written>, Failure> {
    Ok(Json(desk.slack.post(&given)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    person: String,
    channel: String,
    ts: String,
    text: String,
}

async fn edit(State(desk): State<Arc<Desk>>, Given(given): Given<Edit>) -> Result<Json<Told>, Failure> {
    let ts = timestamp(&given.ts)?;
    Ok(Json(desk.slack.edit(&given.person, &given.channel, ts, &given.text)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delete {
    person: String,
    channel: String,
    ts: String,
}

async fn delete(State(desk): State<Arc<Desk>>, Given(given): Given<Delete>) -> Result<Json<Told>, Failure> {
    let ts = timestamp(&given.ts)?;
    Ok(Json(desk.slack.delete(&given.person, &given.channel, ts)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeOut {
    person: String,
    channel: String,
    ts: String,
    file: String,
}

async fn take_out(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<TakeOut>,
) -> Result<Json<Told>, Failure> {
    let ts = timestamp(&given.ts)?;
    Ok(Json(desk.slack.take_out(&given.person, &given.channel, ts, &given.file)?))
}

async fn click(State(desk): State<Arc<Desk>>, Given(given): Given<Click>) -> Result<Json<Clicked>, Failure> {
    Ok(Json(desk.slack.click(&given)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stop {
    person: String,
    channel: String,
    thread_ts: String,
}

async fn stop(State(desk): State<Arc<Desk>>, Given(given): Given<Stop>) -> Result<Json<Told>, Failure> {
    let thread = timestamp(&given.thread_ts)?;
    Ok(Json(desk.slack.stop(&given.person, &given.channel, thread)?))
}

async fn command(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Command>,
) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"payload": desk.slack.command(&given)?})))
}

async fn burst(State(desk): State<Arc<Desk>>, Given(given): Given<Burst>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"posted": desk.slack.burst(&given)?})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    channel: String,
    thread_ts: Option<String>,
    /// Only what came after it.
    after: Option<String>,
}

async fn messages(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Place>) -> Result<Json<Value>, Failure> {
    let thread = asked.thread_ts.as_deref().map(timestamp).transpose()?;
    let after = asked.after.as_deref().map(timestamp).transpose()?;
    Ok(Json(json!({"messages": desk.slack.messages(&asked.channel, thread, after)?})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whose {
    person: Option<String>,
}

async fn ephemerals(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Whose>) -> Json<Value> {
    Json(json!({"ephemerals": desk.slack.ephemerals(asked.person.as_deref())}))
}

async fn statuses(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"statuses": desk.slack.statuses()}))
}

pub(super) fn timestamp<T: std::str::FromStr>(text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|_| Failure::wrong(format!("`{text}` is no timestamp. Give one like 1699999999.000123.")))
}
