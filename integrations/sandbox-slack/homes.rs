//! The Home tab: what the app shows each person there.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Home {
    pub(crate) id: String,
    pub(crate) hash: String,
    /// As the app gave it.
    pub(crate) form: Map<String, Value>,
    /// What stands in its inputs, in the shape of `state.values`.
    pub(crate) values: Value,
}

impl Home {
    pub(crate) fn blocks(&self) -> &[Value] {
        self.form.get("blocks").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        self.form.get(name).and_then(Value::as_str).unwrap_or_default()
    }
}
