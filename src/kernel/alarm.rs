//! How loudly a text asks to be looked at twice.

use serde::{Deserialize, Serialize};

/// What a scan says about a text. It raises scrutiny; it is never what protects anybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    #[default]
    Quiet,
    /// Worth noting.
    Odd,
    /// Worth a person's attention before anything is done.
    Loud,
}
