//! The limits of a project, and the refusal of a call over them.

use serde::{Deserialize, Serialize};

/// Which of Google's limits are enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Table {
    /// None of them; costs are counted by the newer table.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// For projects made since May 2026.
    #[serde(rename = "2026")]
    Newer,
    /// For projects made before.
    #[serde(rename = "earlier")]
    Earlier,
}

/// How a call over the limit is refused; Google does both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Excess {
    /// 429 `rateLimitExceeded`.
    #[default]
    TooManyRequests,
    /// 403 `userRateLimitExceeded`.
    Forbidden,
}
