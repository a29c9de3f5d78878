//! Fields of blocks and views, which Slack has checked already.

/// A text of some JSON by its name; empty where there is none.
pub(crate) fn field<'a>(value: &'a serde_json::Value, name: &str) -> &'a str {
    value.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
}
