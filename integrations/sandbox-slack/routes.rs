//! The addresses of Slack.

use std::sync::Arc;

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, RawQuery, State},
    http::HeaderMap,
    response::Response,
    routing::{any, get, post},
};
use sandbox_world::Noted;

use crate::{Slack, avatars, files, methods, oauth, response_urls, sockets};

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
