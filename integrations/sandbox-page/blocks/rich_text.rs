//! Rich text: what composers make of what was typed.

use maud::{Markup, html};
use serde_json::Value;

use crate::{dates, field::field, reader::Reader, writing::pictured};

/// Whether this is only what Slack makes of a message without blocks: then its text says the same, with its signs.
pub(super) fn is_plain(blocks: &[Value]) -> bool {
    let [block] = blocks else { return false };
    let sections = block.get("elements").and_then(Value::as_array).map(Vec::as_slice);
    let Some([section]) = sections else { return false };
    let plain = |element: &Value| element.get("style").is_none() && field(element, "type") != "emoji";
    field(block, "type") == "rich_text"
        && field(section, "type") == "rich_text_section"
        && children(section).all(plain)
}

pub(super) fn shown(block: &Value, reader: &Reader) -> Markup {
    html! { @for part in children(block) { (paragraph(part, reader)) } }
}

fn paragraph(part: &Value, reader: &Reader) -> Markup {
    let words = html! { @for element in children(part) { (piece(element, reader)) } };
    match field(part, "type") {
        "rich_text_preformatted" => html! { pre tabindex="0" { code { (words) } } },
        "rich_text_quote" => html! { blockquote { (words) } },
        "rich_text_list" => {
            let items = html! {
                @for item in children(part) {
                    li { @for element in children(item) { (piece(element, reader)) } }
                }
            };
            let deep =
                part.get("indent").and_then(Value::as_u64).filter(|indent| *indent > 0).map(|_| "deep");
            if field(part, "style") == "ordered" {
                html! { ol class=[deep] { (items) } }
            } else {
                html! { ul class=[deep] { (items) } }
            }
        }
        _ => html! { p { (words) } },
    }
}

fn piece(element: &Value, reader: &Reader) -> Markup {
    let styled = |name: &str| element.pointer(&format!("/style/{name}")) == Some(&Value::Bool(true));
    let mut out = match field(element, "type") {
        "user" => html! { span.mention { "@" (reader.person(field(element, "user_id"))) } },
        "channel" => html! { span.mention { "#" (reader.channel(field(element, "channel_id"))) } },
        "broadcast" => html! { span.mention { "@" (field(element, "range")) } },
        "emoji" => {
            let name = field(element, "name");
            html! { @if let Some(picture) = pictured(name) { (picture) } @else { ":" (name) ":" } }
        }
        "link" => match (field(element, "text"), field(element, "url")) {
            ("", address) => html! { span.link { (address) } },
            (label, address) => html! { span.link { (label) } " " span.where { "(" (address) ")" } },
        },
        "date" => html! { (date(element, reader)) },
        _ => lines(field(element, "text")),
    };
    if styled("code") {
        out = html! { code { (out) } };
    }
    if styled("strike") {
        out = html! { s { (out) } };
    }
    if styled("italic") {
        out = html! { em { (out) } };
    }
    if styled("bold") {
        out = html! { strong { (out) } };
    }
    out
}

fn date(element: &Value, reader: &Reader) -> String {
    let moment = element.get("timestamp").and_then(Value::as_i64).and_then(|at| reader.at_seconds(at));
    match moment {
        Some(moment) => dates::filled(field(element, "format"), &moment, &reader.now()),
        None => field(element, "fallback").to_owned(),
    }
}

fn lines(text: &str) -> Markup {
    html! {
        @for (index, line) in text.split('\n').enumerate() {
            @if index > 0 { br; }
            (line)
        }
    }
}

fn children(value: &Value) -> impl Iterator<Item = &Value> {
    value.get("elements").and_then(Value::as_array).into_iter().flatten()
}
