//! One attempt to tell the app something, and the ways it fails.

use sandbox_world::TransportSeed;
use serde::{Deserialize, Serialize};

use crate::ts::Ts;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Of a request to an address, only a name for it.
    pub(crate) envelope_id: String,
    /// None for a request to an address.
    pub(crate) connection: Option<u64>,
    pub(crate) sent_at: Ts,
    /// `200`, `http_error 500`, `connection_failed` …; nothing while it is open, and of a socket.
    #[serde(default)]
    pub(crate) outcome: Option<String>,
}

/// Why an attempt failed, in the words of `x-slack-retry-reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Over a socket.
    Timeout,
    HttpTimeout,
    HttpError,
    ConnectionFailed,
    TooManyRedirects,
    UnknownError,
}

impl Failure {
    /// No acknowledgement in time.
    pub(crate) fn late(transport: TransportSeed) -> Self {
        match transport {
            TransportSeed::Socket => Self::Timeout,
            TransportSeed::Http => Self::HttpTimeout,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::HttpTimeout => "http_timeout",
            Self::HttpError => "http_error",
            Self::ConnectionFailed => "connection_failed",
            Self::TooManyRedirects => "too_many_redirects",
            Self::UnknownError => "unknown_error",
        }
    }
}

/// Whether an app wants a failed delivery again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    Yes,
    /// It said `X-Slack-No-Retry: 1`.
    No,
}
