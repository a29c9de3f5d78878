//! The control API: what tests and scripts do to the world from outside.
//!
//! Everything here is about the sandbox and nothing of it exists at the real services.

mod app;
mod desk;
mod failure;
mod forms;
mod given;
mod google;
mod people;
mod scripting;
mod slack;
mod sockets;
mod views;
mod waiting;
mod workspace;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State},
    routing::get,
};
use sandbox_world::guard;
use serde_json::{Value, json};

pub(crate) use self::desk::Desk;
use self::{failure::Failure, given::Given};
use crate::card::Card;

const LARGEST_BODY: usize = 40 * 1024 * 1024;

pub(crate) fn routes(desk: Arc<Desk>) -> Router {
    let others = desk.slack.others().iter();
    let beside = others.map(|slack| routes(Arc::new(desk.at(slack)))).fold(Router::new(), Router::merge);
    let at = desk.path.clone();
    let routes = Router::new()
        .route("/card", get(card))
        .route("/redirect_uris", get(redirect_uris).post(add_redirect_uri))
        .merge(people::routes())
        .merge(scripting::routes())
        .merge(waiting::routes())
        .nest(
            "/slack",
            slack::routes()
                .merge(forms::routes())
                .merge(sockets::routes())
                .merge(app::routes())
                .merge(views::routes())
                .merge(workspace::routes()),
        )
        .nest("/google", google::routes())
        .fallback(nothing_here)
        .method_not_allowed_fallback(nothing_here)
        .with_state(desk)
        // A message may bring files along.
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::from_fn(guard::pass));
    Router::new().nest(&at, routes).merge(beside)
}

async fn card(State(desk): State<Arc<Desk>>) -> Json<Card> {
    Json(desk.card.clone())
}

async fn redirect_uris(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"redirect_uris": desk.google.redirect_uris()}))
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RedirectUri {
    redirect_uri: String,
}

async fn add_redirect_uri(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<RedirectUri>,
) -> Result<Json<Value>, Failure> {
    if url::Url::parse(&given.redirect_uri).is_err() {
        return Err(Failure::wrong(
            "`redirect_uri` is no absolute address. Give e.g. http://127.0.0.1:8400/google/callback.",
        ));
    }
    desk.google.add_redirect_uri(given.redirect_uri);
    Ok(Json(json!({"redirect_uris": desk.google.redirect_uris()})))
}

async fn nothing_here(method: http::Method, uri: http::Uri) -> Failure {
    Failure::missing(format!(
        "There is no {method} /control{}. The README of the sandbox lists the calls.",
        uri.path()
    ))
}
