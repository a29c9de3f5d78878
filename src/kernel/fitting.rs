//! Arguments in the types a tool takes, where whoever wrote them had only words for them, or took a number for a name. Knows
//! what a schema says of an argument; doesn't know which tool it is of, nor whether the rest of it is right.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// No schema of ours refers to itself, but a stranger's may.
const DEEPEST: usize = 8;

/// A text as the value that an argument of this schema takes; nothing where the schema does not say what that is.
pub fn argument(text: &str, name: &str, schema: &Value) -> Option<Value> {
    let kinds = kinds_of(name, schema);
    (!kinds.is_empty()).then(|| as_one_of(&kinds, text))
}

/// The same arguments, with those put right that are of another type than the schema says and can be told in it: `7` for
/// `"7"`, or the other way round. What fits stays as it is, and so does what cannot be put right.
pub fn fitted(arguments: Value, schema: &Value) -> Value {
    let Value::Object(arguments) = arguments else { return arguments };
    let fit = |(name, value): (String, Value)| {
        let kinds = kinds_of(&name, schema);
        let fits = kinds.is_empty() || is_one_of(&kinds, &value);
        let value = match value {
            value if fits => value,
            Value::String(text) => as_one_of(&kinds, &text),
            value @ (Value::Number(_) | Value::Bool(_) | Value::Array(_) | Value::Object(_))
                if kinds.contains("string") =>
            {
                json!(value.to_string())
            }
            value => value,
        };
        (name, value)
    };
    Value::Object(arguments.into_iter().map(fit).collect::<Map<_, _>>())
}

fn as_one_of(kinds: &BTreeSet<&str>, text: &str) -> Value {
    let read = serde_json::from_str(text.trim()).ok().filter(|value| is_one_of(kinds, value));
    let is_text = kinds.contains("string");
    read.filter(|value| !is_text || value.is_null()).unwrap_or_else(|| json!(text))
}

fn is_one_of(kinds: &BTreeSet<&str>, value: &Value) -> bool {
    let is = |kind: &&str| match *kind {
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => kind_of(value) == other,
    };
    kinds.iter().any(is)
}

/// What an argument may be, as far as its schema says: nothing if it may be anything.
fn kinds_of<'a>(name: &str, schema: &'a Value) -> BTreeSet<&'a str> {
    let argument = schema.get("properties").and_then(|arguments| arguments.get(name));
    argument.and_then(|argument| said_of(argument, schema, DEEPEST)).unwrap_or_default()
}

fn said_of<'a>(argument: &'a Value, schema: &'a Value, deeper: usize) -> Option<BTreeSet<&'a str>> {
    let deeper = deeper.checked_sub(1)?;
    if let Some(to) = argument.get("$ref").and_then(Value::as_str) {
        return said_of(schema.pointer(to.strip_prefix('#')?)?, schema, deeper);
    }
    match argument.get("type") {
        Some(Value::String(kind)) => return Some([kind.as_str()].into()),
        Some(Value::Array(kinds)) => return kinds.iter().map(Value::as_str).collect(),
        _ => {}
    }
    if let Some(value) = argument.get("const") {
        return Some([kind_of(value)].into());
    }
    if let Some(values) = argument.get("enum").and_then(Value::as_array) {
        return Some(values.iter().map(kind_of).collect());
    }
    let either = argument.get("anyOf").or_else(|| argument.get("oneOf"))?.as_array()?;
    let each: Option<Vec<_>> = either.iter().map(|one| said_of(one, schema, deeper)).collect();
    Some(each?.into_iter().flatten().collect())
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests;
