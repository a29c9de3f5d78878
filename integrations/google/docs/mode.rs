//! Whether somebody writes into a document or proposes to.

use kernel::Deed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a change is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// As a suggestion, which somebody accepts or rejects in the document.
    #[default]
    Suggest,
    /// Directly.
    Edit,
}

impl Mode {
    /// What somebody asks for who asks for a change: nothing goes away by a suggestion that it go.
    pub(crate) fn deed(self, change: Deed) -> Deed {
        match (self, change) {
            (Self::Suggest, Deed::Destroy) => Deed::Revise,
            (Self::Suggest | Self::Edit, change) => change,
        }
    }

    /// For a card.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::Suggest => "as a suggestion: the text stays as it is until somebody accepts it",
            Self::Edit => "directly: the text is changed at once",
        }
    }

    /// What is done next, for an answer.
    pub(crate) fn next(self, link: &str) -> Option<String> {
        match self {
            Self::Suggest => Some(format!("It is a suggestion. Accept or reject it in the document: {link}")),
            Self::Edit => None,
        }
    }
}
