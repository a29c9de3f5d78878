//! How Slack knows the app: where it is reached, what it hears of, its tokens and its limits.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::{
    FailureLimit, GivenLimit, Reach,
    acts::{Settings, Told},
};
use sandbox_world::{RateLimitsSeed, ShortcutSeed, TransportSeed};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Failure, given::Given};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/app", get(app).post(set_app))
        .route("/app/failure_limit", post(set_failure_limit))
        .route("/app/revoke", post(revoke))
        .route("/app/uninstall", post(uninstall))
        .route("/app/expire_tokens", post(expire_tokens))
        .route("/rate_limits", get(rate_limits).post(set_rate_limits))
}

async fn app(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(desk.slack.app_view())
}

/// What is left out stays as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wished {
    transport: Option<TransportSeed>,
    request_url: Option<String>,
    interactivity_url: Option<String>,
    options_url: Option<String>,
    command_url: Option<String>,
    scopes: Option<Vec<String>>,
    events: Option<BTreeSet<String>>,
    shortcuts: Option<Vec<ShortcutSeed>>,
    redirect_uris: Option<Vec<String>>,
    token_rotation: Option<bool>,
    home_tab: Option<bool>,
    terse_changes: Option<bool>,
}

async fn set_app(State(desk): State<Arc<Desk>>, Given(given): Given<Wished>) -> Result<Json<Value>, Failure> {
    desk.slack
        .set_reach(Reach {
            transport: given.transport,
            request_url: given.request_url,
            interactivity_url: given.interactivity_url,
            options_url: given.options_url,
            command_url: given.command_url,
        })
        .await?;
    desk.slack.set_app(Settings {
        scopes: given.scopes,
        events: given.events,
        shortcuts: given.shortcuts,
        redirect_uris: given.redirect_uris,
        token_rotation: given.token_rotation,
        home_tab: given.home_tab,
        terse_changes: given.terse_changes,
    })?;
    Ok(Json(desk.slack.app_view()))
}

async fn set_failure_limit(
    State(desk): State<Arc<Desk>>,
    Given(limit): Given<FailureLimit>,
) -> Result<Json<Value>, Failure> {
    desk.slack.set_failure_limit(limit)?;
    Ok(Json(desk.slack.app_view()))
}

async fn revoke(State(desk): State<Arc<Desk>>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.revoke_token()?))
}

async fn uninstall(State(desk): State<Arc<Desk>>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.uninstall()?))
}

async fn expire_tokens(State(desk): State<Arc<Desk>>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"expired": desk.slack.expire_tokens()?})))
}

async fn rate_limits(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"mode": desk.slack.rate_limits(), "counters": desk.slack.counters()}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mode {
    mode: RateLimitsSeed,
    /// Limits in place of the table's, by method.
    #[serde(default)]
    limits: BTreeMap<String, GivenLimit>,
}

async fn set_rate_limits(State(desk): State<Arc<Desk>>, Given(given): Given<Mode>) -> Json<Value> {
    desk.slack.set_rate_limits(given.mode, given.limits);
    Json(json!({"mode": desk.slack.rate_limits(), "counters": desk.slack.counters()}))
}
