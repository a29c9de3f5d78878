//! JSON as models write it, and the calls in it.

use kernel::{CallId, Definition, ToolCall};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{known, undecorated};
use crate::hearing::unreadable;

/// What a call is called, and what its arguments are called, by those who write them.
const NAMES: [&str; 5] = ["name", "tool", "tool_name", "function", "action"];
const ARGUMENTS: [&str; 6] = ["arguments", "parameters", "args", "input", "params", "action_input"];

/// A value at the beginning of a text.
pub(super) enum First {
    /// It takes up so many bytes.
    Value(Value, usize),
    /// It goes on, if more comes.
    Unfinished,
    None(String),
}

/// Only what says by itself where it ends: an object or a list.
pub(super) fn first(text: &str) -> First {
    match text.trim_start().chars().next() {
        None => return First::Unfinished,
        Some('{' | '[') => {}
        Some(_) => return First::None("no object follows".to_owned()),
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next() {
        Some(Ok(value)) => First::Value(value, values.byte_offset()),
        Some(Err(error)) if error.is_eof() => First::Unfinished,
        Some(Err(error)) => First::None(error.to_string()),
        None => First::Unfinished,
    }
}

/// The whole of a text as a value: as it should be written, or as it is written by hand.
pub(super) fn whole(text: &str) -> Result<Value, String> {
    let text = text.trim();
    serde_json::from_str(text).or_else(|error| json5::from_str(text).map_err(|_| error.to_string()))
}

/// Every call in a value; nothing if anything in it is not a call.
pub(super) fn calls(value: &Value) -> Option<Vec<Raw>> {
    match value {
        Value::Array(values) if !values.is_empty() => values.iter().map(call).collect(),
        Value::Object(object) => match object.get("tool_calls") {
            Some(several @ Value::Array(_)) => calls(several),
            _ => call(value).map(|call| vec![call]),
        },
        _ => None,
    }
}

/// A call before it is known whether there is such a tool.
pub(super) struct Raw {
    pub(super) name: String,
    pub(super) args: Value,
}

fn call(value: &Value) -> Option<Raw> {
    let object = value.as_object()?;
    let named = NAMES.iter().find_map(|key| object.get(*key))?;
    if let Some(inner) = named.as_object() {
        return call(&Value::Object(inner.clone()));
    }
    let args = ARGUMENTS.iter().find_map(|key| object.get(*key));
    let args = match args {
        None | Some(Value::Null) => Value::Object(Map::new()),
        // Written as a text within the text.
        Some(Value::String(text)) => whole(text).unwrap_or_else(|_| Value::String(text.clone())),
        Some(args) => args.clone(),
    };
    Some(Raw { name: named.as_str()?.to_owned(), args })
}

impl Raw {
    pub(super) fn new(name: impl Into<String>, args: Value) -> Self {
        Self { name: name.into(), args }
    }

    /// A call that cannot be read. No tool takes a text: whoever wrote it is told what was wrong.
    pub(super) fn unreadable(name: Option<&str>, why: &str, text: &str) -> Self {
        Self::new(name.unwrap_or("unreadable_call"), unreadable(why, text))
    }

    pub(super) fn is_known(&self, tools: &[Definition]) -> bool {
        known(tools, &self.name).is_some()
    }

    pub(super) fn called(self, tools: &[Definition]) -> ToolCall {
        let tool = known(tools, &self.name).unwrap_or_else(|| undecorated(&self.name).to_owned());
        let id = CallId(format!("text_{}", Uuid::new_v4().simple()));
        ToolCall { id, tool, args: self.args }
    }
}

/// A value that stood in a tag: JSON where it is JSON, else its text.
pub(super) fn bare(text: &str) -> Value {
    let trimmed = text.trim();
    serde_json::from_str(trimmed).unwrap_or_else(|_| json!(trimmed))
}
