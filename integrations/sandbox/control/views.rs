//! The Home tab, what is pressed on it and in forms, what menus offer, streams, titles and canvases.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::acts::{Clicked, HomeTab, Press, Suggest, Told};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk, Failure,
    given::{Asked, Given},
    slack::timestamp,
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/home", get(home).post(open_tab))
        .route("/press", post(press))
        .route("/suggest", post(suggest))
        .route("/prompts", get(prompts))
        .route("/rename", post(rename))
        .route("/streams", get(streams))
        .route("/streams/end", post(end_stream))
        .route("/canvases", get(canvases))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Who {
    person: String,
}

async fn home(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Who>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"view": desk.slack.home(&asked.person)?})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opened {
    person: String,
    #[serde(default)]
    tab: HomeTab,
}

async fn open_tab(State(desk): State<Arc<Desk>>, Given(given): Given<Opened>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.open_tab(&given.person, given.tab)?))
}

async fn press(State(desk): State<Arc<Desk>>, Given(given): Given<Press>) -> Result<Json<Clicked>, Failure> {
    Ok(Json(desk.slack.press(&given)?))
}

async fn suggest(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Suggest>,
) -> Result<Json<Value>, Failure> {
    Ok(Json(desk.slack.suggest(&given).await?))
}

async fn prompts(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Who>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"prompts": desk.slack.prompts(&asked.person)?})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    person: String,
    channel: String,
    thread_ts: String,
    title: String,
}

async fn rename(State(desk): State<Arc<Desk>>, Given(given): Given<Rename>) -> Result<Json<Told>, Failure> {
    let thread = timestamp(&given.thread_ts)?;
    Ok(Json(desk.slack.rename(&given.person, &given.channel, thread, &given.title)?))
}

async fn streams(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"streams": desk.slack.streams()}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ended {
    ts: String,
}

async fn end_stream(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Ended>,
) -> Result<Json<Value>, Failure> {
    desk.slack.end_stream(timestamp(&given.ts)?)?;
    Ok(Json(json!({"streams": desk.slack.streams()})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reader {
    person: Option<String>,
}

async fn canvases(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Reader>) -> Json<Value> {
    Json(json!({"canvases": desk.slack.canvases(asked.person.as_deref())}))
}
