//! How values are taken: as they are, or as if somebody typed them.

/// How values are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Input {
    /// Text stays text, whatever it begins with.
    AsGiven,
    /// As if somebody typed it: formulas calculate, dates become dates.
    AsTyped,
}

impl Input {
    /// As Google calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AsGiven => "RAW",
            Self::AsTyped => "USER_ENTERED",
        }
    }
}
