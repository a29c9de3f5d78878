//! Google's sign-in: the consent page, the device page, codes, tokens, and who a token belongs to.
//!
//! Knows nothing of mail; the APIs ask it only whose a token is and what it may do.

mod assertion;
mod authorize;
mod clients;
mod consent;
mod delegation;
mod device;
mod devices;
mod fault;
mod form;
mod grants;
mod identity;
mod request_log;
mod scopes;
mod scripted;
mod secret;
mod service_account;
mod signing;
mod token;
mod tokens;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub use clients::Credentials;
pub(crate) use clients::OtherClients;
pub use devices::Timing;
pub(crate) use grants::{Duration, Grants};
pub use scripted::DeviceDecision;
pub(crate) use service_account::{Kept, ServiceAccount};
pub use signing::NoKey;
pub(crate) use tokens::{Bearer, Grant};
pub use tokens::{Publishing, RefreshFailure};

pub(crate) use self::request_log::name;
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
