//! Signing in: from the link in the chat to Google, back to us, and one press of a button.
//!
//! Knows links and pages. The turn that waits for the sign-in is woken by a delivery like any other.

mod callback;
mod confirm;
mod device;
mod finish;
mod identity;
mod loopback;
mod offer;
mod pages;
mod reader;
mod sign_ins;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use pages::Page;

pub use device::DeviceCode;
pub use finish::{Arrival, Connected};
pub use loopback::Loopback;
pub use reader::SignInReader;
pub use sign_ins::SignIns;

impl SignIns {
    /// The pages under `/google/` of our own listener.
    pub fn routes(&self) -> Router {
        Router::new()
            .route("/google/connect/{link}", get(connect))
            .route("/google/callback", get(callback::callback))
            .route("/google/confirm", post(confirm::confirm))
            .with_state(self.clone())
            .layer(axum::middleware::map_response(guarded))
    }
}

/// Opening the link changes nothing, so that a preview of it does no harm.
async fn connect(State(desk): State<SignIns>, Path(token): Path<String>) -> Response {
    let link = match desk.book.look_at_link(&token).await {
        Ok(Some(link)) => link,
        Ok(None) => return Page::Expired.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    };
    match desk.google_page(&token, &link) {
        Ok(page) => Redirect::to(page.as_str()).into_response(),
        Err(error) => {
            tracing::error!(%error, "nobody can be sent to Google");
            Page::Failed("Google is not set up here; tell whoever runs this").into_response()
        }
    }
}

/// Addresses of these pages hold codes: they are not kept, not passed on, and nothing foreign runs in them.
async fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(policy) = HeaderValue::from_str(&pages::content_policy()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

impl IntoResponse for Page<'_> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, self.markup()).into_response()
    }
}

#[cfg(test)]
mod tests;
