//! The sandbox's Slack as one value: its workspaces, its sockets and its snapshots, and the routes to it.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, RawQuery, State},
    http::HeaderMap,
    response::Response,
    routing::{any, get, post},
};

use sandbox_world::{Changes, Noted, World, durable::Durable};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    avatars, clockwork, files, handing_out, methods, oauth,
    rate_limits::Traffic,
    response_urls,
    sockets::{self, Sockets},
    workspace::Workspace,
};

pub struct Slack {
    pub(crate) workspace: Mutex<Workspace>,
    /// Of the app, for all workspaces.
    pub(crate) sockets: Arc<Mutex<Sockets>>,
    /// The calls that were made of late.
    pub(crate) traffic: Mutex<Traffic>,
    /// The workspaces beside the first; those know of none.
    pub(crate) others: Vec<Arc<Self>>,
    pub(crate) changes: Changes,
    /// `http://127.0.0.1:PORT`, of which response URLs and socket URLs are made.
    pub(crate) base: String,
}

impl Slack {
    pub fn new(world: &World, changes: &Changes, base: &str) -> Self {
        let mut first = Workspace::new(world);
        first.beside = world.workspaces.iter().map(|seed| Workspace::beside(&first, seed)).collect();
        Self::of(first, changes, base)
    }

    /// Goes on from a snapshot. Whatever was on its way over a socket is on its way again.
    pub fn restore(snapshot: &RawValue, changes: &Changes, base: &str) -> Result<Self, serde_json::Error> {
        Ok(Self::of(serde_json::from_str(snapshot.get())?, changes, base))
    }

    pub fn snapshot(&self) -> Result<Box<RawValue>, serde_json::Error> {
        // Nobody waits while a copy is written out.
        to_raw_value(&self.together())
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&Workspace) -> T) -> T {
        look(&self.workspace.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the workspace without a sound, for whoever rings the bell themselves.
    pub(crate) fn quietly<T>(&self, act: impl FnOnce(&mut Workspace) -> T) -> T {
        act(&mut self.workspace.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the workspace and rings the bell, unless the change was refused.
    pub(crate) fn change<T, E>(&self, act: impl FnOnce(&mut Workspace) -> Result<T, E>) -> Result<T, E> {
        let done = act(&mut self.workspace.lock().unwrap_or_else(PoisonError::into_inner));
        if done.is_ok() {
            self.changes.ring();
        }
        done
    }
}

/// Everything Slack serves.
pub fn routes(slack: Arc<Slack>) -> Router {
    Router::new()
        .route("/api/{method}", any(call))
        .route("/link/", get(sockets::connect))
        .route("/oauth/v2/authorize", get(oauth::ask).post(oauth::decide))
        .route("/actions/{*path}", post(response_urls::respond))
        .route("/files-upload/v1/{ticket}", post(files::addresses::upload))
        .route("/files-pri/{place}/{*name}", get(files::addresses::download))
        .route("/avatars/{name}", get(avatars::show))
        .route("/workspace-signin", get(files::addresses::sign_in))
        // The front door has measured it already.
        .layer(DefaultBodyLimit::disable())
        .with_state(slack)
}

/// Everything that Slack does by itself, for ever; drop the future to end it.
pub async fn work_for_ever(slack: Arc<Slack>, durable: Durable) {
    let others = slack.others().iter().cloned();
    let all = std::iter::once(Arc::clone(&slack)).chain(others).map(|slack| {
        let durable = durable.clone();
        async move {
            tokio::join!(
                handing_out::hand_out_for_ever(Arc::clone(&slack), durable),
                clockwork::run_for_ever(slack),
            )
        }
    });
    futures_util::future::join_all(all).await;
}

async fn call(
    State(slack): State<Arc<Slack>>,
    Path(method): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (mut response, caller) = methods::call(&slack, &method, query.as_deref(), &headers, &body);
    response.extensions_mut().insert(Noted { method, caller });
    response
}
