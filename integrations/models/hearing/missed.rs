//! A try that brought no reply: what to tell, and whether to try again.

use std::time::Duration;

use kernel::ports::ModelError;
use serde::{Deserialize, Deserializer};
use wire::{Again, StatusCode, WireError};

use super::Ear;

/// How much of the API's own words we repeat.
const QUOTE: usize = 300;

/// What the settings are called that reach a provider, for whoever has to correct them.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) key: String,
    pub(crate) base: String,
}

/// What a provider says went wrong, in a stream or as a whole answer.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Complaint {
    #[serde(rename = "type", default, deserialize_with = "or_nothing")]
    pub(crate) kind: String,
    #[serde(default, deserialize_with = "or_nothing")]
    pub(crate) message: String,
}

fn or_nothing<'de, D: Deserializer<'de>>(given: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(given)?.unwrap_or_default())
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
        #[derive(Default, Deserialize)]
        struct Whole {
            #[serde(default)]
            error: Complaint,
        }
        let Whole { error: complaint } = serde_json::from_slice(body).unwrap_or_default();
        let said = said(&complaint, &format!("HTTP {}", status.as_u16()));
        let error = match status.as_u16() {
            401 | 403 => wrong_key(&said, names),
            404 => {
                ModelError::Misconfigured(format!("{said}. Check the configured model and {}.", names.base))
            }
            400 | 402 | 429 if is_about_money(&complaint) => {
                ModelError::Misconfigured(format!("{said}. Check the plan of the account of {}.", names.key))
            }
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
    pub(crate) fn by_complaint(complaint: &Complaint, names: &Names) -> Self {
        let said = said(complaint, "an error without words");
        let (error, again) = match complaint.kind.as_str() {
            "authentication_error" | "permission_error" => (wrong_key(&said, names), Again::No),
            "invalid_request_error" | "request_too_large" => (unusable(&said), Again::No),
            _ => (unavailable(&said, None), Again::Soon),
        };
        Self { error, again }
    }

    /// Words that were heard cannot be taken back.
    pub(crate) fn after_hearing(self, ear: &Ear<'_>) -> Self {
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

fn wrong_key(said: &str, names: &Names) -> ModelError {
    ModelError::Misconfigured(format!("{said}. Check {}.", names.key))
}

fn unusable(said: &str) -> ModelError {
    ModelError::Unusable(format!("{said}. Start a new thread."))
}

fn is_about_money(complaint: &Complaint) -> bool {
    complaint.message.contains("credit balance") || complaint.kind == "insufficient_quota"
}
