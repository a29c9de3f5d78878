//! The Responses API of `OpenAI`: the only one in which its reasoning models take tools.
//!
//! We ask the server to store nothing: each request carries the whole conversation, and the model's sealed reasoning
//! goes back with the items that came after it.

pub(super) mod reply;
pub(super) mod request;

use serde_json::Value;

/// Marks what was kept of a response.
const KEPT_BY: &str = "openai.responses";
const REASONING: &str = "reasoning";
const FUNCTION_CALL: &str = "function_call";
const MESSAGE: &str = "message";

fn is(item: &Value, kind: &str) -> bool {
    word(item, "type") == Some(kind)
}

fn word<'a>(item: &'a Value, field: &str) -> Option<&'a str> {
    item.get(field).and_then(Value::as_str)
}

#[cfg(test)]
mod tests;
