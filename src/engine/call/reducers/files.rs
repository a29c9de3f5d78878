//! A file that was read without saying which part of it.

use super::{Given, Reducer};

const LINES: usize = 200;

/// Arguments that say which part is wanted.
const RANGES: [&str; 10] =
    ["offset", "limit", "start", "end", "start_line", "end_line", "lineStart", "lineEnd", "lines", "range"];

/// How large the file is, and its first lines; all of what was asked for where a part was asked for.
pub struct FileReducer;

impl Reducer for FileReducer {
    fn reduce(&self, given: &Given<'_>) -> Option<String> {
        let has_range = |name: &str| given.arguments.get(name).is_some_and(|value| !value.is_null());
        if RANGES.iter().any(|name| has_range(name)) {
            return None;
        }
        let total = given.words.lines().count();
        if total <= LINES {
            return None;
        }
        let first: Vec<&str> = given.words.lines().take(LINES).collect();
        let bytes = given.words.len();
        Some(format!("[{total} lines, {bytes} bytes; lines 1-{LINES}]\n{}", first.join("\n")))
    }
}
