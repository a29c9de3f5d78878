//! Words for values, and values for words.

use proptest::prelude::*;

use super::*;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": { "type": "string" },
            "year": { "type": ["string", "null"] },
            "limit": { "type": "integer" },
            "share": { "type": "number" },
            "all": { "type": "boolean" },
            "rows": { "type": "array" },
            "order": { "$ref": "#/$defs/Order" },
            "when": { "anyOf": [{ "$ref": "#/$defs/Order" }, { "type": "null" }] },
            "cell": {},
            "round": { "$ref": "#/properties/round" },
        },
        "$defs": { "Order": { "oneOf": [{ "const": "up" }, { "const": "down" }] } },
    })
}

#[test]
fn words_become_what_the_schema_says_and_nothing_else() {
    for (name, text, value) in [
        ("query", "2025", json!("2025")),
        ("query", "true", json!("true")),
        ("query", "null", json!("null")),
        ("query", "{\"a\":  1}", json!("{\"a\":  1}")),
        ("year", "2025", json!("2025")),
        ("year", "null", json!(null)),
        ("limit", " 5\n", json!(5)),
        ("limit", "5.5", json!("5.5")),
        ("limit", "many", json!("many")),
        ("share", "0.5", json!(0.5)),
        ("share", "1", json!(1)),
        ("all", "true", json!(true)),
        ("rows", "[[1, \"a\"]]", json!([[1, "a"]])),
        ("order", "up", json!("up")),
        ("when", "down", json!("down")),
        ("when", "null", json!(null)),
    ] {
        assert_eq!(argument(text, name, &schema()), Some(value), "{name}: {text}");
    }
    for unsaid in ["cell", "round", "nobody"] {
        assert_eq!(argument("7", unsaid, &schema()), None, "{unsaid}");
    }
}

#[test]
fn what_is_of_another_type_is_put_right_where_it_says_the_same() {
    let given = json!({ "query": 2025, "limit": "5", "all": "yes", "cell": 7, "rows": "[1]", "year": null, "share": "1e3" });
    let right = json!({ "query": "2025", "limit": 5, "all": "yes", "cell": 7, "rows": [1], "year": null, "share": 1e3 });
    assert_eq!(fitted(given, &schema()), right);
    assert_eq!(fitted(json!({ "query": null }), &schema()), json!({ "query": null }), "nothing is no text");
    assert_eq!(fitted(json!([1]), &schema()), json!([1]));
}

proptest! {
    /// Whatever stands there: what fits is left alone, and a second time changes nothing.
    #[test]
    fn what_was_put_right_stays_right(text in "[ -~]{0,12}", number in any::<i64>()) {
        let fits = json!({ "query": text.clone(), "limit": number, "year": text.clone() });
        prop_assert_eq!(fitted(fits.clone(), &schema()), fits);
        let odd = json!({ "query": number, "limit": text.clone(), "all": text.clone(), "rows": text, "share": number.to_string() });
        let once = fitted(odd, &schema());
        prop_assert_eq!(fitted(once.clone(), &schema()), once);
    }
}
