//! Who and what is in the world.

use std::sync::Arc;

use axum::{Json, Router, extract::State, routing::get};
use serde_json::{Value, json};

use super::Desk;

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route("/people", get(people)).route("/channels", get(channels))
}

async fn people(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"people": desk.slack.people()}))
}

async fn channels(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"channels": desk.slack.channels()}))
}
