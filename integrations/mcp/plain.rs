//! A schema as every model takes it. Some refuse a whole request because of one tool whose schema is a choice between
//! several, or whose arguments have names with odd signs in them; what a server says is put into plainer words for them, and
//! what they answer is put back into the server's.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The arguments that are shown under another name, by that name.
pub(crate) type Renamed = BTreeMap<String, String>;

/// No name is longer where models are strict.
const LONGEST_NAME: usize = 64;
/// More parts than this are not looked into.
const MOST_PARTS: usize = 200;

/// What is shown in place of a schema. It may allow more than the schema does: that is what is checked.
pub(crate) fn plain(given: &Value) -> (Value, Renamed) {
    let mut shown = given.as_object().cloned().unwrap_or_default();
    let flat = Look { root: given, left: MOST_PARTS }.flattened(given);
    for combinator in COMBINATORS {
        shown.remove(combinator);
    }
    shown.remove("$ref");
    let (properties, renamed) = renamed(flat.properties);
    let shown_as = |name: &String| {
        let other = renamed.iter().find(|(_, real)| *real == name).map(|(shown, _)| shown);
        Value::from(other.unwrap_or(name).clone())
    };
    let required: Vec<Value> = flat.required.iter().map(shown_as).collect();
    shown.insert("properties".to_owned(), Value::Object(properties));
    if required.is_empty() {
        shown.remove("required");
    } else {
        shown.insert("required".to_owned(), Value::Array(required));
    }
    (Value::Object(shown), renamed)
}

/// Arguments as the server calls them.
pub(crate) fn restored(arguments: Value, renamed: &Renamed) -> Value {
    match arguments {
        Value::Object(fields) if !renamed.is_empty() => {
            let real = |name: String| renamed.get(&name).cloned().unwrap_or(name);
            Value::Object(fields.into_iter().map(|(name, value)| (real(name), value)).collect())
        }
        other => other,
    }
}

const COMBINATORS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The arguments of an object, whichever of its parts names them.
#[derive(Default)]
struct Flat {
    properties: Map<String, Value>,
    required: Vec<String>,
}

/// How many parts of a schema are looked into: one may name another many times over, and itself.
struct Look<'a> {
    root: &'a Value,
    left: usize,
}

impl<'a> Look<'a> {
    fn flattened(&mut self, schema: &'a Value) -> Flat {
        let mut flat = Flat::default();
        let Some(left) = self.left.checked_sub(1) else { return flat };
        self.left = left;
        flat.add(schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default());
        flat.require(names(schema.get("required")));
        let to = schema.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
        let named = to.and_then(|to| self.root.pointer(to)).into_iter();
        for part in named.chain(listed(schema.get("allOf"))) {
            let part = self.flattened(part);
            flat.add(part.properties);
            flat.require(part.required);
        }
        for choices in ["anyOf", "oneOf"] {
            let parts = listed(schema.get(choices)).iter().map(|part| self.flattened(part));
            let parts: Vec<Flat> = parts.collect();
            // Only what every choice wants is wanted whatever is chosen.
            let mut wanted = parts.first().map(|part| part.required.clone()).unwrap_or_default();
            wanted.retain(|name| parts.iter().all(|part| part.required.contains(name)));
            flat.require(wanted);
            for part in parts {
                flat.add(part.properties);
            }
        }
        flat
    }
}

fn listed(list: Option<&Value>) -> &[Value] {
    list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice)
}

impl Flat {
    /// What is said twice in different words may be either.
    fn add(&mut self, properties: Map<String, Value>) {
        for (name, said) in properties {
            match self.properties.get_mut(&name) {
                None => drop(self.properties.insert(name, said)),
                Some(known) if *known == said => {}
                Some(known) => {
                    let either = known.get("anyOf").and_then(Value::as_array).filter(|_| is_choice(known));
                    let mut either = either.cloned().unwrap_or_else(|| vec![known.clone()]);
                    if !either.contains(&said) {
                        either.push(said);
                    }
                    *known = json!({ "anyOf": either });
                }
            }
        }
    }

    fn require(&mut self, names: Vec<String>) {
        for name in names {
            if !self.required.contains(&name) {
                self.required.push(name);
            }
        }
    }
}

/// Whether it is one that was made here, and nothing beside.
fn is_choice(schema: &Value) -> bool {
    schema.as_object().is_some_and(|fields| fields.len() == 1)
}

fn names(list: Option<&Value>) -> Vec<String> {
    listed(list).iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Arguments under names that every model takes.
fn renamed(properties: Map<String, Value>) -> (Map<String, Value>, Renamed) {
    let (mut shown, odd): (Map<_, _>, Map<_, _>) =
        properties.into_iter().partition(|(name, _)| is_plain(name));
    let mut renamed = Renamed::new();
    for (name, said) in odd {
        let kept = |sign: char| if is_plain_sign(sign) { sign } else { '_' };
        let base: String = name.chars().map(kept).take(LONGEST_NAME - 4).collect();
        let base = if base.is_empty() { "_".to_owned() } else { base };
        let others = (2_usize..1_000).map(|number| format!("{base}_{number}"));
        let free = std::iter::once(base.clone()).chain(others).find(|other| !shown.contains_key(other));
        if let Some(other) = free {
            shown.insert(other.clone(), said);
            renamed.insert(other, name);
        }
    }
    (shown, renamed)
}

fn is_plain(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(is_plain_sign)
}

fn is_plain_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || "_.-".contains(sign)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_choice_of_objects_is_shown_as_all_their_arguments() {
        let (shown, renamed) = plain(&json!({
            "type": "object",
            "properties": { "page": { "type": "integer" } },
            "oneOf": [
                { "properties": { "id": { "type": "string" }, "in": { "type": "string" } }, "required": ["id", "in"] },
                { "$ref": "#/$defs/ByName" },
            ],
            "$defs": { "ByName": { "properties": { "name": {}, "in": { "type": "array" } }, "required": ["name", "in"] } },
        }));
        assert_eq!(
            shown["properties"],
            json!({
                "page": { "type": "integer" },
                "id": { "type": "string" },
                "name": {},
                "in": { "anyOf": [{ "type": "string" }, { "type": "array" }] },
            })
        );
        assert_eq!(shown["required"], json!(["in"]));
        assert!(COMBINATORS.iter().all(|name| shown.get(name).is_none()) && renamed.is_empty());
    }

    #[test]
    fn all_parts_of_a_schema_are_wanted_where_it_says_so() {
        let (shown, _) = plain(&json!({
            "allOf": [
                { "properties": { "a": {} }, "required": ["a"] },
                { "properties": { "b": {} }, "required": ["b"] },
            ],
        }));
        assert_eq!(shown["required"], json!(["a", "b"]));
    }

    #[test]
    fn an_odd_name_is_shown_as_a_plain_one_and_put_back() {
        let given = json!({
            "type": "object",
            "properties": { "$filter": {}, "_filter": {}, "größe": {}, "top": {} },
            "required": ["$filter", "top"],
        });
        let (shown, renamed) = plain(&given);
        let names: Vec<&String> = shown["properties"].as_object().unwrap().keys().collect();
        assert!(names.iter().all(|name| is_plain(name)) && names.len() == 4, "{names:?}");
        assert_eq!(shown["required"], json!(["_filter_2", "top"]));
        let sent = restored(json!({ "_filter_2": "x", "_filter": "y", "top": 1 }), &renamed);
        assert_eq!(sent, json!({ "$filter": "x", "_filter": "y", "top": 1 }));
    }

    fn schema() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!({})),
            Just(json!({ "$ref": "#" })),
            Just(json!({ "$ref": "#/anyOf/0" })),
            Just(json!({ "properties": { "$a": {}, "b/c": { "type": "string" } }, "required": ["$a"] })),
            Just(json!({ "properties": 1, "required": "x" })),
        ];
        leaf.prop_recursive(4, 24, 3, |inner| {
            (proptest::sample::select(&COMBINATORS[..]), proptest::collection::vec(inner, 0..3))
                .prop_map(|(name, parts)| json!({ name: parts, "properties": { "x y": {} } }))
        })
    }

    proptest! {
        #[test]
        fn whatever_a_server_says_every_model_can_be_shown(given in schema()) {
            let (shown, renamed) = plain(&given);
            prop_assert!(COMBINATORS.iter().all(|name| shown.get(name).is_none()));
            let properties = shown["properties"].as_object().unwrap();
            prop_assert!(properties.keys().all(|name| is_plain(name)));
            prop_assert!(renamed.keys().all(|name| properties.contains_key(name)));
        }
    }
}
