//! A mail that Google itself has sent.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// One mail that was sent.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Notice {
    pub(crate) at: Timestamp,
    /// `drive` or `calendar`.
    pub(crate) service: String,
    /// The address of whoever caused it.
    pub(crate) by: String,
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// The id of the file or event it is about.
    pub(crate) about: String,
}
