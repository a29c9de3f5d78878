//! JSON as models write it, and the calls in it.

use kernel::{CallId, Definition, ToolCall, argument};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::tool_names::{found, is_known, may_be_called, undecorated};
use crate::stream::unreadable;

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
pub(super) fn whole(text: &str) -> Result<Value, serde_json::Error> {
    let text = text.trim();
    serde_json::from_str(text).or_else(|error| json5::from_str(text).map_err(|_| error))
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
    manner: Manner,
}

/// How its arguments were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Json,
    /// Each as a text between tags: what it is, the tool says.
    Texts,
    /// Nothing was said about any.
    Unsaid,
}

fn call(value: &Value) -> Option<Raw> {
    let object = value.as_object()?;
    let named = NAMES.iter().find_map(|key| object.get(*key))?;
    if let Some(inner) = named.as_object() {
        return call(&Value::Object(inner.clone()));
    }
    let args = ARGUMENTS.iter().find_map(|key| object.get(*key));
    let manner = if args.is_some() { Manner::Json } else { Manner::Unsaid };
    let args = match args {
        None | Some(Value::Null) => Value::Object(Map::new()),
        // Written as a text within the text.
        Some(Value::String(text)) => whole(text).unwrap_or_else(|_| Value::String(text.clone())),
        Some(args) => args.clone(),
    };
    Some(Raw { name: named.as_str()?.to_owned(), args, manner })
}

impl Raw {
    pub(super) fn new(name: impl Into<String>, args: Value) -> Self {
        Self { name: name.into(), args, manner: Manner::Json }
    }

    /// Each argument is a text that stood in a tag.
    pub(super) fn of_texts(name: impl Into<String>, texts: Map<String, Value>) -> Self {
        Self { manner: Manner::Texts, ..Self::new(name, Value::Object(texts)) }
    }

    /// A call that cannot be read. No tool takes a text: whoever wrote it is told what was wrong.
    pub(super) fn unreadable(name: Option<&str>, why: &str, text: &str) -> Self {
        Self::new(name.unwrap_or("unreadable_call"), unreadable(why, text))
    }

    pub(super) fn is_known(&self, tools: &[Definition]) -> bool {
        is_known(tools, &self.name)
    }

    /// Whether it is one, though nothing around it says so.
    pub(super) fn is_meant(&self, tools: &[Definition]) -> bool {
        let in_full = self.manner == Manner::Json && self.args.is_object();
        self.is_known(tools) || (in_full && may_be_called(tools, &self.name))
    }

    pub(super) fn called(self, tools: &[Definition]) -> ToolCall {
        let known = found(tools, &self.name);
        let tool = known.map_or_else(|| undecorated(&self.name).to_owned(), |tool| tool.name.clone());
        let args = match self.manner {
            Manner::Json | Manner::Unsaid => self.args,
            Manner::Texts => typed(self.args, known),
        };
        let id = CallId(format!("text_{}", Uuid::new_v4().simple()));
        ToolCall { id, tool, args }
    }
}

/// Texts as what the tool takes. Where that is not known here, only what cannot be meant as words is more than a text: numbers
/// are put right where the whole tool is known.
fn typed(texts: Value, tool: Option<&Definition>) -> Value {
    let Value::Object(texts) = texts else { return texts };
    let one = |(name, value): (String, Value)| {
        let text = value.as_str().map(str::trim).unwrap_or_default();
        let said = tool.and_then(|tool| argument(text, &name, tool.schema()));
        let value = said.unwrap_or_else(|| match text.chars().next() {
            Some('{' | '[') => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
            _ => json!(text),
        });
        (name, value)
    };
    Value::Object(texts.into_iter().map(one).collect())
}
