//! A try that brought no reply: what to tell, and whether to try again.

use std::time::Duration;

use kernel::ports::ModelError;
use wire::{Again, StatusCode, WireError};

use super::{About, Complaint, Ear, MOST_CALLS};

/// What the settings are called that reach a provider, for whoever has to correct them.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) key: String,
    pub(crate) base: String,
}

#[derive(Debug)]
pub(crate) struct Missed {
    pub(crate) error: ModelError,
    again: Again,
}

impl Missed {
    pub(crate) fn again(&self) -> Again {
        self.again
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
        Self { error: unavailable(&error.to_string(), None), again }
    }

    /// The stream ended, or said something, that the protocol does not allow.
    pub(crate) fn broken(what: &str) -> Self {
        Self { error: unavailable(what, None), again: Again::Soon }
    }

    /// A reply with more calls in it than are taken. The same question would bring it again, at the same price.
    pub(crate) fn too_many_calls() -> Self {
        let words =
            format!("it asks for more than {MOST_CALLS} calls in one reply. Ask again in smaller steps.");
        Self { error: ModelError::Overasked(words), again: Again::No }
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
        let complaint = Complaint::read(body);
        let said = complaint.said(&format!("HTTP {}", status.as_u16()));
        let error = match (status.as_u16(), complaint.about()) {
            (401 | 403, _) => wrong_key(&said, names),
            (400 | 402 | 429, About::Money) => {
                ModelError::Misconfigured(format!("{said}. Check the plan of the account of {}.", names.key))
            }
            (408 | 429 | 500.., _) => {
                return Self {
                    error: unavailable(&said, retry_after),
                    again: retry_after.map_or(Again::Soon, Again::After),
                };
            }
            (413, _) => unusable(&said),
            (_, about) => refused(&said, about, names),
        };
        Self { error, again: Again::No }
    }

    /// An `error` event in the middle of a stream.
    pub(crate) fn by_complaint(complaint: &Complaint, names: &Names) -> Self {
        let said = complaint.said("an error without words");
        let (error, again) = match complaint.kind.as_str() {
            "authentication_error" | "permission_error" => (wrong_key(&said, names), Again::No),
            "invalid_request_error" | "request_too_large" => {
                (refused(&said, complaint.about(), names), Again::No)
            }
            _ => (unavailable(&said, None), Again::Soon),
        };
        Self { error, again }
    }

    /// Words that were heard cannot be taken back.
    pub(crate) fn after_hearing(self, ear: &Ear<'_>) -> Self {
        if ear.has_heard() { Self { again: Again::No, ..self } } else { self }
    }
}

fn unavailable(why: &str, retry_after: Option<Duration>) -> ModelError {
    ModelError::Unavailable { words: format!("{why}. Ask again in a moment."), retry_after }
}

fn wrong_key(said: &str, names: &Names) -> ModelError {
    ModelError::Misconfigured(format!("{said}. Check {}.", names.key))
}

fn unusable(said: &str) -> ModelError {
    ModelError::Unusable(format!("{said}. Start a new thread."))
}

/// Only what is too long is for whoever asked to do something about; anything else that is refused is a setting.
fn refused(said: &str, about: About, names: &Names) -> ModelError {
    match about {
        About::Length => unusable(said),
        About::Tools => ModelError::Toolless(format!("{said}. Set text_mode = true, or name another model.")),
        About::Money | About::Else => {
            ModelError::Misconfigured(format!("{said}. Check the configured model and {}.", names.base))
        }
    }
}
