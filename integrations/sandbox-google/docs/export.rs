//! A document as Drive exports it. What is only suggested is not part of it, and neither are comments.

mod html;
mod markdown;
mod pdf;
mod plain;

use super::document::Document;
use super::paper;
use crate::docs::threads::Verdict;

/// The document as a PDF.
pub(super) fn pdf(document: &Document) -> Vec<u8> {
    let text = write(document, "", "text/plain").unwrap_or_default();
    pdf::write(text.trim_start_matches('\u{feff}'))
}

/// The document in one of the three types of text; nothing for others.
pub(super) fn write(document: &Document, title: &str, media_type: &str) -> Option<String> {
    let mut settled = document.preview(Verdict::Reject);
    settled.comments.clear();
    let tabs = settled.all_tabs();
    let blocks = tabs.iter().map(|tab| paper::read(&settled, tab));
    match media_type {
        "text/markdown" => Some(blocks.map(|blocks| markdown::write(&blocks)).collect::<Vec<_>>().join("\n")),
        "text/plain" => {
            let text: Vec<String> = blocks.map(|blocks| plain::write(&blocks)).collect();
            // Google starts a plain text with a byte order mark and ends its lines as Windows does.
            Some(format!("\u{feff}{}", text.join("\n").replace('\n', "\r\n")))
        }
        "text/html" => Some(html::write(&blocks.collect::<Vec<_>>(), title)),
        _ => None,
    }
}
