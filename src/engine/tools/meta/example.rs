//! The least that a tool could be called with, made from what its schema says.

use serde_json::{Map, Value, json};

/// What is nested deeper is left open.
const DEEPEST: usize = 5;
/// What stands where nothing is known.
const ANYTHING: &str = "…";

/// Arguments with all that is required and nothing else.
pub(super) fn example(schema: &Value) -> Value {
    match value(schema, schema, DEEPEST) {
        arguments @ Value::Object(_) => arguments,
        _ => json!({}),
    }
}

fn value(schema: &Value, root: &Value, deep: usize) -> Value {
    if let Some(said) = said(schema) {
        return said;
    }
    if deep == 0 {
        return Value::from(ANYTHING);
    }
    if let Some(meant) = meant(schema, root) {
        return value(meant, root, deep - 1);
    }
    match kind(schema) {
        "array" => match schema.get("items") {
            Some(items) if items.is_object() => json!([value(items, root, deep - 1)]),
            _ => json!([]),
        },
        "boolean" => Value::Bool(true),
        "integer" | "number" => {
            schema.get("minimum").filter(|least| least.is_number()).cloned().unwrap_or_else(|| json!(1))
        }
        "null" => Value::Null,
        "object" => object(schema, root, deep - 1),
        _ => Value::from(ANYTHING),
    }
}

fn object(schema: &Value, root: &Value, deep: usize) -> Value {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let nothing = Value::Null;
    let of = |name: &str| {
        let property = schema.get("properties").and_then(|all| all.get(name)).unwrap_or(&nothing);
        value(property, root, deep)
    };
    let filled = required.filter_map(Value::as_str).map(|name| (name.to_owned(), of(name)));
    Value::Object(filled.collect::<Map<String, Value>>())
}

/// An example, or whatever else it may be, in its own words.
fn said(schema: &Value) -> Option<Value> {
    let first = |key: &str| schema.get(key).and_then(Value::as_array).and_then(|all| all.first()).cloned();
    let told =
        || schema.get("const").or_else(|| schema.get("default")).filter(|value| !value.is_null()).cloned();
    first("examples").or_else(|| in_words(schema)).or_else(|| first("enum")).or_else(told)
}

/// What a description has in backticks behind `e.g.`, if that is of its kind.
fn in_words(schema: &Value) -> Option<Value> {
    let words = schema.get("description")?.as_str()?;
    let (_, behind) = words.split_once("e.g. `").or_else(|| words.split_once("E.g. `"))?;
    let (example, _) = behind.split_once('`')?;
    match kind(schema) {
        "string" => Some(Value::from(example)),
        kind => serde_json::from_str(example).ok().filter(|value| is(value, kind)),
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" | "number" => value.is_number(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// What stands elsewhere, or is one of several.
fn meant<'a>(schema: &'a Value, root: &'a Value) -> Option<&'a Value> {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        return root.pointer(place.strip_prefix('#')?);
    }
    let several = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| schema.get(key)?.as_array())?;
    several.iter().find(|one| kind(one) != "null")
}

/// The first that is something.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_example_has_what_is_required_in_the_words_of_the_schema() {
        let schema = json!({
            "type": "object",
            "required": ["query", "to", "how", "when", "limit", "deep"],
            "properties": {
                "query": { "type": "string", "description": "What for, e.g. `from:ana`." },
                "to": { "type": "array", "items": { "type": "string", "examples": ["ana@firm.example"] } },
                "how": { "$ref": "#/$defs/How" },
                "when": { "type": ["null", "string"] },
                "limit": { "type": "integer", "minimum": 5, "description": "E.g. `many`." },
                "deep": { "anyOf": [{ "type": "null" }, { "required": ["on"], "properties": { "on": { "type": "boolean" } } }] },
                "page": { "type": "integer" },
            },
            "$defs": { "How": { "enum": ["quick", "slow"] } },
        });
        assert_eq!(
            example(&schema),
            json!({ "query": "from:ana", "to": ["ana@firm.example"], "how": "quick", "when": ANYTHING,
                "limit": 5, "deep": { "on": true } })
        );
        assert_eq!(example(&Value::Null), json!({}));
    }

    #[test]
    fn what_leads_back_to_itself_comes_to_an_end() {
        let circle = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "type": "object", "required": ["a"],
            "properties": { "a": { "$ref": "#/$defs/A" } } } } });
        assert!(example(&circle).is_object());
        assert_eq!(example(&json!({ "$ref": "#" })), json!({}));
    }

    fn anything() -> impl Strategy<Value = Value> {
        let words =
            ["type", "object", "array", "required", "properties", "items", "anyOf", "$ref", "#", "a", "enum"];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::from),
            proptest::sample::select(words.to_vec()).prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 4, move |inner| {
            let name = proptest::sample::select(words.to_vec()).prop_map(str::to_owned);
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map(name, inner, 0..4)
                    .prop_map(|all| Value::Object(all.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_a_schema_says_an_example_is_an_object(schema in anything()) {
            prop_assert!(example(&schema).is_object());
        }
    }
}
