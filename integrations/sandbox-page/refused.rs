//! What the page answers where something did not work.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sandbox_slack::acts::Cannot;

/// Why it did not work, in a sentence that the page shows.
pub(crate) struct Refused {
    status: StatusCode,
    words: String,
}

impl Refused {
    pub(crate) fn nobody() -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            words: "There is nobody of that name. Choose somebody at the left.".to_owned(),
        }
    }

    pub(crate) fn nowhere() -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            words: "That is not there for you. Reload the page.".to_owned(),
        }
    }

    pub(crate) fn too_large() -> Self {
        Self {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            words: "That is more than 40 MB. Send smaller files.".to_owned(),
        }
    }

    pub(crate) fn in_thread(command: &str) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            words: format!("{command} is not supported in threads. Sorry! Write it in the channel itself."),
        }
    }
}

impl From<Cannot> for Refused {
    fn from(cannot: Cannot) -> Self {
        match cannot {
            Cannot::Find(words) => Self { status: StatusCode::NOT_FOUND, words },
            Cannot::Allowed(words) => Self { status: StatusCode::CONFLICT, words },
            Cannot::Filled(words) => Self { status: StatusCode::UNPROCESSABLE_ENTITY, words },
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, self.words).into_response()
    }
}
