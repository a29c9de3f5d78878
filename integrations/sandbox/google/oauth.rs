//! Google's sign-in: the consent page, codes, tokens, and who a token belongs to.
//!
//! Knows nothing of mail; the APIs ask it only whose a token is and what it may do.

mod authorize;
mod consent;
mod grants;
mod identity;
mod scopes;
mod signing;
mod token;

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};

pub(crate) use grants::{Bearer, Grants};

use super::Google;
use crate::noted::Noted;

/// The routes of `accounts.google.com`, `oauth2.googleapis.com` and `openidconnect.googleapis.com`.
pub(crate) fn routes() -> Router<Arc<Google>> {
    Router::new()
        .route("/o/oauth2/v2/auth", get(authorize::ask).post(authorize::ask_by_form))
        .route("/o/oauth2/v2/auth/decision", post(authorize::decide))
        .route("/token", post(token::exchange))
        .route("/revoke", post(token::revoke))
        .route("/tokeninfo", get(identity::token_info).post(identity::token_info))
        .route("/oauth2/v3/tokeninfo", get(identity::token_info).post(identity::token_info))
        .route("/oauth2/v3/userinfo", get(identity::user_info).post(identity::user_info))
        .route("/v1/userinfo", get(identity::user_info).post(identity::user_info))
        .route("/oauth2/v3/certs", get(identity::certificates))
}

/// Tells the request log what was asked, and by whom where that is known.
fn noted(method: &str, caller: Option<String>, mut response: Response) -> Response {
    response.extensions_mut().insert(Noted { method: method.to_owned(), caller });
    response
}
