//! The control API: what tests and scripts do to the world from outside.
//!
//! Everything here is about the sandbox and nothing of it exists at the real services.

mod app;
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
use sandbox_google::Google;
use sandbox_slack::Slack;
use sandbox_world::{Changes, guard};
use serde_json::{Value, json};

use self::{failure::Failure, given::Given};
use crate::{card::Card, faults::Faults, requests::Requests};

const LARGEST_BODY: usize = 40 * 1024 * 1024;

/// All that the control API can reach.
pub(crate) struct Desk {
    pub(crate) card: Card,
    pub(crate) slack: Arc<Slack>,
    pub(crate) google: Arc<Google>,
    pub(crate) requests: Arc<Requests>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) changes: Changes,
    /// Where it is reached.
    path: String,
}

impl Desk {
    pub(crate) fn new(card: Card, slack: Arc<Slack>, google: Arc<Google>, changes: Changes) -> Self {
        let path = "/control".to_owned();
        Self { card, slack, google, requests: Arc::default(), faults: Arc::default(), changes, path }
    }

    /// The same for a workspace beside the first.
    fn at(&self, slack: &Arc<Slack>) -> Self {
        Self {
            card: self.card.clone(),
            slack: Arc::clone(slack),
            google: Arc::clone(&self.google),
            requests: Arc::clone(&self.requests),
            faults: Arc::clone(&self.faults),
            changes: self.changes.clone(),
            path: format!("{}/workspaces/{}", self.path, slack.team_id()),
        }
    }
}

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
