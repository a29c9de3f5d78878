//! The same over streamable HTTP, for whoever knows the token.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use kernel::{Digest, Secret};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::{Counter, Session};

/// Under `/mcp`. Whoever comes with another name for this machine than its own, or from a page, is refused.
pub fn routes(counter: Arc<dyn Counter>, token: &Secret) -> Router {
    let factory = move || Ok(Session::new(Arc::clone(&counter)));
    let config = StreamableHttpServerConfig::default().enforce_origin_validation();
    let service = StreamableHttpService::new(factory, Arc::new(LocalSessionManager::default()), config);
    // Fingerprints are compared: how long that takes says nothing about the token.
    let known = Digest::of_words(&format!("Bearer {}", token.reveal()));
    Router::new().route_service("/mcp", service).layer(from_fn_with_state(known, guard))
}

async fn guard(State(known): State<Digest>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    match given.map(Digest::of_words) {
        Some(given) if given == known => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}
