//! A long list that somebody asked for: every row of it stays.

use serde_json::Value;

use super::{Given, Reducer};

const LONG: usize = 10;
/// Characters of an answer that need no reducing.
const SMALL: usize = 8_000;
/// Characters of one cell.
const CELL: usize = 120;

/// All rows with the columns that say something: what is empty is left out, and long words are cut. Names and addresses
/// of things stay as they are, so that what comes next can be asked for by them.
pub struct TableReducer;

impl Reducer for TableReducer {
    fn reduce(&self, given: &Given<'_>) -> Option<String> {
        if given.words.len() <= SMALL {
            return None;
        }
        let mut answer: Value = serde_json::from_str(given.words).ok()?;
        let (name, found) = rows(&answer)?;
        if found.len() <= LONG {
            return None;
        }
        let (name, short): (String, Vec<Value>) = (name.to_owned(), found.iter().map(shortened).collect());
        match &mut answer {
            Value::Object(fields) => drop(fields.insert(name, Value::Array(short))),
            other => *other = Value::Array(short),
        }
        serde_json::to_string(&answer).ok()
    }
}

fn shortened(row: &Value) -> Value {
    match row {
        Value::Object(cells) => {
            let filled = cells.iter().filter(|(_, cell)| !is_empty(cell));
            filled.map(|(name, cell)| (name.clone(), shortened(cell))).collect()
        }
        Value::Array(cells) => cells.iter().map(shortened).collect(),
        // What has no spaces is the name or the address of something.
        Value::String(words) if words.chars().count() > CELL && words.contains(' ') => {
            words.chars().take(CELL).chain(['…']).collect::<String>().into()
        }
        other => other.clone(),
    }
}

fn is_empty(cell: &Value) -> bool {
    match cell {
        Value::Null => true,
        Value::String(words) => words.is_empty(),
        Value::Array(cells) => cells.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

/// The rows of an answer, and what they are called in it.
fn rows(answer: &Value) -> Option<(&str, &Vec<Value>)> {
    match answer {
        Value::Array(rows) => Some(("rows", rows)),
        Value::Object(fields) => {
            let lists = fields.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_array()?)));
            lists.filter(|(_, rows)| rows.iter().all(Value::is_object)).max_by_key(|(_, rows)| rows.len())
        }
        _ => None,
    }
}
