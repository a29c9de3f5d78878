//! Deliveries to the app, and the connections they go over.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::{Reason, SocketFault, Timing};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Failure, given::Given};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/deliveries", get(deliveries))
        .route("/redeliver", post(redeliver))
        .route("/timing", get(timing).post(set_timing))
        .route("/sockets", get(sockets))
        .route("/sockets/disconnect", post(disconnect))
        .route("/sockets/drop", post(drop_sockets))
        .route("/sockets/fault", post(break_sockets))
        .route("/sockets/seed", post(seed))
}

async fn deliveries(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"deliveries": desk.slack.deliveries()}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Redelivery {
    event_id: String,
    #[serde(default = "once")]
    times: u32,
}

fn once() -> u32 {
    1
}

async fn redeliver(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Redelivery>,
) -> Result<Json<Value>, Failure> {
    desk.slack.redeliver(&given.event_id, given.times)?;
    Ok(Json(json!({"event_id": given.event_id, "times": given.times})))
}

async fn timing(State(desk): State<Arc<Desk>>) -> Json<Timing> {
    Json(desk.slack.timing())
}

async fn set_timing(State(desk): State<Arc<Desk>>, Given(timing): Given<Timing>) -> Json<Timing> {
    desk.slack.set_timing(timing);
    Json(desk.slack.timing())
}

async fn sockets(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"sockets": desk.slack.connections()}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disconnect {
    reason: Reason,
    /// All of them when left out.
    socket: Option<u64>,
    close_after_ms: Option<u64>,
}

async fn disconnect(State(desk): State<Arc<Desk>>, Given(given): Given<Disconnect>) -> Json<Value> {
    let after = given.close_after_ms.map_or_else(|| given.reason.usual_wait(), Duration::from_millis);
    Json(json!({"told": desk.slack.disconnect(given.socket, given.reason, after)}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drop {
    socket: Option<u64>,
}

async fn drop_sockets(State(desk): State<Arc<Desk>>, Given(given): Given<Drop>) -> Json<Value> {
    Json(json!({"dropped": desk.slack.drop_connections(given.socket)}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Break {
    kind: SocketFault,
    socket: Option<u64>,
    /// How many envelopes it strikes; for good when left out.
    times: Option<u32>,
}

async fn break_sockets(State(desk): State<Arc<Desk>>, Given(given): Given<Break>) -> Json<Value> {
    Json(json!({"broken": desk.slack.break_connections(given.socket, &given.kind, given.times)}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    seed: u64,
}

async fn seed(State(desk): State<Arc<Desk>>, Given(given): Given<Seed>) -> Json<Value> {
    desk.slack.draw_lots_of(given.seed);
    Json(json!({"seed": given.seed}))
}
