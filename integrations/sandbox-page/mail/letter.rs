//! One message of the mailbox, its HTML in a frame that runs and fetches nothing, and its files.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use maud::{Markup, html};
use sandbox_google::inspect::{AttachmentView, MessageRow, MessageView};

use super::{Tab, list::subject, name};
use crate::{Page, address, dates, reader::Reader, sizes::size};

const HEADERS: [&str; 6] = ["From", "To", "Cc", "Bcc", "Reply-To", "Date"];

/// What a frame with somebody else's HTML may do: show itself.
const FRAME_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// The pane in the middle; `None` when there is no such message. Whoever opens a message has read it.
pub(crate) fn pane(page: &Page, reader: &Reader, id: &str, tab: Tab) -> Option<Markup> {
    let letter = page.google.message(&reader.handle, id)?;
    if letter.row.unread {
        page.google.mark(&reader.handle, id, &[], &["UNREAD".to_owned()]);
    }
    let all = page.google.found(&reader.handle, "in:anywhere");
    let others: Vec<&MessageRow> =
        all.iter().filter(|row| row.thread == letter.row.thread && row.id != letter.row.id).collect();
    Some(html! {
        div.pane {
            header.pane-head {
                a.back href=(address::mailbox(&reader.handle, tab)) { "← " (tab.title()) }
                h1 dir="auto" { (subject(&letter.row)) }
                (labels(page, reader, &letter.row))
            }
            div.scroll.letter-pane id="mail-message" data-mail-id=(letter.row.id) {
                (headers(reader, &letter))
                (body(reader, &letter))
                @if !letter.files.is_empty() { (files(reader, &letter)) }
                @if !others.is_empty() { (conversation(reader, &others, tab)) }
            }
        }
    })
}

/// The HTML of a message, for its frame.
pub(crate) fn framed(page: &Page, reader: &Reader, id: &str) -> Option<Response> {
    page.google.message(&reader.handle, id)?.html.map(foreign_html)
}

/// Somebody else's HTML, for a frame.
pub(crate) fn foreign_html(html: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, FRAME_POLICY)];
    (headers, html).into_response()
}

/// A file of a message. Always to be saved, never shown: it is somebody else's.
pub(crate) fn file(page: &Page, reader: &Reader, id: &str, part: &str) -> Option<Response> {
    let bytes = page.google.attachment(&reader.handle, id, part)?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment"),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
    ];
    Some((headers, bytes).into_response())
}

fn labels(page: &Page, reader: &Reader, row: &MessageRow) -> Markup {
    let known = page.google.labels(&reader.handle);
    let worn = known.iter().filter(|label| row.labels.contains(&label.id));
    let told = worn.filter(|label| label.id != "UNREAD" && !label.id.starts_with("CATEGORY_"));
    html! {
        ul.labels aria-label="Labels" {
            @for label in told { li.tag { (title(&label.id, &label.name)) } }
        }
    }
}

/// The system writes its labels in capitals; people name theirs as they like.
fn title(id: &str, name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if id == name => format!("{first}{}", letters.as_str().to_lowercase()),
        _ => name.to_owned(),
    }
}

fn headers(reader: &Reader, letter: &MessageView) -> Markup {
    let found = |wanted: &str| {
        let named = letter.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        named.map(|(_, value)| value.clone())
    };
    let date =
        reader.at_microseconds(u64::try_from(letter.row.date).unwrap_or_default().saturating_mul(1000));
    html! {
        dl.headers {
            @for wanted in HEADERS {
                @if wanted == "Date" {
                    dt { "Date" } dd { time datetime=(dates::exact(&date)) { (dates::full(&date)) } }
                } @else if let Some(value) = found(wanted).filter(|value| !value.is_empty()) {
                    dt { (wanted) } dd dir="auto" { (value) }
                }
            }
        }
        details.every-header {
            summary { "All headers" }
            pre tabindex="0" { @for (name, value) in &letter.headers { (name) ": " (value) "\n" } }
        }
    }
}

fn body(reader: &Reader, letter: &MessageView) -> Markup {
    html! {
        @match (&letter.html, &letter.text) {
            (Some(_), text) => {
                iframe.html-body title="Message text" sandbox="" referrerpolicy="no-referrer"
                    src=(address::letter_html(&reader.handle, &letter.row.id)) {}
                @if let Some(text) = text {
                    details.plain-body { summary { "As plain text" } pre.text-body dir="auto" { (text) } }
                }
            }
            (None, Some(text)) => pre.text-body id="mail-text" dir="auto" { (text) },
            (None, None) => p.empty { "This message has no text." },
        }
    }
}

fn files(reader: &Reader, letter: &MessageView) -> Markup {
    html! {
        section.files aria-labelledby="files-title" {
            h2 id="files-title" { "Attachments" }
            ul {
                @for file in &letter.files {
                    li {
                        a href=(address::letter_file(&reader.handle, &letter.row.id, &file.part)) download=(file_name(file)) {
                            "📎 " (file_name(file))
                        }
                        span.size { " " (size(u64::try_from(file.size).unwrap_or(u64::MAX))) }
                    }
                }
            }
        }
    }
}

fn file_name(file: &AttachmentView) -> &str {
    if file.name.is_empty() { "unnamed" } else { &file.name }
}

fn conversation(reader: &Reader, others: &[&MessageRow], tab: Tab) -> Markup {
    html! {
        section.conversation aria-labelledby="conversation-title" {
            h2 id="conversation-title" { "In the same conversation" }
            ul {
                @for row in others {
                    @let moment = reader.at_microseconds(u64::try_from(row.date).unwrap_or_default().saturating_mul(1000));
                    li {
                        a href=(address::letter(&reader.handle, &row.id, tab)) data-mail-id=(row.id) {
                            (name(&row.from)) ", " (dates::full(&moment))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;

    proptest! {
        #[test]
        fn no_mail_puts_a_tag_around_itself(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let row = MessageRow {
                id: words.clone(), thread: words.clone(), from: words.clone(), to: words.clone(),
                subject: words.clone(), snippet: words.clone(), date: 0, labels: vec![words.clone()], unread: true,
                attachments: 1,
            };
            let file = AttachmentView { part: words.clone(), name: words.clone(), kind: words.clone(), size: 1 };
            let named = |name: &str| (name.to_owned(), words.clone());
            let letter = MessageView {
                row, headers: vec![named("From"), named("To"), named(&words)], text: Some(words.clone()),
                html: Some(words.clone()), files: vec![file],
            };
            let reader = Reader::sample();
            only_our_tags(&headers(&reader, &letter).into_string());
            only_our_tags(&body(&reader, &letter).into_string());
            only_our_tags(&files(&reader, &letter).into_string());
            only_our_tags(&conversation(&reader, &[&letter.row], Tab::All).into_string());
            only_our_tags(&body(&reader, &MessageView { html: None, ..letter }).into_string());
        }
    }
}
