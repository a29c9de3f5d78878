//! The refusals of a batch, by request.

use crate::refusal::Refusal;

/// Why a request of a batch is not carried out.
#[derive(Debug)]
pub(crate) enum Problem {
    /// 400, in words that follow the name of the request.
    Invalid(String),
    Refused(Refusal),
}

impl Problem {
    pub(crate) fn invalid(words: impl Into<String>) -> Self {
        Self::Invalid(words.into())
    }

    /// As the answer to a batch, of which this is one request.
    pub(crate) fn of(self, number: usize, kind: &str) -> Refusal {
        match self {
            Self::Invalid(words) => Refusal::argument(format!("Invalid requests[{number}].{kind}: {words}")),
            Self::Refused(refusal) => refusal,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
