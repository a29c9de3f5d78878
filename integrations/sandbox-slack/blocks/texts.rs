//! Text objects and confirmation dialogs.

use serde_json::{Map, Value};

use super::report::{At, Report};

/// Which text objects a place accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Either,
}

/// A text object of at most so many characters.
pub(super) fn text(value: &Value, style: Style, most: usize, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    match fields.get("type").and_then(Value::as_str) {
        Some("plain_text") => {
            report.only(fields, &["type", "text", "emoji"], at);
            report.flag(fields, "emoji", at);
        }
        Some("mrkdwn") if style == Style::Either => {
            report.only(fields, &["type", "text", "verbatim"], at);
            report.flag(fields, "verbatim", at);
        }
        _ => report.add(
            &at.field("type"),
            match style {
                Style::Plain => "must be one of: plain_text",
                Style::Either => "must be one of: plain_text, mrkdwn",
            },
        ),
    }
    report.needed_text(fields, "text", most, at);
}

pub(super) fn text_field(
    fields: &Map<String, Value>,
    name: &str,
    (style, most): (Style, usize),
    at: &At,
    report: &mut Report,
) {
    if let Some(value) = fields.get(name) {
        text(value, style, most, &at.field(name), report);
    }
}

pub(super) fn needed_text(
    fields: &Map<String, Value>,
    name: &str,
    limits: (Style, usize),
    at: &At,
    report: &mut Report,
) {
    if report.needed(fields, name, at).is_some() {
        text_field(fields, name, limits, at, report);
    }
}

/// The dialog that asks before an element acts.
pub(super) fn confirm(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = fields.get("confirm") else { return };
    let at = at.field("confirm");
    let Some(fields) = report.object(value, &at) else { return };
    report.only(fields, &["title", "text", "confirm", "deny", "style"], &at);
    needed_text(fields, "text", (Style::Either, 300), &at, report);
    text_field(fields, "title", (Style::Plain, 100), &at, report);
    text_field(fields, "confirm", (Style::Plain, 30), &at, report);
    text_field(fields, "deny", (Style::Plain, 30), &at, report);
    report.one_of(fields, "style", &["primary", "danger"], &at);
}
