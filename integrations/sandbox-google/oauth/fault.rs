//! The errors of the sign-in endpoints, `{"error", "error_description"}`, in Google's words.

use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::devices::NoToken;
use super::grants::Denied;
use crate::refusal::{Layout, json_response};

/// An error body of `/token`, `/revoke` or `/device/code`.
#[derive(Debug)]
pub(super) struct Fault {
    code: u16,
    error: &'static str,
    description: String,
    subtype: Option<&'static str>,
}

impl Fault {
    pub(super) fn new(code: u16, error: &'static str, description: impl Into<String>) -> Self {
        Self { code, error, description: description.into(), subtype: None }
    }

    pub(super) fn missing(parameter: &str) -> Self {
        Self::new(400, "invalid_request", format!("Missing required parameter: {parameter}"))
    }

    pub(super) fn unknown_client() -> Self {
        Self::new(401, "invalid_client", "The OAuth client was not found.")
    }

    /// The person has to prove themselves again: the company limits how long a session lasts.
    fn reauthenticate() -> Self {
        let description = "reauth related error (invalid_rapt)".to_owned();
        Self { code: 400, error: "invalid_grant", description, subtype: Some("invalid_rapt") }
    }
}

impl From<Denied> for Fault {
    fn from(denied: Denied) -> Self {
        match denied {
            Denied::MalformedCode => Self::new(400, "invalid_grant", "Malformed auth code."),
            Denied::DeadCode | Denied::UnknownRefreshToken => Self::new(400, "invalid_grant", "Bad Request"),
            Denied::OtherRedirect => Self::new(400, "redirect_uri_mismatch", "Bad Request"),
            Denied::MissingVerifier => Self::new(400, "invalid_grant", "Missing code verifier."),
            Denied::WrongVerifier => Self::new(400, "invalid_grant", "Invalid code verifier."),
            Denied::DeadRefreshToken => Self::new(400, "invalid_grant", "Token has been expired or revoked."),
            Denied::OtherClient => Self::new(401, "unauthorized_client", "Unauthorized"),
            Denied::WiderScope => Self::new(400, "invalid_scope", "Some requested scopes were invalid."),
            Denied::Reauthenticate => Self::reauthenticate(),
            Denied::ClientGone => Self::unknown_client(),
            Denied::ClientDeleted => Self::new(401, "deleted_client", "The OAuth client was deleted."),
            Denied::Forbidden => {
                Self::new(400, "admin_policy_enforced", "Your administrator does not allow this app.")
            }
            Denied::Broken => Self::new(500, "internal_failure", "Backend Error"),
        }
    }
}

impl From<NoToken> for Fault {
    fn from(not: NoToken) -> Self {
        match not {
            NoToken::Pending => Self::new(428, "authorization_pending", "Precondition Required"),
            NoToken::TooFast => Self::new(403, "slow_down", "Forbidden"),
            NoToken::Denied => Self::new(403, "access_denied", "Forbidden"),
            NoToken::Expired => Self::new(400, "expired_token", "Bad Request"),
            NoToken::Unknown => Self::new(400, "invalid_grant", "Bad Request"),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": self.error, "error_description": self.description });
        if let (Some(subtype), Some(fields)) = (self.subtype, body.as_object_mut()) {
            fields.insert("error_subtype".to_owned(), subtype.into());
            fields.insert("error_uri".to_owned(), "https://support.google.com/a/answer/9368756".into());
        }
        json_response(self.code, &body, Layout::Pretty)
    }
}
