//! What can go wrong with Slack, told apart by what the caller can do.

use std::time::Duration;

use kernel::ports::ChatError;
use wire::{Again, WireError};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SlackError {
    /// It answered, and said no. Asking again does not help.
    #[error("Slack refused {method}: {code}")]
    Refused { method: String, code: String },
    /// Too many calls; it may have said when to come back. Nothing was done.
    #[error("Slack asks us to slow down with {method}")]
    Busy { method: String, after: Option<Duration> },
    /// The call never left.
    #[error("{method} could not be sent to Slack: {why}")]
    Unsent { method: String, why: String },
    /// The call left, and nobody can tell whether Slack acted on it.
    #[error("Slack gave no clear answer to {method}: {why}")]
    Unclear { method: String, why: String },
    /// The client cannot be built from these settings.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A name that is not one of Slack's.
    #[error("`{0}` is not a place or a person in Slack")]
    NoSuchName(String),
    /// Nobody has let us in there, or no longer.
    #[error("the app is not installed in the workspace {0}; install it again")]
    NotInstalled(String),
}

impl SlackError {
    /// For a call that may be repeated without harm.
    pub(crate) fn again(&self) -> Again {
        match self {
            Self::Busy { after: Some(after), .. } => Again::After(*after),
            Self::Busy { .. } | Self::Unsent { .. } | Self::Unclear { .. } => Again::Soon,
            Self::Refused { .. } | Self::Wire(_) | Self::NoSuchName(_) | Self::NotInstalled(_) => Again::No,
        }
    }

    pub(crate) fn is_called(&self, code: &str) -> bool {
        matches!(self, Self::Refused { code: said, .. } if said == code)
    }

    /// Slack did not take the blocks; it may take simpler ones. Some of its limits are not documented.
    pub(crate) fn is_about_blocks(&self) -> bool {
        let codes = ["invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"];
        matches!(self, Self::Refused { code, .. } if codes.contains(&code.as_str()))
    }
}

/// How long to wait before a token is tried again that Slack did not take: somebody must do something first.
const UNTIL_LET_IN: Duration = Duration::from_secs(10);

/// Whether it is we who are refused, or something on the way that refuses, and not what was to be done: once we are let
/// in again, it can be done.
fn is_about_us(code: &str) -> bool {
    const CODES: [&str; 14] = [
        "account_inactive",
        "ekm_access_denied",
        "http_401",
        "http_403",
        "http_407",
        "http_408",
        "invalid_auth",
        "not_authed",
        "org_login_required",
        "team_access_not_granted",
        "team_disabled",
        "token_expired",
        "token_revoked",
        "user_removed_from_team",
    ];
    CODES.contains(&code)
}

impl From<SlackError> for ChatError {
    fn from(error: SlackError) -> Self {
        let words = error.to_string();
        match error {
            SlackError::Refused { code, .. } if is_about_us(&code) => {
                Self::Unavailable { words, retry_after: Some(UNTIL_LET_IN) }
            }
            SlackError::Refused { .. } | SlackError::NoSuchName(_) | SlackError::NotInstalled(_) => {
                Self::Refused(words)
            }
            SlackError::Busy { after, .. } => Self::Unavailable { words, retry_after: after },
            SlackError::Unsent { .. } | SlackError::Unclear { .. } | SlackError::Wire(_) => {
                Self::Unavailable { words, retry_after: None }
            }
        }
    }
}

/// For the codes after which no further attempt can work until somebody changes something: what to do about it.
pub fn lasting_refusal(code: &str) -> Option<&'static str> {
    Some(match code {
        "invalid_auth" | "not_authed" => {
            "Slack does not know this token. Copy SLACK_APP_TOKEN (xapp-…) and SLACK_BOT_TOKEN (xoxb-…) again from \
             the app's settings."
        }
        "token_revoked" | "token_expired" | "account_inactive" => {
            "The token was revoked, or the app was uninstalled. Install the app again and set the new tokens."
        }
        "user_removed_from_team" | "team_disabled" | "forbidden_team" | "ekm_access_denied" => {
            "The workspace no longer lets this app in. Ask an administrator of the workspace."
        }
        "not_allowed_token_type" => {
            "This is a token of another kind. SLACK_APP_TOKEN must begin with xapp-, SLACK_BOT_TOKEN with xoxb-."
        }
        "missing_scope" | "no_permission" | "access_denied" => {
            "The token lacks a scope. Give the app token `connections:write`, compare the app with the manifest, and \
             install it again."
        }
        "link_disabled" => {
            "Socket Mode was switched off for this app. Switch it on in the app's settings, then start again."
        }
        _ => return None,
    })
}
