//! Where the words of a call go: all of them to its server.

use kernel::{Sink, SinkKind};
use serde_json::Value;

/// Whoever is behind a server, as the flow rules know them.
pub(crate) fn server(name: &str) -> String {
    format!("the server {name}")
}

/// A number with fewer digits says nothing.
const TELLING: usize = 4;

/// Nothing where nothing is said: a yes, a no, a small number or what the server itself gave to choose from.
pub(crate) fn sinks(name: &str, arguments: &Value, schema: &Value) -> Vec<Sink> {
    let mut words = Vec::new();
    collect(arguments, Some(schema), "/arguments", &mut words);
    if words.is_empty() {
        return words;
    }
    words.insert(0, Sink::new(SinkKind::Outside, "/server", server(name)));
    words
}

fn collect(value: &Value, schema: Option<&Value>, pointer: &str, found: &mut Vec<Sink>) {
    let mut say = |words: String| found.push(Sink::new(SinkKind::Words, pointer, words));
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            let number = number.to_string();
            if number.len() >= TELLING {
                say(number);
            }
        }
        Value::String(text) if text.trim().is_empty() || is_offered(value, schema) => {}
        Value::String(text) => say(text.clone()),
        Value::Array(items) => {
            let of = schema.and_then(|schema| schema.get("items"));
            for (place, item) in items.iter().enumerate() {
                collect(item, of, &format!("{pointer}/{place}"), found);
            }
        }
        Value::Object(fields) => {
            let known = schema.and_then(|schema| schema.get("properties"));
            for (name, field) in fields {
                let of = known.and_then(|known| known.get(name));
                let below = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                if of.is_none() {
                    // A name that nobody gave can carry words as well as a value.
                    found.push(Sink::new(SinkKind::Words, below.clone(), name.clone()));
                }
                collect(field, of, &below, found);
            }
        }
    }
}

fn is_offered(value: &Value, schema: Option<&Value>) -> bool {
    let choices = schema.and_then(|schema| schema.get("enum")).and_then(Value::as_array);
    let only = schema.and_then(|schema| schema.get("const"));
    choices.is_some_and(|choices| choices.contains(value)) || only == Some(value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_word_that_leaves_is_found_wherever_it_stands() {
        let schema = json!({ "properties": { "q": {}, "list": { "items": { "properties": { "deep": {} } } },
            "unit": { "enum": ["metric"] }, "page": {} } });
        let arguments = json!({ "q": "secret", "list": [{ "deep": "words" }], "unit": "metric", "page": 3, "x": true,
            "phone": 5_550_100 });
        let found = sinks("notes", &arguments, &schema);
        let said: Vec<(&str, &str)> =
            found.iter().map(|sink| (sink.pointer.as_str(), sink.value.as_str())).collect();
        assert_eq!(
            said,
            [
                ("/server", "the server notes"),
                ("/arguments/list/0/deep", "words"),
                ("/arguments/phone", "phone"),
                ("/arguments/phone", "5550100"),
                ("/arguments/q", "secret"),
                ("/arguments/x", "x"),
            ]
        );
    }

    #[test]
    fn a_call_that_says_nothing_tells_nobody_anything() {
        let schema = json!({ "properties": { "unit": { "enum": ["metric"] }, "n": {}, "all": {} } });
        assert!(sinks("notes", &json!({ "unit": "metric", "n": 10, "all": true }), &schema).is_empty());
        assert_eq!(sinks("notes", &json!({ "unit": "other" }), &schema).len(), 2);
    }
}
