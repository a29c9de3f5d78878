//! What people's calls have cost, and the limits on them.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_google::{Excess, Table};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Asked, Desk, Failure, Given, Somebody, known};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/units", get(units))
        .route("/quota", post(quota))
        .route("/in_flight", get(in_flight).post(limit_in_flight))
}

/// Gmail's units, and those of every API.
async fn units(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Somebody>) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let spent = desk.google.units(&asked.person);
    Ok(Json(json!({"units": spent.get("gmail").copied().unwrap_or_default(), "apis": spent})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    table: Table,
    /// The status of a call over the limit.
    #[serde(default)]
    code: Option<u16>,
}

async fn quota(State(desk): State<Arc<Desk>>, Given(given): Given<Limits>) -> Result<Json<Value>, Failure> {
    let excess = match given.code {
        None | Some(429) => Excess::TooManyRequests,
        Some(403) => Excess::Forbidden,
        Some(_) => {
            return Err(Failure::wrong("Google refuses with the `code` 429 or 403. Give one of them."));
        }
    };
    desk.google.limit(given.table, excess);
    Ok(Json(json!({"ok": true})))
}

async fn in_flight(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<Somebody>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    Ok(Json(json!(desk.google.in_flight(&asked.person))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Most {
    /// No limit when left out.
    #[serde(default)]
    most: Option<usize>,
}

async fn limit_in_flight(State(desk): State<Arc<Desk>>, Given(given): Given<Most>) -> Json<Value> {
    desk.google.limit_in_flight(given.most);
    Json(json!({"ok": true}))
}
