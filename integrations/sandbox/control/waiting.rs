//! Waiting for the next change, so that no test has to sleep.

use std::{sync::Arc, time::Duration};

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, given::Asked};

const LONGEST: u64 = 60_000;

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route("/wait", get(wait))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wait {
    /// The count the caller has already seen; without it the call answers at once.
    after: Option<u64>,
    timeout_ms: Option<u64>,
}

/// Answers as soon as there have been more changes or requests than `after`, or when the time is up.
async fn wait(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Wait>) -> Json<Value> {
    let (mut world, mut requests) = (desk.changes.listen(), desk.requests.bell().listen());
    let count = || desk.changes.count() + desk.requests.bell().count();
    let changed = async {
        while asked.after.is_some_and(|after| count() <= after) {
            tokio::select! {
                rung = world.changed() => if rung.is_err() { return },
                rung = requests.changed() => if rung.is_err() { return },
            }
        }
    };
    let limit = Duration::from_millis(asked.timeout_ms.unwrap_or(10_000).min(LONGEST));
    let timed_out = tokio::time::timeout(limit, changed).await.is_err();
    Json(json!({"count": count(), "timed_out": timed_out}))
}
