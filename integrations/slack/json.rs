//! Tolerant reading: what is missing, null, empty or of another type is simply not there.

use serde_json::Value;

/// What stands at a place like `/event/files/0`. No name in it has a slash or a tilde, so nothing needs to be unescaped:
/// every event is looked at in dozens of places.
pub(crate) fn at<'a>(value: &'a Value, place: &str) -> Option<&'a Value> {
    place.split('/').skip(1).try_fold(value, |value, name| match value {
        Value::Object(fields) => fields.get(name),
        Value::Array(elements) => elements.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A text that says something.
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    at(value, pointer)?.as_str().filter(|text| !text.is_empty())
}

/// The first of several places that says something.
pub(crate) fn first<'a>(value: &'a Value, pointers: &[&str]) -> Option<&'a str> {
    pointers.iter().find_map(|pointer| text(value, pointer))
}

/// Whether it is plainly true.
pub(crate) fn yes(value: &Value, pointer: &str) -> bool {
    at(value, pointer).and_then(Value::as_bool).unwrap_or(false)
}

/// The elements of a list; none if it is not one.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    at(value, pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    proptest! {
        /// The same as the pointers of RFC 6901, as long as nothing is escaped.
        #[test]
        fn a_place_is_found_like_a_pointer(names in proptest::collection::vec("[a-c0-2]", 0..4)) {
            let leaf = json!({ "a": 1, "0": "zero", "b": null });
            let value = json!({ "a": [leaf, { "c": [leaf] }, [leaf]], "b": { "b": leaf, "2": [] }, "c": "words", "0": leaf });
            let place: String = names.iter().flat_map(|name| ["/", name]).collect();
            prop_assert_eq!(at(&value, &place), value.pointer(&place));
        }
    }
}
