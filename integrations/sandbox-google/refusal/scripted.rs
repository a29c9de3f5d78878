//! What Google says with a status that a script has asked for.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;

use super::Refusal;

/// An answer with this status, as one of the APIs would give it.
pub fn scripted(code: u16) -> Response {
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if status.is_informational() || status.is_success() || status.is_redirection() {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = status;
        return response;
    }
    let words = status.canonical_reason().unwrap_or("Error");
    let refusal = match code {
        401 => Refusal::bad_credentials(),
        403 => Refusal::forbidden(words),
        404 => Refusal::not_found(),
        429 => Refusal::new(code, "RESOURCE_EXHAUSTED", "rateLimitExceeded", words),
        503 => Refusal::new(code, "UNAVAILABLE", "backendError", words),
        _ => Refusal::new(code, "INTERNAL", "internalError", words),
    };
    refusal.into_response()
}
