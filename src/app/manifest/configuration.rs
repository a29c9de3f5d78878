//! `configuration.md`: every key of the configuration, from the schema that its structs give.

use serde_json::{Map, Value};

/// A page with a table for each table of the configuration, the keys without a table first.
pub(super) fn page(schema: &Value) -> String {
    let mut page = Page { schema, text: "# Configuration\n".to_owned(), described: Vec::new() };
    page.table("", schema, schema);
    page.text
}

struct Page<'a> {
    schema: &'a Value,
    text: String,
    /// Definitions that have their table, because one model is described within another.
    described: Vec<&'a Value>,
}

impl<'a> Page<'a> {
    fn table(&mut self, heading: &str, declared: &'a Value, table: &'a Value) {
        if !heading.is_empty() {
            self.write(&format!("\n## `{heading}`\n"));
        }
        let description = [declared, table].into_iter().find_map(|one| text(one, "description"));
        if let Some(description) = description {
            self.write(&format!("\n{description}\n"));
        }
        if self.described.contains(&table) {
            self.write("\nThe keys are those of the table described above.\n");
            return;
        }
        self.described.push(table);
        let keys: Vec<(&String, &Value)> = properties(table).into_iter().flatten().collect();
        let (tables, plain): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|(_, declared)| self.table_of(declared).is_some());
        if !plain.is_empty() {
            self.write("\n| key | default | |\n|---|---|---|\n");
        }
        for (name, declared) in plain {
            let default = declared.get("default").filter(|default| !default.is_null());
            let default = default.map(|default| format!("`{default}`")).unwrap_or_default();
            let description = text(declared, "description").unwrap_or_default();
            self.write(&format!("| `{name}` | {default} | {} |\n", description.replace('|', "\\|")));
        }
        for (name, declared) in tables {
            if let Some((shape, table)) = self.table_of(declared) {
                let path = heading.trim_matches(['[', ']']);
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let heading = match shape {
                    Shape::One => format!("[{path}]"),
                    Shape::Named => format!("[{path}.NAME]"),
                    Shape::Several => format!("[[{path}]]"),
                };
                self.table(&heading, declared, table);
            }
        }
    }

    /// The table that a key holds, if it holds any.
    fn table_of(&self, declared: &'a Value) -> Option<(Shape, &'a Value)> {
        let of = |shape, place: Option<&'a Value>| {
            Some((shape, self.resolved(place?))).filter(|(_, table)| properties(table).is_some())
        };
        of(Shape::One, Some(declared))
            .or_else(|| of(Shape::Named, declared.get("additionalProperties")))
            .or_else(|| of(Shape::Several, declared.get("items")))
    }

    fn resolved(&self, declared: &'a Value) -> &'a Value {
        let nullable = declared.pointer("/anyOf/0");
        let name = nullable.unwrap_or(declared).get("$ref").and_then(Value::as_str);
        let pointer = name.and_then(|name| name.strip_prefix('#'));
        pointer.and_then(|pointer| self.schema.pointer(pointer)).unwrap_or(declared)
    }

    fn write(&mut self, words: &str) {
        self.text.push_str(words);
    }
}

/// How a table is written down.
#[derive(Clone, Copy)]
enum Shape {
    One,
    /// One for each name that somebody gives.
    Named,
    /// A list of them.
    Several,
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

/// On one line, as a cell of a table needs it.
fn text(schema: &Value, key: &str) -> Option<String> {
    schema.get(key).and_then(Value::as_str).map(|words| words.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_stand_under_their_tables_with_defaults() {
        let schema = json!({
            "$defs": {
                "Model": { "properties": { "name": { "default": "x" }, "fallback": { "anyOf": [{ "$ref": "#/$defs/Model" }, { "type": "null" }] } } },
                "Role": { "properties": { "words": { "default": null, "description": "What it is told." } } },
            },
            "properties": {
                "listen": { "default": null, "description": "Where." },
                "model": { "$ref": "#/$defs/Model" },
                "roles": { "additionalProperties": { "$ref": "#/$defs/Role" } },
                "rules": { "items": { "$ref": "#/$defs/Role" }, "type": "array" },
            },
        });
        let page = page(&schema);
        for line in [
            "| `listen` |  | Where. |",
            "## `[model]`",
            "| `name` | `\"x\"` |  |",
            "## `[model.fallback]`",
            "## `[roles.NAME]`",
            "| `words` |  | What it is told. |",
            "## `[[rules]]`",
        ] {
            assert!(page.contains(line), "{line}: {page}");
        }
    }
}
