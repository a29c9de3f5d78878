//! Checks a JSON body against its schema, in the words of Google's JSON reader.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Map, Value};

use super::document::{Api, Method, Schema};
use crate::contract::document::snake;
use crate::refusal::Refusal;

/// A message of which at most one of several fields may be set. Discovery documents do not tell.
struct Union {
    api: &'static str,
    message: &'static str,
    /// The name in Google's sources, which its refusals name.
    name: &'static str,
    /// All fields of the message where it is empty.
    fields: &'static [&'static str],
}

const fn union(api: &'static str, message: &'static str, name: &'static str) -> Union {
    Union { api, message, name, fields: &[] }
}

const fn insertion(message: &'static str) -> Union {
    let fields = &["location", "endOfSegmentLocation"];
    Union { api: "docs", message, name: "insertion_location", fields }
}

const UNIONS: [Union; 7] = [
    union("docs", "Request", "request"),
    union("sheets", "Request", "kind"),
    union("sheets", "ExtendedValue", "value"),
    insertion("InsertTextRequest"),
    insertion("InsertTableRequest"),
    insertion("InsertPageBreakRequest"),
    insertion("InsertInlineImageRequest"),
];

/// Checks the body of a call.
pub(super) fn check(api: &Api, method: &Method, body: &Value) -> Result<(), Refusal> {
    let Some(reference) = &method.request else {
        return match body.as_object().and_then(|fields| fields.keys().next()) {
            Some(name) => Err(unknown(name, "")),
            None => Ok(()),
        };
    };
    let Some(schema) = api.schemas.get(&reference.name) else { return Ok(()) };
    if !body.is_object() {
        return Err(Refusal::field(
            "",
            format!(
                "Invalid JSON payload received. Unknown name \"\": Root element must be a message.: {body}"
            ),
        ));
    }
    // A message made for one method is the request itself; any other is one field of the request and named after it.
    let root = if reference.name.ends_with("Request") { String::new() } else { snake(&reference.name) };
    check_value(api, schema, body, &root)
}

/// Takes lists out of the lists they stand in, as Google's JSON reader does: `[a, [b, c]]` is `[a, b, c]`.
pub(super) fn flatten(api: &Api, method: &Method, body: &mut Value) {
    if let Some(schema) = method.request.as_ref().and_then(|reference| api.schemas.get(&reference.name)) {
        flatten_value(api, schema, body);
    }
}

fn flatten_value(api: &Api, schema: &Schema, value: &mut Value) {
    let schema = api.resolve(schema);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let inner = schema.properties.get(name).or(schema.additional_properties.as_deref());
                if let Some(inner) = inner {
                    flatten_value(api, inner, value);
                }
            }
        }
        Value::Array(items) => {
            let Some(inner) = schema.items.as_deref() else { return };
            // A list of lists, such as the values of cells, stays one.
            if matches!(api.resolve(inner).kind.as_deref(), None | Some("any" | "array")) {
                return;
            }
            let apart = std::mem::take(items).into_iter().flat_map(|item| match item {
                Value::Array(more) => more,
                item => vec![item],
            });
            *items = apart.collect();
            for item in items {
                flatten_value(api, inner, item);
            }
        }
        _ => {}
    }
}

/// Base64 in either alphabet, with or without padding, as Google reads bytes.
pub(crate) fn read_bytes(text: &str) -> Option<Vec<u8>> {
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(
        &alphabet::URL_SAFE,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    URL_SAFE.decode(text.replace('+', "-").replace('/', "_")).ok()
}

fn check_value(api: &Api, schema: &Schema, value: &Value, at: &str) -> Result<(), Refusal> {
    let message = schema.reference.as_deref();
    let schema = api.resolve(schema);
    match (schema.kind.as_deref(), value) {
        (Some("any") | None, _)
        | (_, Value::Null)
        | (Some("boolean"), Value::Bool(_))
        | (Some("number"), Value::Number(_)) => Ok(()),
        (Some("object"), Value::Object(fields)) => {
            for (name, value) in fields {
                let inner = schema.properties.get(name).or(schema.additional_properties.as_deref());
                let Some(inner) = inner else { return Err(unknown(name, at)) };
                check_field(api, inner, value, name, at)?;
            }
            message.map_or(Ok(()), |message| check_union(api, message, fields, at))
        }
        (Some("array"), Value::Array(items)) => {
            let Some(inner) = schema.items.as_deref() else { return Ok(()) };
            for (index, item) in items.iter().enumerate() {
                let at = format!("{at}[{index}]");
                if item.is_null() && api.resolve(inner).kind.as_deref() != Some("any") {
                    return Err(invalid(&at, kind_of(api.resolve(inner)), item));
                }
                check_value(api, inner, item, &at)?;
            }
            Ok(())
        }
        (Some("integer"), Value::Number(number)) if fits(schema, number) => Ok(()),
        (Some("string"), Value::String(text)) => check_text(schema, text, at),
        (Some("string"), Value::Number(number))
            if matches!(schema.format.as_deref(), Some("int64" | "uint64"))
                && (number.is_i64() || number.is_u64()) =>
        {
            Ok(())
        }
        _ => Err(invalid(at, kind_of(schema), value)),
    }
}

fn check_field(api: &Api, schema: &Schema, value: &Value, name: &str, at: &str) -> Result<(), Refusal> {
    let field = snake(name);
    let path = if at.is_empty() { field } else { format!("{at}.{field}") };
    if value.is_array() && !matches!(api.resolve(schema).kind.as_deref(), Some("array" | "any")) {
        return Err(Refusal::field(
            at,
            format!(
                "Invalid JSON payload received. Unknown name \"{name}\"{}: Proto field is not repeating, cannot \
                 start list.",
                place(at)
            ),
        ));
    }
    check_value(api, schema, value, &path)
}

fn check_union(api: &Api, message: &str, fields: &Map<String, Value>, at: &str) -> Result<(), Refusal> {
    let Some(union) = UNIONS.iter().find(|union| union.api == api.name && union.message == message) else {
        return Ok(());
    };
    let set = fields.iter().filter(|(name, value)| {
        !value.is_null() && (union.fields.is_empty() || union.fields.contains(&name.as_str()))
    });
    match set.map(|(name, _)| name).nth(1) {
        None => Ok(()),
        Some(second) => Err(Refusal::field(
            at,
            format!(
                "Invalid value at '{at}' (oneof), oneof field '{}' is already set. Cannot set '{second}'",
                union.name
            ),
        )),
    }
}

fn check_text(schema: &Schema, text: &str, at: &str) -> Result<(), Refusal> {
    let value = Value::String(text.to_owned());
    let fine = match schema.format.as_deref() {
        Some("int64") => text.parse::<i64>().is_ok(),
        Some("uint64") => text.parse::<u64>().is_ok(),
        // The time of an event may leave its offset to the zone beside it.
        Some("date-time") if at.ends_with(".date_time") => {
            text.parse::<jiff::Timestamp>().is_ok() || text.parse::<jiff::civil::DateTime>().is_ok()
        }
        Some("date-time" | "google-datetime") => text.parse::<jiff::Timestamp>().is_ok(),
        Some("date") => text.parse::<jiff::civil::Date>().is_ok(),
        Some("byte") if read_bytes(text).is_none() => {
            return Err(Refusal::field(
                at,
                format!("Invalid value at '{at}' (TYPE_BYTES), Base64 decoding failed for {value}"),
            ));
        }
        _ => schema.choices.as_ref().is_none_or(|choices| choices.iter().any(|one| one == text)),
    };
    if fine { Ok(()) } else { Err(invalid(at, kind_of(schema), &value)) }
}

fn fits(schema: &Schema, number: &serde_json::Number) -> bool {
    match schema.format.as_deref() {
        Some("uint32") => number.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
        _ => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
    }
}

fn kind_of(schema: &Schema) -> &'static str {
    match (schema.kind.as_deref(), schema.format.as_deref()) {
        _ if schema.choices.is_some() => "TYPE_ENUM",
        (Some("boolean"), _) => "TYPE_BOOL",
        (Some("integer"), Some("uint32")) => "TYPE_UINT32",
        (Some("integer"), _) => "TYPE_INT32",
        (Some("number"), _) => "TYPE_DOUBLE",
        (Some("string"), Some("int64")) => "TYPE_INT64",
        (Some("string"), Some("uint64")) => "TYPE_UINT64",
        (Some("string"), Some("byte")) => "TYPE_BYTES",
        (Some("string"), Some("date-time" | "google-datetime")) => "TYPE_TIMESTAMP",
        (Some("string"), _) => "TYPE_STRING",
        _ => "TYPE_MESSAGE",
    }
}

fn invalid(at: &str, kind: &str, value: &Value) -> Refusal {
    Refusal::field(at, format!("Invalid value at '{at}' ({kind}), {value}"))
}

fn unknown(name: &str, at: &str) -> Refusal {
    Refusal::field(
        at,
        format!("Invalid JSON payload received. Unknown name \"{name}\"{}: Cannot find field.", place(at)),
    )
}

fn place(at: &str) -> String {
    if at.is_empty() { String::new() } else { format!(" at '{at}'") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Contract;
    use super::*;

    fn checked(path: &str, body: &Value) -> Result<(), Refusal> {
        Contract::shared().find("POST", path).unwrap().unwrap().body(body)
    }

    const SEND: &str = "/gmail/v1/users/me/messages/send";

    #[test]
    fn an_unknown_name_is_refused_with_its_place() {
        let refusal = checked(SEND, &json!({ "rawe": "aGk" })).unwrap_err();
        assert_eq!(
            refusal.message(),
            "Invalid JSON payload received. Unknown name \"rawe\" at 'message': Cannot find field."
        );
        let nested =
            checked("/gmail/v1/users/me/drafts", &json!({ "message": { "text": "x" } })).unwrap_err();
        assert!(nested.message().contains("Unknown name \"text\" at 'draft.message'"));
        let whole = checked("/gmail/v1/users/me/messages/0123456789abcdef/modify", &json!({ "add": [] }));
        assert!(whole.unwrap_err().message().ends_with("Unknown name \"add\": Cannot find field."));
    }

    #[test]
    fn bytes_are_base64_in_either_alphabet_with_or_without_padding() {
        for raw in ["aGk", "aGk=", "-_-_", "+/+/"] {
            assert!(checked(SEND, &json!({ "raw": raw })).is_ok(), "{raw}");
        }
        assert!(
            checked(SEND, &json!({ "raw": "not base64!" })).unwrap_err().message().contains("TYPE_BYTES")
        );
    }

    #[test]
    fn long_integers_may_be_text_or_numbers_and_lists_are_lists() {
        assert!(checked(SEND, &json!({ "internalDate": "1700000000000", "historyId": 5 })).is_ok());
        assert!(
            checked(SEND, &json!({ "internalDate": "soon" })).unwrap_err().message().contains("TYPE_INT64")
        );
        assert!(checked(SEND, &json!({ "labelIds": [5] })).is_err());
        assert!(
            checked(SEND, &json!({ "threadId": ["a"] })).unwrap_err().message().contains("not repeating")
        );
    }

    #[test]
    fn of_a_union_one_field_is_set() {
        let docs = "/v1/documents/abc:batchUpdate";
        let (insert, replace) = (json!({ "text": "x" }), json!({ "replaceText": "y" }));
        let both = json!({ "requests": [{ "insertText": insert, "replaceAllText": replace }] });
        assert_eq!(
            checked(docs, &both).unwrap_err().message(),
            "Invalid value at 'requests[0]' (oneof), oneof field 'request' is already set. Cannot set \
             'replaceAllText'"
        );
        let places = json!({ "endOfSegmentLocation": {}, "location": { "index": 1 } });
        let refusal = checked(docs, &json!({ "requests": [{}, { "insertText": places }] })).unwrap_err();
        assert!(
            refusal.message().contains("'requests[1].insert_text' (oneof), oneof field 'insertion_location'")
        );
        let sheets = "/v4/spreadsheets/abc:batchUpdate";
        let both = json!({ "requests": [{ "addSheet": {}, "deleteSheet": { "sheetId": 1 } }] });
        assert!(checked(sheets, &both).unwrap_err().message().contains("oneof field 'kind' is already set"));
        let apart = json!({ "requests": [{ "insertText": insert, "replaceAllText": null }, { "replaceAllText": replace }] });
        assert!(checked(docs, &apart).is_ok(), "null sets nothing");
    }

    #[test]
    fn lists_in_lists_are_read_as_one_and_rows_of_cells_are_not() {
        let flattened = |path: &str, mut body: Value| {
            Contract::shared().find("POST", path).unwrap().unwrap().flatten(&mut body);
            body
        };
        let (one, two) = (json!({ "insertText": {} }), json!({ "deleteTab": {} }));
        assert_eq!(
            flattened("/v1/documents/abc:batchUpdate", json!({ "requests": [one, [two, one]] })),
            json!({ "requests": [one, two, one] })
        );
        let cells = json!({ "values": [["a", "b"], ["c"]] });
        assert_eq!(flattened("/v4/spreadsheets/abc/values/A1:append", cells.clone()), cells);
    }

    #[test]
    fn cells_may_be_anything_and_a_method_without_a_body_takes_none() {
        let values = "/v4/spreadsheets/abc/values/A1:append";
        assert!(checked(values, &json!({ "values": [[null, 1, "x", true]] })).is_ok());
        let trash = "/gmail/v1/users/me/messages/0123456789abcdef/trash";
        assert!(checked(trash, &json!({})).is_ok());
        assert!(checked(trash, &json!({ "now": true })).is_err());
    }
}
