//! Something as it came from outside.

use serde::Serialize;
use serde_json::Value;

/// JSON, in the words it came in. It is taken apart when somebody reads it: what waits for that is a tenth of the size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(String);

impl Raw {
    /// As it came: whether it can be read is seen when it is.
    pub fn written(text: String) -> Self {
        Self(text)
    }

    /// Something of our own.
    pub fn of(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(Self)
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Nothing if it is no JSON.
    pub fn read(&self) -> Option<Value> {
        serde_json::from_str(&self.0).ok()
    }
}

impl From<&Value> for Raw {
    fn from(value: &Value) -> Self {
        Self(value.to_string())
    }
}
