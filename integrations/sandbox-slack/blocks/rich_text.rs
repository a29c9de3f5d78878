//! Rich text, down to its last word.

use serde_json::{Map, Value};

use super::report::{At, Report};

const STYLES: [&str; 8] =
    ["bold", "italic", "strike", "code", "underline", "highlight", "client_highlight", "unlink"];

/// A block of rich text, also where one stands inside something else.
pub(super) fn check(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "elements"], at);
    let Some(value) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    for (index, element) in report.items(value, usize::MAX, &at).iter().enumerate() {
        part(element, &at.item(index), report);
    }
}

/// A field that holds a whole block of rich text.
pub(super) fn field(fields: &Map<String, Value>, name: &str, at: &At, report: &mut Report) {
    let Some(value) = fields.get(name) else { return };
    let at = at.field(name);
    let Some(fields) = report.object(value, &at) else { return };
    report.needed_one_of(fields, "type", &["rich_text"], &at);
    check(fields, &at, report);
}

fn part(value: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    match fields.get("type").and_then(Value::as_str).unwrap_or_default() {
        "rich_text_section" => {
            report.only(fields, &["type", "elements"], at);
            each(fields, at, report, piece);
        }
        "rich_text_list" => {
            report.only(fields, &["type", "elements", "style", "indent", "offset", "border"], at);
            report.needed_one_of(fields, "style", &["bullet", "ordered"], at);
            report.number(fields, "indent", (0, 8), at);
            report.number(fields, "offset", (0, 100_000), at);
            report.number(fields, "border", (0, 1), at);
            each(fields, at, report, item);
        }
        "rich_text_quote" => {
            report.only(fields, &["type", "elements", "border"], at);
            report.number(fields, "border", (0, 1), at);
            each(fields, at, report, piece);
        }
        "rich_text_preformatted" => {
            report.only(fields, &["type", "elements", "border", "language"], at);
            report.number(fields, "border", (0, 1), at);
            each(fields, at, report, unformatted);
        }
        other => report.unsupported(other, at),
    }
}

fn each(fields: &Map<String, Value>, at: &At, report: &mut Report, one: fn(&Value, &At, &mut Report)) {
    let Some(value) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    match value.as_array() {
        None => report.add(&at, "must be an array"),
        Some(items) => {
            for (index, value) in items.iter().enumerate() {
                one(value, &at.item(index), report);
            }
        }
    }
}

/// An entry of a list.
fn item(value: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    report.needed_one_of(fields, "type", &["rich_text_section"], at);
    part(value, at, report);
}

fn unformatted(value: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    report.needed_one_of(fields, "type", &["text", "link"], at);
    piece(value, at, report);
}

fn piece(value: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let (needed, optional): (&[&str], &[&str]) = match kind {
        "text" => (&["text"], &[]),
        "link" => (&["url"], &["text", "unsafe"]),
        "emoji" => (&["name"], &["unicode", "url", "skin_tone"]),
        "user" => (&["user_id"], &[]),
        "channel" => (&["channel_id"], &[]),
        "usergroup" => (&["usergroup_id"], &[]),
        "team" => (&["team_id"], &[]),
        "broadcast" => (&["range"], &[]),
        "color" => (&["value"], &[]),
        "date" => (&["timestamp", "format"], &["url", "fallback"]),
        other => {
            report.unsupported(other, at);
            return;
        }
    };
    let known: Vec<&str> = ["type", "style"].iter().chain(needed).chain(optional).copied().collect();
    report.only(fields, &known, at);
    for name in needed {
        match report.needed(fields, name, at) {
            Some(value) if *name == "timestamp" && !value.is_i64() => {
                report.add(&at.field(name), "must be an integer");
            }
            Some(value) if *name != "timestamp" => report.text(value, usize::MAX - 1, &at.field(name)),
            _ => {}
        }
    }
    // The words of a link may be left out, and may not be empty.
    if kind == "link" {
        report.text_field(fields, "text", usize::MAX - 1, at);
    }
    if kind == "broadcast" {
        report.one_of(fields, "range", &["here", "channel", "everyone"], at);
    }
    style(fields, at, report);
}

fn style(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = fields.get("style") else { return };
    let at = at.field("style");
    let Some(fields) = report.object(value, &at) else { return };
    report.only(fields, &STYLES, &at);
    for name in STYLES {
        report.flag(fields, name, &at);
    }
}
