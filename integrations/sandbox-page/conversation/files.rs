//! The files of a message: what they are called, how large they are, and how a text begins.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use maud::{Markup, html};
use serde_json::Value;

use crate::{Page, address, reader::Reader, sizes::size};

pub(super) fn shown(reader: &Reader, files: &[Value]) -> Markup {
    html! {
        @if !files.is_empty() {
            ul.message-files aria-label="Files" { @for file in files { li { (one(reader, file)) } } }
        }
    }
}

/// The content of a file, which no browser opens by itself.
pub(crate) fn content(page: &Page, reader: &Reader, id: &str) -> Option<Response> {
    let content = page.slack.file_of(&reader.handle, id)?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment"),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
    ];
    Some((headers, content).into_response())
}

fn one(reader: &Reader, file: &Value) -> Markup {
    let text = |name: &str| file.get(name).and_then(Value::as_str).unwrap_or_default();
    if text("mode") == "tombstone" {
        return html! { p.unknown { "This file was deleted." } };
    }
    let name = Some(text("title")).filter(|title| !title.is_empty()).unwrap_or_else(|| text("name"));
    let bytes = file.get("size").and_then(Value::as_u64).unwrap_or_default();
    html! {
        a href=(address::attachment(reader, text("id"))) download=(text("name")) data-file-id=(text("id")) { "📎 " (name) }
        span.size { " " (size(bytes)) @if file.get("editable") == Some(&Value::Bool(true)) { " · " (text("filetype")) " snippet" } }
        @if file.get("preview").is_some() { pre.preview tabindex="0" dir="auto" { (text("preview")) } }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::only_our_tags;

    proptest! {
        #[test]
        fn no_file_puts_a_tag_around_itself(words in "[a-z<>&\"'/= ]{0,60}") {
            let file = json!({"id": words, "name": words, "title": words, "size": 3, "preview": words});
            only_our_tags(&shown(&Reader::sample(), &[file, json!({"id": words, "mode": "tombstone"})]).into_string());
        }
    }
}
