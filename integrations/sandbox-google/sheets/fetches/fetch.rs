//! An address that a formula would fetch.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// An address that a formula would have led to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Fetch {
    pub(crate) at: Timestamp,
    pub(crate) sheet: String,
    /// e.g. `B7`.
    pub(crate) cell: String,
    /// e.g. `IMPORTXML`. A `HYPERLINK` is followed when somebody clicks it, the others at once.
    pub(crate) function: String,
    pub(crate) url: String,
}
