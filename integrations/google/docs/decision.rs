//! What becomes of a suggestion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Decision {
    Accept,
    Reject,
}

impl Decision {
    /// For a card.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Self::Accept => "Accept",
            Self::Reject => "Reject",
        }
    }

    pub(crate) fn request(self, id: &str) -> Value {
        match self {
            Self::Accept => json!({ "acceptSuggestion": { "suggestionId": id } }),
            Self::Reject => json!({ "rejectSuggestion": { "suggestionId": id } }),
        }
    }

    /// How Docs calls a suggestion that was decided so.
    pub(super) fn status(self) -> &'static str {
        match self {
            Self::Accept => "ACCEPTED",
            Self::Reject => "REJECTED",
        }
    }
}
