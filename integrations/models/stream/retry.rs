//! A try that brought no reply: what to tell, and whether to try again.

use std::time::Duration;

use kernel::ports::ModelError;
use wire::{Again, StatusCode, WireError};

use super::{About, Collector, MOST_CALLS, ProviderError};

/// What the settings are called that reach a provider, for whoever has to correct them.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) key: String,
    pub(crate) base: String,
}

#[derive(Debug)]
pub(crate) struct FailedAttempt {
    pub(crate) error: ModelError,
    again: Again,
    about: About,
}

/// A failure before anything was sent.
impl From<ModelError> for FailedAttempt {
    fn from(error: ModelError) -> Self {
        Self { error, again: Again::No, about: About::Else }
    }
}

impl FailedAttempt {
    pub(crate) fn again(&self) -> Again {
        self.again
    }

    /// Whether the provider refuses sealed content of an earlier reply: its model's thinking, or its signature.
    pub(crate) fn is_about_kept_content(&self) -> bool {
        self.about == About::KeptContent
    }

    pub(crate) fn by_wire(error: &WireError) -> Self {
        let again = match error {
            WireError::Unreachable { .. } | WireError::Unanswered { .. } | WireError::TimedOut { .. } => {
                Again::Soon
            }
            WireError::TooLarge { .. }
            | WireError::Unreadable { .. }
            | WireError::BadAddress { .. }
            | WireError::Forbidden { .. }
            | WireError::Misdirected { .. } => Again::No,
        };
        Self { again, ..Self::from(unavailable(&error.to_string(), None)) }
    }

    /// The stream ended, or said something, that the protocol does not allow.
    pub(crate) fn broken(what: &str) -> Self {
        Self { again: Again::Soon, ..Self::from(unavailable(what, None)) }
    }

    /// A reply with more calls in it than are taken. The same question would bring it again, at the same price.
    pub(crate) fn too_many_calls() -> Self {
        let words =
            format!("it asks for more than {MOST_CALLS} calls in one reply. Ask again in smaller steps.");
        ModelError::Overasked(words).into()
    }

    /// Somebody answered who is no model: a proxy, or the page of whoever serves it.
    pub(crate) fn by_page(names: &Names) -> Self {
        Self::broken(&format!("{} leads to a web page, not to a model; check it", names.base))
    }

    pub(crate) fn by_status(
        status: StatusCode,
        retry_after: Option<Duration>,
        body: &[u8],
        names: &Names,
    ) -> Self {
        let complaint = ProviderError::read(body);
        let said = complaint.said(&format!("HTTP {}", status.as_u16()));
        let about = complaint.about();
        let error = match (status.as_u16(), about) {
            (401 | 403, _) => wrong_key(&said, names),
            (400 | 402 | 429, About::Money) => no_money(&said, names),
            (408 | 429 | 500.., _) => {
                let again = retry_after.map_or(Again::Soon, Again::After);
                return Self { again, ..Self::from(unavailable(&said, retry_after)) };
            }
            (413, _) => unusable(&said),
            (_, about) => refused(&said, about, names),
        };
        Self { about, ..Self::from(error) }
    }

    /// An `error` event in the middle of a stream.
    pub(crate) fn by_complaint(complaint: &ProviderError, names: &Names) -> Self {
        let said = complaint.said("an error without words");
        let about = complaint.about();
        let (error, again) = match (complaint.kind.as_str(), about) {
            ("authentication_error" | "permission_error", _) => (wrong_key(&said, names), Again::No),
            (_, About::Money) => (no_money(&said, names), Again::No),
            ("invalid_request_error" | "request_too_large", _) | (_, About::Length | About::Retired) => {
                (refused(&said, about, names), Again::No)
            }
            _ => (unavailable(&said, None), Again::Soon),
        };
        Self { error, again, about }
    }

    /// Words that were heard cannot be taken back.
    pub(crate) fn after_hearing(self, ear: &Collector<'_>) -> Self {
        if ear.has_heard() { Self { again: Again::No, ..self } } else { self }
    }
}

fn unavailable(why: &str, retry_after: Option<Duration>) -> ModelError {
    ModelError::Unavailable { words: format!("{why}. Ask again in a moment."), retry_after }
}

fn wrong_key(said: &str, names: &Names) -> ModelError {
    ModelError::Misconfigured(format!("{said}. Check {}.", names.key))
}

fn no_money(said: &str, names: &Names) -> ModelError {
    ModelError::Misconfigured(format!("{said}. Check the plan of the account of {}.", names.key))
}

fn unusable(said: &str) -> ModelError {
    ModelError::Unusable(format!("{said}. Start a new thread."))
}

/// Only what is too long is for whoever asked to do something about; anything else that is refused is a setting.
fn refused(said: &str, about: About, names: &Names) -> ModelError {
    match about {
        About::Length => unusable(said),
        About::Tools => ModelError::Toolless(format!("{said}. Set text_mode = true, or name another model.")),
        About::Retired => ModelError::Retired(said.to_owned()),
        About::Money | About::KeptContent | About::Else => {
            ModelError::Misconfigured(format!("{said}. Check the configured model and {}.", names.base))
        }
    }
}
