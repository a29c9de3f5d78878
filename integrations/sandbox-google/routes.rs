//! The addresses of Google.

use std::sync::Arc;

use axum::{
    Router,
    routing::{any, get, post},
};

use crate::{api, batch, drive, google::Google, oauth};

/// Everything Google serves, at the root of its address.
pub fn routes(google: Arc<Google>) -> Router {
    let mut router = oauth::routes();
    for start in ["gmail", "upload", "resumable", "drive", "calendar", "v1", "v4"] {
        router = router.route(&format!("/{start}/{{*rest}}"), any(api::answer));
    }
    router = router.route("/download/drive/v3/operations/{name}", get(drive::download));
    router.route("/batch", post(batch::answer)).route("/batch/{*api}", post(batch::answer)).with_state(google)
}
