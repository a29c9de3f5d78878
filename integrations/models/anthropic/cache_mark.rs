//! The mark up to which a prompt is kept for the next request.

use serde::Serialize;

#[derive(Clone, Copy, Serialize)]
pub(super) struct Mark {
    #[serde(rename = "type")]
    kind: &'static str,
}

impl Mark {
    pub(super) const EPHEMERAL: Self = Self { kind: "ephemeral" };
}
