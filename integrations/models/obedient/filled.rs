//! What is to be filled in: `{{read}}` for all that was read, `{{id}}` for the first id that was seen, and `@1/…` for what an
//! earlier call answered.

use serde_json::Value;

/// So much of what was read is carried away.
const LOOT: usize = 1500;

/// Arguments as somebody planted them, with what was read in them.
pub(super) fn filled(args: &Value, read: &[&str]) -> Value {
    changed(args, &|text| Value::String(fill(text, read)))
}

pub(super) fn fill(text: &str, read: &[&str]) -> String {
    if !text.contains("{{") {
        return text.to_owned();
    }
    let loot: String = read.join(" ").chars().filter(|letter| !letter.is_control()).take(LOOT).collect();
    text.replace("{{read}}", &loot).replace("{{id}}", &first_id(read).unwrap_or_default())
}

/// Arguments of a task, with what its earlier calls answered.
pub(super) fn referred(args: &Value, answers: &[&str]) -> Value {
    changed(args, &|text| {
        let pointed = text.strip_prefix('@').and_then(|rest| {
            let (number, pointer) = rest.split_once('/')?;
            let answer = answers.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            json_in(answer)?.pointer(&format!("/{pointer}")).cloned()
        });
        pointed.unwrap_or_else(|| Value::String(text.to_owned()))
    })
}

fn changed(value: &Value, change: &dyn Fn(&str) -> Value) -> Value {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter().map(|item| changed(item, change)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), changed(field, change))).collect())
        }
        other => other.clone(),
    }
}

/// The JSON of a result, whatever fence is around it.
pub(super) fn json_in(answer: &str) -> Option<Value> {
    let begins = answer.char_indices().filter(|(_, letter)| *letter == '{');
    let parsed = begins.filter_map(|(at, _)| {
        serde_json::Deserializer::from_str(answer.get(at..)?).into_iter::<Value>().next()?.ok()
    });
    parsed.into_iter().next()
}

fn first_id(read: &[&str]) -> Option<String> {
    let ids = read.iter().filter_map(|text| {
        let (_, rest) = text.split_once("\"id\": \"")?;
        rest.split_once('"').map(|(id, _)| id.to_owned())
    });
    ids.into_iter().next()
}
