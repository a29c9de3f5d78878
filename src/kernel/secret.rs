//! A text that must not be seen: tokens, keys, verifiers.

use std::fmt;

/// Has no `Serialize`, and its `Debug` shows nothing, so that it cannot slip into a log, a prompt or a card.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// For the one place that puts it on the wire.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}
