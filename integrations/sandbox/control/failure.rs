//! Why a control call did not work, as JSON with a sentence that says what to do.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sandbox_slack::acts::Cannot;
use serde_json::json;

pub(super) struct Failure {
    status: StatusCode,
    words: String,
}

impl Failure {
    /// The call itself is wrong.
    pub(super) fn wrong(words: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, words: words.into() }
    }

    /// What it names is not there.
    pub(super) fn missing(words: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, words: words.into() }
    }

    /// A person cannot do that.
    pub(super) fn forbidden(words: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, words: words.into() }
    }
}

impl From<Cannot> for Failure {
    fn from(cannot: Cannot) -> Self {
        let status = match cannot {
            Cannot::Find(_) => StatusCode::NOT_FOUND,
            Cannot::Allowed(_) | Cannot::Filled(_) => StatusCode::CONFLICT,
        };
        Self { status, words: cannot.to_string() }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.words}))).into_response()
    }
}
