//! A long list of which most only want to know how it stands.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Given, Reducer};

const LONG: usize = 10;
const TOP: usize = 5;

/// What rows are counted by, the first of these that they have.
const COUNTED: [&str; 4] = ["status", "state", "kind", "type"];

/// How many rows there are of each status, and the first five. For lists of which people rarely want every row; never for
/// one that somebody asked for row by row.
pub struct ListReducer;

impl Reducer for ListReducer {
    fn reduce(&self, given: &Given<'_>) -> Option<String> {
        let answer: Value = serde_json::from_str(given.words).ok()?;
        let (name, rows) = rows(&answer)?;
        if rows.len() <= LONG {
            return None;
        }
        let mut told = match &answer {
            Value::Object(fields) => fields.clone(),
            _ => Map::new(),
        };
        told.insert(name.to_owned(), rows.iter().take(TOP).cloned().collect());
        told.insert("rows_shown".to_owned(), TOP.into());
        told.insert("rows_total".to_owned(), rows.len().into());
        if let Some((column, counts)) = counts(rows) {
            told.insert(format!("by_{column}"), json!(counts));
        }
        serde_json::to_string(&told).ok()
    }
}

/// The rows of an answer, and what they are called in it.
pub(super) fn rows(answer: &Value) -> Option<(&str, &Vec<Value>)> {
    match answer {
        Value::Array(rows) => Some(("rows", rows)),
        Value::Object(fields) => {
            let lists = fields.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_array()?)));
            lists.filter(|(_, rows)| rows.iter().all(Value::is_object)).max_by_key(|(_, rows)| rows.len())
        }
        _ => None,
    }
}

fn counts(rows: &[Value]) -> Option<(&'static str, BTreeMap<String, usize>)> {
    let column = COUNTED.into_iter().find(|name| rows.iter().any(|row| row.get(name).is_some()))?;
    let mut counts = BTreeMap::new();
    for row in rows {
        let value = row.get(column).and_then(Value::as_str).unwrap_or("none");
        *counts.entry(value.to_owned()).or_insert(0) += 1;
    }
    Some((column, counts))
}
