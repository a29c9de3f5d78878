//! What can go wrong on the way, told apart by whether the other side may have acted.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The request never left: trying again is always safe.
    #[error("cannot reach {host}: {why}")]
    Unreachable { host: String, why: String },
    /// It left, and no whole answer came: the other side may have acted on it.
    #[error("no answer from {host}: {why}")]
    Unanswered { host: String, why: String },
    #[error("{host} did not answer within {limit:?}")]
    TimedOut { host: String, limit: Duration },
    #[error("the answer of {host} is larger than {cap} bytes")]
    TooLarge { host: String, cap: usize },
    #[error("{host} answered something unreadable: {why}")]
    Unreadable { host: String, why: String },
    /// The address itself is not acceptable.
    #[error("{name} is `{given}`: {why}")]
    BadAddress { name: String, given: String, why: String },
    /// Not a request that we send, and nothing left: the caller can name another address, or write another request.
    #[error("a request to {host} is refused: {why}")]
    Forbidden { host: String, why: String },
    /// It answered, and sent us on to where we do not go: it may have acted on the request.
    #[error("{host} sent us on, and we did not follow: {why}")]
    Misdirected { host: String, why: String },
}

impl WireError {
    /// Whether the other side may have acted on the request.
    pub fn may_have_acted(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::BadAddress { .. } | Self::Forbidden { .. } => false,
            Self::Unanswered { .. }
            | Self::TimedOut { .. }
            | Self::TooLarge { .. }
            | Self::Unreadable { .. }
            | Self::Misdirected { .. } => true,
        }
    }
}
