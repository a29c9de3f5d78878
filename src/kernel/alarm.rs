//! How loudly a text asks to be looked at twice.

use serde::{Deserialize, Serialize};

/// What the scanner makes of a text. It raises scrutiny and never lowers it, and decides nothing: a quiet text is no
/// safer to obey than a loud one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// Nothing was noticed.
    #[default]
    Quiet,
    /// Noted. Not worth interrupting a person, unless it can be said in words what is odd about it.
    Odd,
    /// Goes onto the approval card, in plain sight.
    Loud,
}
