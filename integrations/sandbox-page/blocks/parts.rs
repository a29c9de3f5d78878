//! Texts, images and addresses, which stand in blocks of every kind.

use maud::{Markup, html};
use serde_json::Value;

use crate::{
    field::field,
    reader::Reader,
    writing::{Dialect, pictured, written},
};

/// Images are named and not loaded: the page asks nobody outside for anything.
pub(super) fn image(block: &Value) -> Markup {
    let words = match field(block, "alt_text") {
        "" => "Image",
        words => words,
    };
    html! {
        p.image {
            @match web_address(block, "image_url") {
                Some(address) => a href=(address) target="_blank" rel="noopener noreferrer" { "🖼 " (words) },
                None => { "🖼 " (words) }
            }
        }
    }
}

/// A text object.
pub(super) fn text(object: &Value, reader: &Reader) -> Markup {
    match field(object, "type") {
        "plain_text" => html! { p.plain { (plain(object.get("text"))) } },
        _ => written(field(object, "text"), Dialect::Mrkdwn, reader),
    }
}

/// Plain text, in which only emoji are more than themselves.
pub(super) fn plain(text: Option<&Value>) -> String {
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let mut parts = text.split(':');
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut closed = false;
    for part in parts {
        if let Some(picture) = pictured(part).filter(|_| !closed) {
            out.push_str(picture);
            closed = true;
        } else {
            if !closed {
                out.push(':');
            }
            out.push_str(part);
            closed = false;
        }
    }
    out
}

pub(super) fn web_address<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    let address = field(value, name);
    let parsed = url::Url::parse(address).ok()?;
    let fine = matches!(parsed.scheme(), "http" | "https") && address.starts_with("http");
    fine.then_some(address)
}
