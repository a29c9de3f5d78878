//! Why something cannot be done to a spreadsheet, before it is known which request asked for it.

use thiserror::Error;

use crate::refusal::Refusal;

/// What the service says against a request, in its own words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Objection(pub(crate) String);

impl Objection {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    pub(super) fn no_range(text: &str) -> Self {
        Self(format!("Unable to parse range: {text}"))
    }

    pub(super) fn no_grid(id: i32) -> Self {
        Self(format!("No grid with id: {id}"))
    }

    pub(super) fn no_sheet(id: i32) -> Self {
        Self(format!("No sheet with id: {id}"))
    }

    pub(super) fn too_long() -> Self {
        Self::new("Your input contains more than the maximum of 50000 characters in a single cell.")
    }

    pub(super) fn is_protected() -> Self {
        Self::new(
            "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove \
             protection if you need to edit.",
        )
    }
}

impl From<Objection> for Refusal {
    fn from(objection: Objection) -> Self {
        Self::argument(objection.0)
    }
}
