//! Why something did not happen, told apart by who can do something about it.

use serde::{Deserialize, Serialize};

/// A call that did not work out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Failure {
    pub code: Code,
    pub heard_by: Hearer,
    /// Our own words, ending with what to do next.
    pub words: String,
    /// What somebody outside said about it, e.g. the body of an API error. It takes the road of any stranger's text.
    pub quote: Option<String>,
}

/// Who can do something about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hearer {
    /// The model: it can try again differently.
    Model,
    /// The person who asked: sign in, choose, allow.
    Person,
    /// Whoever runs this installation.
    Operator,
}

/// The codes a call can end with. The model is told about them by these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    InputInvalid,
    NotAvailable,
    Denied,
    ConfirmationRequired,
    Timeout,
    Cancelled,
    ExecutionFailed,
    StaleWrite,
    RateLimited,
    AuthRequired,
    ScopeMissing,
    NotFound,
    Conflict,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Self::InputInvalid => "input_invalid",
            Self::NotAvailable => "not_available",
            Self::Denied => "denied",
            Self::ConfirmationRequired => "confirmation_required",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::ExecutionFailed => "execution_failed",
            Self::StaleWrite => "stale_write",
            Self::RateLimited => "rate_limited",
            Self::AuthRequired => "auth_required",
            Self::ScopeMissing => "scope_missing",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
        }
    }

    /// Whether it would work if the person signed in or allowed more.
    pub fn lacks_consent(self) -> bool {
        matches!(self, Self::AuthRequired | Self::ScopeMissing)
    }
}

impl Failure {
    /// The model can mend it.
    pub fn model(code: Code, words: impl Into<String>) -> Self {
        Self { code, heard_by: Hearer::Model, words: words.into(), quote: None }
    }

    /// The model asked for something that cannot be done.
    pub fn invalid(words: impl Into<String>) -> Self {
        Self::model(Code::InputInvalid, words)
    }

    /// The thing is in a state that leaves nothing to do.
    pub fn conflict(words: impl Into<String>) -> Self {
        Self::model(Code::Conflict, words)
    }

    pub fn not_found(words: impl Into<String>) -> Self {
        Self::model(Code::NotFound, words)
    }

    /// The person who asked can mend it.
    pub fn person(code: Code, words: impl Into<String>) -> Self {
        Self { code, heard_by: Hearer::Person, words: words.into(), quote: None }
    }

    /// Whoever runs this installation can mend it.
    pub fn operator(code: Code, words: impl Into<String>) -> Self {
        Self { code, heard_by: Hearer::Operator, words: words.into(), quote: None }
    }

    /// Whether it would work if the person signed in or allowed more.
    pub fn lacks_consent(&self) -> bool {
        self.code.lacks_consent()
    }

    /// Adds what somebody outside said.
    #[must_use]
    pub fn quoting(self, quote: impl Into<String>) -> Self {
        Self { quote: Some(quote.into()), ..self }
    }
}
