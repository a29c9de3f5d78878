//! Why Google gives no token, told apart by who can do something about it.

use std::fmt;

use oauth2::{ErrorResponse, RequestTokenError};
use serde::{Deserialize, Serialize};
use wire::WireError;

/// Why there is no token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoToken {
    /// The person must sign in again.
    #[error("Google takes this no more: {0}")]
    Over(String),
    /// The person must sign in again, because their organisation wants that from time to time.
    #[error("Google wants a new sign-in: {0}")]
    SessionOver(String),
    /// The administrator of the person's organisation must allow it.
    #[error("Google was told by an administrator to refuse this: {0}")]
    Forbidden(String),
    /// Later it may work.
    #[error("Google's sign-in is not reachable: {0}")]
    Unavailable(String),
    /// Whoever runs this installation must act.
    #[error("Google refuses this installation: {0}")]
    Misconfigured(String),
}

/// What Google answers instead of a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    error: String,
    #[serde(default)]
    error_description: Option<String>,
    /// Tells some `invalid_grant` from the others.
    #[serde(default)]
    error_subtype: Option<String>,
}

impl ErrorResponse for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = [Some(&self.error), self.error_subtype.as_ref(), self.error_description.as_ref()];
        let said: Vec<&str> = said.into_iter().flatten().map(String::as_str).collect();
        out.write_str(&said.join(": "))
    }
}

impl Refusal {
    fn wants_a_new_sign_in(&self) -> bool {
        let told = [&self.error_subtype, &self.error_description];
        told.into_iter()
            .flatten()
            .any(|words| words.contains("invalid_rapt") || words.contains("rapt_required"))
    }
}

pub(super) fn no_token(error: &RequestTokenError<WireError, Refusal>) -> NoToken {
    match error {
        RequestTokenError::ServerResponse(refusal) => refused(refusal),
        RequestTokenError::Request(error) => NoToken::Unavailable(error.to_string()),
        // The body may hold a token: it does not go into words.
        RequestTokenError::Parse(..) => NoToken::Unavailable("it answered something unreadable".to_owned()),
        RequestTokenError::Other(words) => NoToken::Unavailable(words.clone()),
    }
}

fn refused(refusal: &Refusal) -> NoToken {
    let said = refusal.to_string();
    match refusal.error.as_str() {
        "invalid_grant" if refusal.wants_a_new_sign_in() => NoToken::SessionOver(said),
        "invalid_grant" => NoToken::Over(said),
        "admin_policy_enforced" => NoToken::Forbidden(said),
        "invalid_client"
        | "deleted_client"
        | "disabled_client"
        | "unauthorized_client"
        | "invalid_request"
        | "invalid_scope"
        | "redirect_uri_mismatch"
        | "unsupported_grant_type" => NoToken::Misconfigured(said),
        // `internal_failure`, `server_error`, `temporarily_unavailable`: Google's own trouble.
        _ => NoToken::Unavailable(said),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(body: serde_json::Value) -> NoToken {
        refused(&serde_json::from_value(body).unwrap())
    }

    #[test]
    fn every_refusal_is_told_to_whoever_can_act() {
        let said = "invalid_grant: Token has been expired or revoked.".to_owned();
        let description = "Token has been expired or revoked.";
        assert_eq!(
            of(json!({ "error": "invalid_grant", "error_description": description })),
            NoToken::Over(said)
        );
        let by_subtype = json!({ "error": "invalid_grant", "error_subtype": "invalid_rapt" });
        let by_words =
            json!({ "error": "invalid_grant", "error_description": "reauth related error (rapt_required)" });
        for session in [by_subtype, by_words] {
            assert!(matches!(of(session.clone()), NoToken::SessionOver(_)), "{session}");
        }
        for wrong in ["invalid_client", "deleted_client", "unauthorized_client", "invalid_scope"] {
            assert!(matches!(of(json!({ "error": wrong })), NoToken::Misconfigured(_)), "{wrong}");
        }
        assert!(matches!(of(json!({ "error": "admin_policy_enforced" })), NoToken::Forbidden(_)));
        for passing in ["internal_failure", "server_error", "temporarily_unavailable", "something new"] {
            assert!(matches!(of(json!({ "error": passing })), NoToken::Unavailable(_)), "{passing}");
        }
    }
}
