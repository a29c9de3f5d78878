//! A try that brought no reply: what to tell, and whether to try again.

use std::time::Duration;

use kernel::ports::ModelError;
use serde::Deserialize;
use wire::{Again, StatusCode, WireError};

use super::ear::Ear;
use super::events::Complaint;

/// How much of the API's own words we repeat.
const QUOTE: usize = 300;

#[derive(Debug)]
pub(super) struct Missed {
    pub(super) error: ModelError,
    again: Again,
}

impl Missed {
    pub(super) fn again(&self) -> Again {
        self.again
    }

    pub(super) fn by_wire(error: &WireError) -> Self {
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
    pub(super) fn broken(what: &str) -> Self {
        Self { error: unavailable(what, None), again: Again::Soon }
    }

    pub(super) fn by_status(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> Self {
        #[derive(Default, Deserialize)]
        struct Whole {
            #[serde(default)]
            error: Complaint,
        }
        let Whole { error: complaint } = serde_json::from_slice(body).unwrap_or_default();
        let said = said(&complaint, &format!("HTTP {}", status.as_u16()));
        let error = match status.as_u16() {
            401 | 403 => wrong_key(&said),
            404 => ModelError::Misconfigured(format!(
                "{said}. Check the configured model and ANTHROPIC_BASE_URL."
            )),
            400 if is_about_money(&complaint) => ModelError::Misconfigured(format!(
                "{said}. Check the plan of the account of ANTHROPIC_API_KEY."
            )),
            408 | 429 | 500.. => {
                return Self {
                    error: unavailable(&said, retry_after),
                    again: retry_after.map_or(Again::Soon, Again::After),
                };
            }
            _ => unusable(&said),
        };
        Self { error, again: Again::No }
    }

    /// An `error` event in the middle of a stream.
    pub(super) fn by_complaint(complaint: &Complaint) -> Self {
        let said = said(complaint, "an error without words");
        let (error, again) = match complaint.kind.as_str() {
            "authentication_error" | "permission_error" => (wrong_key(&said), Again::No),
            "invalid_request_error" | "request_too_large" => (unusable(&said), Again::No),
            _ => (unavailable(&said, None), Again::Soon),
        };
        Self { error, again }
    }

    /// Words that were heard cannot be taken back.
    pub(super) fn after_hearing(self, ear: &Ear<'_>) -> Self {
        if ear.has_heard() { Self { again: Again::No, ..self } } else { self }
    }
}

fn said(complaint: &Complaint, otherwise: &str) -> String {
    let message: String = complaint.message.trim().trim_end_matches('.').chars().take(QUOTE).collect();
    match (complaint.kind.is_empty(), message.is_empty()) {
        (_, true) => otherwise.to_owned(),
        (true, false) => message,
        (false, false) => format!("{message} ({})", complaint.kind),
    }
}

fn unavailable(why: &str, retry_after: Option<Duration>) -> ModelError {
    ModelError::Unavailable { words: format!("{why}. Ask again in a moment."), retry_after }
}

fn wrong_key(said: &str) -> ModelError {
    ModelError::Misconfigured(format!("{said}. Check ANTHROPIC_API_KEY."))
}

fn unusable(said: &str) -> ModelError {
    ModelError::Unusable(format!("{said}. Start a new thread."))
}

fn is_about_money(complaint: &Complaint) -> bool {
    complaint.message.contains("credit balance")
}
