//! Where the words of a call go: all of them to its server.

use kernel::{Sink, SinkKind};
use serde_json::Value;

/// Whoever is behind a server, as the flow rules know them.
pub(crate) fn server(name: &str) -> String {
    format!("the server {name}")
}

/// Nothing where nothing is said. A number, a yes or a choice says something too: a row of them says anything.
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
        Value::Null => {}
        _ if is_usual(value, schema) => {}
        Value::Bool(yes) => say(yes.to_string()),
        Value::Number(number) => say(number.to_string()),
        Value::String(text) if text.is_empty() => {}
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

/// What would be so without a word.
fn is_usual(value: &Value, schema: Option<&Value>) -> bool {
    let said = |name: &str| schema.and_then(|schema| schema.get(name));
    said("default") == Some(value) || said("const") == Some(value)
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
                ("/arguments/page", "3"),
                ("/arguments/phone", "phone"),
                ("/arguments/phone", "5550100"),
                ("/arguments/q", "secret"),
                ("/arguments/unit", "metric"),
                ("/arguments/x", "x"),
                ("/arguments/x", "true"),
            ]
        );
    }

    #[test]
    fn a_call_that_says_nothing_tells_nobody_anything() {
        let schema =
            json!({ "properties": { "unit": { "const": "metric" }, "n": { "default": 10 }, "all": {} } });
        assert!(sinks("notes", &json!({ "unit": "metric", "n": 10, "all": null }), &schema).is_empty());
        assert_eq!(sinks("notes", &json!({ "unit": "other" }), &schema).len(), 2);
    }

    #[test]
    fn a_row_of_numbers_choices_or_answers_is_a_text() {
        let choice = json!({ "items": { "enum": ["a", "b"] } });
        let schema = json!({ "properties": { "codes": {}, "letters": choice, "bits": {} } });
        for arguments in
            [json!({ "codes": [6, 5] }), json!({ "letters": ["a", "b"] }), json!({ "bits": [true, false] })]
        {
            assert_eq!(sinks("notes", &arguments, &schema).len(), 3, "{arguments}");
        }
    }
}
