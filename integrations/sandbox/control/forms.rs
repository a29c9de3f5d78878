//! The forms people have open: looking at them, sending them, closing them.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::acts::{Closing, Submit, Submitted};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route("/views", get(views)).route("/submit", post(submit)).route("/close", post(close))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whose {
    person: Option<String>,
}

async fn views(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Whose>) -> Json<Value> {
    Json(json!({"views": desk.slack.views(asked.person.as_deref())}))
}

async fn submit(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Submit>,
) -> Result<Json<Submitted>, Failure> {
    Ok(Json(desk.slack.submit(&given)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Close {
    person: String,
    /// All forms of the person, and not only the uppermost.
    #[serde(default)]
    all: bool,
}

async fn close(State(desk): State<Arc<Desk>>, Given(given): Given<Close>) -> Result<Json<Value>, Failure> {
    let closing = if given.all { Closing::All } else { Closing::One };
    Ok(Json(json!({"payloads": desk.slack.close(&given.person, closing)?})))
}
