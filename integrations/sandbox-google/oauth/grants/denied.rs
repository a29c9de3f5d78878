//! The reasons to refuse a code or a token, and the durations of grants.

use serde::{Deserialize, Serialize};

/// `access_type`: whether a refresh token is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Duration {
    Online,
    Offline,
}

/// Why an exchange is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    MalformedCode,
    /// Used, expired, or never issued.
    DeadCode,
    OtherRedirect,
    MissingVerifier,
    WrongVerifier,
    UnknownRefreshToken,
    DeadRefreshToken,
    /// The refresh token was issued to another client.
    OtherClient,
    WiderScope,
    Reauthenticate,
    ClientGone,
    ClientDeleted,
    /// An administrator does not allow the app.
    Forbidden,
    Broken,
}
