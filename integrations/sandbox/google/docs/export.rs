//! A document as Drive exports it. What is only suggested is not part of it, and neither are comments.

mod html;
mod markdown;
mod pdf;
mod plain;

use super::document::Document;
use super::paper;
use super::suggestions::Verdict;

/// The document in one of the four types; nothing for others.
pub(super) fn write(document: &Document, title: &str, media_type: &str) -> Option<Vec<u8>> {
    let mut settled = document.preview(Verdict::Reject);
    settled.comments.clear();
    let tabs = settled.all_tabs();
    let blocks = tabs.iter().map(|tab| paper::read(&settled, tab));
    let text = match media_type {
        "text/markdown" => blocks.map(|blocks| markdown::write(&blocks)).collect::<Vec<_>>().join("\n"),
        "text/plain" => {
            let text: Vec<String> = blocks.map(|blocks| plain::write(&blocks)).collect();
            // Google starts a plain text with a byte order mark.
            format!("\u{feff}{}", text.join("\n"))
        }
        "text/html" => html::write(&blocks.collect::<Vec<_>>(), title),
        "application/pdf" => {
            let text: Vec<String> = blocks.map(|blocks| plain::write(&blocks)).collect();
            return Some(pdf::write(&text.join("\n")));
        }
        _ => return None,
    };
    Some(text.into_bytes())
}
