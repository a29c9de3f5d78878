//! The request log and scripted faults.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State},
    routing::{delete, get},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk, Failure,
    given::{Asked, Given},
};
use crate::{
    faults::{Fault, Kind},
    requests::Service,
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/requests", get(requests))
        .route("/faults", get(list).post(add).delete(clear_all))
        .route("/faults/{id}", delete(clear))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    service: Option<Service>,
    /// A name; with `*` at its end, the beginning of one.
    method: Option<String>,
    /// Only those after this number.
    since: Option<u64>,
}

async fn requests(State(desk): State<Arc<Desk>>, Asked(filter): Asked<Filter>) -> Json<Value> {
    let entries = desk.requests.list(filter.since.unwrap_or_default(), |entry| {
        let named = filter.method.as_deref().is_none_or(|method| match method.strip_suffix('*') {
            Some(beginning) => entry.method.starts_with(beginning),
            None => entry.method == method,
        });
        named && filter.service.is_none_or(|service| service == entry.service)
    });
    Json(json!({"requests": entries}))
}

async fn list(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"faults": desk.faults.list()}))
}

async fn add(State(desk): State<Arc<Desk>>, Given(fault): Given<Fault>) -> Result<Json<Value>, Failure> {
    if matches!(fault.kind, Kind::Status { body: Some(_), text: Some(_), .. }) {
        return Err(Failure::wrong("An answer has one body. Give `body` or `text`, not both."));
    }
    Ok(Json(json!({"id": desk.faults.add(fault)})))
}

async fn clear_all(State(desk): State<Arc<Desk>>) -> Json<Value> {
    desk.faults.clear(None);
    Json(json!({"faults": desk.faults.list()}))
}

async fn clear(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<Json<Value>, Failure> {
    let id = id.parse().map_err(|_| {
        Failure::wrong(format!("`{id}` is no fault's number. GET /control/faults lists them."))
    })?;
    desk.faults.clear(Some(id));
    Ok(Json(json!({"faults": desk.faults.list()})))
}
