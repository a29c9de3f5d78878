//! Changing the arguments of a call that waits for a countersignature.

use std::collections::HashMap;

use kernel::{Body, CallId, Definition, Entry, FilledIn, Line, LineTakes, Need, Record, Reply, ToolCall};
use serde_json::{Map, Value};

use crate::progress::{CardProgress, Progress};

/// A form holds no more than this.
const MOST_LINES: usize = 20;
/// What is longer than this has no room in a form, and stays as it is.
const LONGEST: usize = 3000;
/// Longer text is written in several lines.
const LONG: usize = 60;

/// The newest arguments a person has given a call, by call.
pub(crate) fn edits<'a>(journal: &'a [Record], cards: &[CardProgress]) -> HashMap<CallId, &'a Body> {
    let edited = journal.iter().filter_map(|record| match &record.entry {
        Entry::Edited { approval, arguments, .. } => {
            let card = cards.iter().find(|card| card.approval == *approval)?;
            Some((card.planned.call.clone(), arguments))
        }
        _ => None,
    });
    edited.collect()
}

/// The call with the arguments that count.
pub(crate) fn as_edited(call: ToolCall, edits: &HashMap<CallId, &Body>) -> ToolCall {
    match edits.get(&call.id).and_then(|words| serde_json::from_str(words.words()).ok()) {
        Some(args) => ToolCall { args, ..call },
        None => call,
    }
}

/// The arguments of the call a card stands for, as they count.
pub(crate) fn arguments(journal: &[Record], card: &CardProgress) -> Option<Value> {
    let replies = journal.iter().rev().filter_map(|record| match &record.entry {
        Entry::Said { turn, reply, .. } if *turn == card.turn => Some(reply),
        _ => None,
    });
    let call = replies.into_iter().find_map(|reply| {
        let reply: Reply = serde_json::from_str(reply.words()).ok()?;
        reply.calls.into_iter().find(|call| call.id == card.planned.call)
    })?;
    let cards = Progress::of(journal).cards;
    Some(as_edited(call, &edits(journal, &cards)).args)
}

/// How an argument is written in a form.
enum Written {
    Text,
    /// One entry per line.
    List,
    Choice(Vec<String>),
}

/// The arguments that can be written as text, as lines of a form.
pub(crate) fn lines(definition: &Definition, args: &Value) -> Vec<Line> {
    editable(definition, args)
        .into_iter()
        .take(MOST_LINES)
        .map(|(name, written)| line(&name, written, definition, args))
        .collect()
}

/// The arguments as they were changed: what was left empty is not given.
pub(crate) fn changed(definition: &Definition, before: &Value, filled: &FilledIn) -> Value {
    let mut args: Map<String, Value> = before.as_object().cloned().unwrap_or_default();
    for (name, written) in editable(definition, before).into_iter().take(MOST_LINES) {
        let words = filled.get(&name).map(String::as_str).unwrap_or_default();
        let required = is_required(definition, &name);
        match written {
            Written::List => {
                let list: Vec<Value> =
                    words.lines().map(str::trim).filter(|line| !line.is_empty()).map(Value::from).collect();
                put(&mut args, name, Value::from(list.clone()), required || !list.is_empty());
            }
            Written::Text | Written::Choice(_) => {
                put(&mut args, name, Value::from(words), required || !words.is_empty());
            }
        }
    }
    Value::Object(args)
}

fn put(args: &mut Map<String, Value>, name: String, value: Value, given: bool) {
    if given {
        args.insert(name, value);
    } else {
        args.remove(&name);
    }
}

fn line(name: &str, written: Written, definition: &Definition, args: &Value) -> Line {
    let given = args.get(name);
    let text = given.and_then(Value::as_str).unwrap_or_default().to_owned();
    let (takes, filled, more) = match written {
        Written::Choice(choices) => (LineTakes::Choice(choices), text, ""),
        Written::Text if text.chars().count() > LONG || text.contains('\n') => (LineTakes::Text, text, ""),
        Written::Text => (LineTakes::Line, text, ""),
        Written::List => {
            let entries = given.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let entries: Vec<&str> = entries.iter().filter_map(Value::as_str).collect();
            (LineTakes::Text, entries.join("\n"), " (one per line)")
        }
    };
    let need =
        if is_required(definition, name) && !filled.is_empty() { Need::Required } else { Need::Optional };
    Line { name: name.to_owned(), label: format!("{}{more}", in_words(name)), takes, filled, need }
}

/// In the order of the schema: what must be given first.
fn editable(definition: &Definition, args: &Value) -> Vec<(String, Written)> {
    let properties = definition.schema.get("properties").and_then(Value::as_object);
    let required: Vec<&str> = required(definition);
    let place = |name: &str| required.iter().position(|known| *known == name).unwrap_or(usize::MAX);
    let mut found: Vec<(String, Written)> = properties
        .into_iter()
        .flatten()
        .filter(|(name, _)| !is_an_id(name) && args.get(name).is_none_or(has_room))
        .filter_map(|(name, schema)| Some((name.clone(), written(schema)?)))
        .collect();
    found.sort_by_key(|(name, _)| place(name));
    found
}

fn has_room(value: &Value) -> bool {
    let length = |text: &str| text.encode_utf16().count();
    match value {
        Value::String(text) => length(text) <= LONGEST,
        Value::Array(list) => {
            list.iter().filter_map(Value::as_str).map(|text| length(text) + 1).sum::<usize>() <= LONGEST
        }
        _ => true,
    }
}

/// What only a machine can tell apart is not for writing.
fn is_an_id(name: &str) -> bool {
    name == "id" || name.ends_with("_id") || name.ends_with("_ids")
}

fn written(schema: &Value) -> Option<Written> {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return Some(Written::Choice(choices.iter().filter_map(Value::as_str).map(str::to_owned).collect()));
    }
    let is = |schema: &Value, kind: &str| match schema.get("type") {
        Some(Value::String(only)) => only == kind,
        Some(Value::Array(several)) => several.iter().any(|each| each == kind),
        _ => false,
    };
    if is(schema, "string") {
        return Some(Written::Text);
    }
    (is(schema, "array") && schema.get("items").is_some_and(|items| is(items, "string")))
        .then_some(Written::List)
}

fn required(definition: &Definition) -> Vec<&str> {
    let required = definition.schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_required(definition: &Definition, name: &str) -> bool {
    required(definition).contains(&name)
}

fn in_words(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use kernel::{Asking, Kind};
    use serde_json::json;

    use super::*;

    fn letter() -> Definition {
        let schema = json!({
            "type": "object",
            "required": ["to", "subject", "body"],
            "properties": {
                "body": { "type": "string" },
                "cc": { "type": "array", "items": { "type": "string" } },
                "files": { "type": "array", "items": { "$ref": "#/$defs/File" } },
                "id": { "type": "string" },
                "reply_to": { "type": ["string", "null"] },
                "subject": { "type": "string" },
                "to": { "type": "array", "items": { "type": "string" } },
            },
        });
        Definition {
            kind: Kind::Commit,
            asking: Asking::ByKind,
            ..Definition::unknown("letter.send", String::new(), schema)
        }
    }

    #[test]
    fn what_can_be_written_stands_in_the_form_and_nothing_else() {
        let args = json!({ "to": ["a@x", "b@x"], "subject": "Keys", "body": "One\nTwo", "id": "17" });
        let lines = lines(&letter(), &args);
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["to", "subject", "body", "cc", "reply_to"]);
        assert_eq!((lines[0].filled.as_str(), lines[0].label.as_str()), ("a@x\nb@x", "To (one per line)"));
        assert_eq!((&lines[2].takes, lines[4].need), (&LineTakes::Text, Need::Optional));
    }

    #[test]
    fn a_change_keeps_what_is_not_in_the_form_and_drops_what_was_emptied() {
        let args = json!({ "to": ["a@x"], "cc": ["c@x"], "subject": "Keys", "body": "Old", "id": "17", "files": [1] });
        let filled: FilledIn = [("to", "b@x\n\n c@x "), ("subject", "Keys"), ("body", "New")]
            .map(|(name, words)| (name.to_owned(), words.to_owned()))
            .into();
        assert_eq!(
            changed(&letter(), &args, &filled),
            json!({ "to": ["b@x", "c@x"], "subject": "Keys", "body": "New", "id": "17", "files": [1] })
        );
        let long = json!({ "to": ["a@x"], "subject": "Keys", "body": "w".repeat(3001) });
        assert!(lines(&letter(), &long).iter().all(|line| line.name != "body"));
        assert_eq!(changed(&letter(), &long, &filled)["body"], long["body"], "what has no room stays");
    }
}
