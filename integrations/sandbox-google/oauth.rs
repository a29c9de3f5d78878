//! Google's sign-in: the consent page, the device page, codes, tokens, and who a token belongs to.
//!
//! Knows nothing of mail; the APIs ask it only whose a token is and what it may do.

mod assertion;
mod authorize;
mod clients;
mod consent;
mod device;
mod devices;
mod fault;
mod form;
mod grants;
mod identity;
mod scopes;
mod scripted;
mod service_account;
mod signing;
mod token;
mod tokens;

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sandbox_world::Noted;

pub use clients::Credentials;
pub(crate) use clients::OtherClients;
pub use devices::Timing;
pub(crate) use grants::{Duration, Grants};
pub use scripted::DeviceDecision;
pub(crate) use service_account::{Kept, ServiceAccount};
pub use signing::NoKey;
pub(crate) use tokens::{Bearer, Grant};
pub use tokens::{Publishing, RefreshFailure};

use super::Google;

/// The routes of `accounts.google.com`, `oauth2.googleapis.com` and `openidconnect.googleapis.com`.
pub(crate) fn routes() -> Router<Arc<Google>> {
    Router::new()
        .route("/o/oauth2/v2/auth", get(authorize::ask).post(authorize::ask_by_form))
        .route("/o/oauth2/v2/auth/decision", post(authorize::decide))
        .route("/device/code", post(device::start))
        .route("/device", get(device::enter).post(device::show))
        .route("/device/decision", post(device::decide))
        .route("/token", post(token::exchange))
        .route("/revoke", post(token::revoke))
        .route("/tokeninfo", get(identity::token_info).post(identity::token_info))
        .route("/oauth2/v3/tokeninfo", get(identity::token_info).post(identity::token_info))
        .route("/oauth2/v3/userinfo", get(identity::user_info).post(identity::user_info))
        .route("/v1/userinfo", get(identity::user_info).post(identity::user_info))
        .route("/oauth2/v3/certs", get(identity::certificates))
}

/// The name under which the request log has a path of the sign-in.
pub(crate) fn name(path: &str) -> Option<&'static str> {
    Some(match path {
        "/o/oauth2/v2/auth" => "oauth.authorize",
        "/o/oauth2/v2/auth/decision" => "oauth.consent",
        "/device/code" => "oauth.device_code",
        "/device" | "/device/decision" => "oauth.device",
        "/token" => "oauth.token",
        "/revoke" => "oauth.revoke",
        "/tokeninfo" | "/oauth2/v3/tokeninfo" => "oauth.tokeninfo",
        "/oauth2/v3/userinfo" | "/v1/userinfo" => "oauth.userinfo",
        "/oauth2/v3/certs" => "oauth.certs",
        _ => return None,
    })
}

/// Tells the request log what was asked, and by whom where that is known.
fn noted(method: &str, caller: Option<String>, mut response: Response) -> Response {
    response.extensions_mut().insert(Noted { method: method.to_owned(), caller });
    response
}

/// An unguessable text of as many random 16-byte blocks.
fn secret(prefix: &str, blocks: usize) -> String {
    let bytes: Vec<u8> = (0..blocks).flat_map(|_| *uuid::Uuid::new_v4().as_bytes()).collect();
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes))
}
