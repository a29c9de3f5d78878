//! Calls that cannot be read. No tool takes a text for its arguments: whoever wrote such a call is told what was wrong with
//! it, and nothing runs.

use serde_json::{Map, Value};

/// So much of an unreadable call is given back to whoever wrote it.
const QUOTE: usize = 400;

/// What stands in place of arguments.
pub(crate) fn unreadable(why: &str, text: &str) -> Value {
    let quoted: String = text.trim().chars().take(QUOTE).collect();
    Value::String(format!("This call could not be read ({why}). Write it again as JSON. It was: {quoted}"))
}

/// Arguments from the JSON they were written in, piece by piece. None at all is none wanted.
pub(crate) fn arguments(json: &str) -> Value {
    if json.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str(json) {
        Ok(object @ Value::Object(_)) => object,
        Ok(_) => unreadable("its arguments are JSON, and no object", json),
        Err(error) if error.is_eof() => unreadable("its arguments break off", json),
        Err(error) => unreadable(&format!("its arguments are no JSON: {error}"), json),
    }
}
