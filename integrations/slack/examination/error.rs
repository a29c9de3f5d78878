//! Why Slack cannot be examined.

use thiserror::Error;
use wire::WireError;

#[derive(Debug, Error)]
pub(super) enum ExaminationError {
    #[error(transparent)]
    Address(WireError),
    #[error("Slack cannot be reached: {0}.")]
    Unreachable(WireError),
    #[error("What answers at {api} (HTTP {status}) is not Slack.")]
    NotSlack { api: String, status: u16 },
    #[error("Slack refuses {method} ({code}).")]
    Refused { method: String, code: String },
    #[error("Slack gave no address for a socket.")]
    NoAddress,
    #[error("No socket opens: {0}.")]
    NoSocket(WireError),
    #[error("The socket broke: {0}.")]
    Broken(WireError),
    #[error("Slack closed the socket at once.")]
    Closed,
}
