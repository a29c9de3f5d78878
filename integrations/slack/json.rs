//! Tolerant reading: what is missing, null, empty or of another type is simply not there.

use serde_json::Value;

/// A text that says something.
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str().filter(|text| !text.is_empty())
}

/// The first of several places that says something.
pub(crate) fn first<'a>(value: &'a Value, pointers: &[&str]) -> Option<&'a str> {
    pointers.iter().find_map(|pointer| text(value, pointer))
}

/// Whether it is plainly true.
pub(crate) fn yes(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer).and_then(Value::as_bool).unwrap_or(false)
}

/// The elements of a list; none if it is not one.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
