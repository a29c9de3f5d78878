//! The same over streamable HTTP, for whoever knows the token.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use kernel::{Digest, Secret};
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::{Gateway, Session};

/// Clients in a browser, e.g. an inspector, come from a page of this machine. Pages from elsewhere stay out.
const OWN_PAGES: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// Under `/mcp`. Whoever comes with another name for this machine than its own, or from a foreign page, is refused.
pub fn routes(counter: Arc<dyn Gateway>, token: &Secret) -> Router {
    let factory = move || Ok(Session::new(Arc::clone(&counter)));
    let config = StreamableHttpServerConfig::default().with_allowed_origins(OWN_PAGES);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(factory, Arc::clone(&sessions), config);
    // Fingerprints are compared: how long that takes says nothing about the token.
    let known = Digest::of_words(&format!("Bearer {}", token.reveal()));
    Router::new()
        .route_service("/mcp", service)
        .layer(from_fn_with_state(sessions, end_session))
        .layer(from_fn_with_state(known, guard))
}

/// The library answers every `DELETE` with 202. A client is told whether the session existed.
async fn end_session(
    State(sessions): State<Arc<LocalSessionManager>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::DELETE {
        return next.run(request).await;
    }
    let id = request.headers().get("mcp-session-id").and_then(|id| id.to_str().ok()).map(Arc::from);
    let existed = match id {
        Some(id) => sessions.has_session(&id).await.unwrap_or(false),
        None => false,
    };
    let answer = next.run(request).await;
    match answer.status() {
        StatusCode::ACCEPTED if existed => StatusCode::NO_CONTENT.into_response(),
        StatusCode::ACCEPTED => StatusCode::NOT_FOUND.into_response(),
        _ => answer,
    }
}

async fn guard(State(known): State<Digest>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    match given.map(Digest::of_words) {
        Some(given) if given == known => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}
