//! A tool in one line: what it does, and what it takes.

use kernel::Definition;
use serde_json::{Value, json};

/// More words than this say too much for a line.
const LONGEST: usize = 110;
/// More arguments than this are not told by name.
const MOST_ARGUMENTS: usize = 12;
/// The choices of an argument are told where they take no more than this.
const LONGEST_CHOICES: usize = 40;

/// The same tool under the same name, of which a model knows only a line.
pub(crate) fn compact(tool: &Definition) -> Definition {
    let takes = takes(tool.schema());
    let line = format!("{} ({takes})", in_short(tool.clause()));
    tool.clone().worded(line, json!({ "type": "object" }))
}

fn in_short(clause: &str) -> String {
    let plain = clause.replace("the user's own ", "the ").replace("the user's ", "the ");
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", plain.get(..end).unwrap_or_default().trim_end()),
        None => plain,
    }
}

/// The names of its arguments, those it must have first: `to[], subject, cc[]?`.
fn takes(schema: &Value) -> String {
    let Some(arguments) = schema.get("properties").and_then(Value::as_object) else { return String::new() };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let must = |name: &str| required.contains(&name);
    let (first, then): (Vec<_>, Vec<_>) = arguments.iter().partition(|(name, _)| must(name));
    let mut named: Vec<String> = first
        .into_iter()
        .map(|(name, argument)| format!("{name}{}{}", many(argument, schema), choices(argument, schema)))
        .chain(then.into_iter().map(|(name, argument)| format!("{name}{}?", many(argument, schema))))
        .collect();
    if named.len() > MOST_ARGUMENTS {
        named.truncate(MOST_ARGUMENTS);
        named.push("…".to_owned());
    }
    named.join(", ")
}

fn many(argument: &Value, schema: &Value) -> &'static str {
    let kind = &followed(argument, schema)["type"];
    let is_list = kind == "array" || kind.as_array().is_some_and(|kinds| kinds.contains(&json!("array")));
    if is_list { "[]" } else { "" }
}

/// What it can be, where that is a short list.
fn choices(argument: &Value, schema: &Value) -> String {
    let argument = followed(argument, schema);
    let listed = argument.get("enum").and_then(Value::as_array).map(|all| all.iter().collect());
    let apart = || {
        let all = argument.get("oneOf").and_then(Value::as_array)?;
        all.iter().map(|one| one.get("const")).collect::<Option<Vec<&Value>>>()
    };
    let names: Option<Vec<&str>> =
        listed.or_else(apart).and_then(|all: Vec<&Value>| all.into_iter().map(Value::as_str).collect());
    match names.map(|names| names.join("|")) {
        Some(names) if !names.is_empty() && names.len() <= LONGEST_CHOICES => format!("={names}"),
        _ => String::new(),
    }
}

/// What a reference within the schema points to.
fn followed<'a>(argument: &'a Value, schema: &'a Value) -> &'a Value {
    let to = argument.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
    to.and_then(|to| schema.pointer(to)).unwrap_or(argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_a_tool_does_and_takes() {
        let schema = json!({
            "type": "object",
            "required": ["to", "answer"],
            "properties": {
                "body": { "type": ["string", "null"] },
                "to": { "type": "array", "items": {} },
                "answer": { "$ref": "#/$defs/Answer" },
                "files": { "type": ["array", "null"] },
            },
            "$defs": { "Answer": { "oneOf": [{ "const": "yes" }, { "const": "no" }] } },
        });
        let tool = Definition::unknown(
            "mail.send",
            "Sends a mail from the user's own mailbox, at once.\n\nMore.",
            schema,
        );
        let line = compact(&tool);
        assert_eq!(
            line.description(),
            "Sends a mail from the mailbox (answer=yes|no, to[], body?, files[]?)"
        );
        assert_eq!((line.name.as_str(), line.schema()), ("mail.send", &json!({ "type": "object" })));
    }

    #[test]
    fn a_line_stays_a_line_whatever_a_stranger_writes() {
        let many: serde_json::Map<String, Value> =
            (0..50).map(|number| (format!("a{number:02}"), json!({}))).collect();
        let schema = json!({ "properties": many, "required": "nonsense" });
        let tool = compact(&Definition::unknown("x", "ü".repeat(5000), schema));
        let line = tool.description();
        assert!(line.chars().count() < 220 && line.ends_with("a11?, …)"), "{line}");
        for schema in [
            json!(null),
            json!([]),
            json!({ "properties": 1 }),
            json!({ "properties": { "a": { "$ref": "#/x" } } }),
        ] {
            compact(&Definition::unknown("x", "", schema));
        }
    }
}
