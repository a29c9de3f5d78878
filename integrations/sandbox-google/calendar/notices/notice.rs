//! A mail that went out because of an event.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A mail that went out because of an event.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Notice {
    pub(crate) at: Timestamp,
    pub(crate) occasion: Occasion,
    /// The id of the event.
    pub(crate) event: String,
    pub(crate) title: String,
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Occasion {
    Invitation,
    Update,
    Cancellation,
    Answer,
}
