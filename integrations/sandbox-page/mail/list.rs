//! The lists of the mailbox, and its search.

use maud::{Markup, html};
use sandbox_google::inspect::MessageRow;

use super::{Shelf, Tab, name};
use crate::{Page, address, dates, reader::Reader};

/// The pane in the middle.
pub(crate) fn pane(page: &Page, reader: &Reader, shelf: &Shelf) -> Markup {
    let title = if shelf.search.is_some() { "Search" } else { shelf.tab.title() };
    html! {
        div.pane {
            header.pane-head {
                h1 { "Mailbox: " (title) }
                p.about { (reader.name) "’s mail, as Google has it" }
            }
            div.mail-bar {
                nav aria-label="Mailbox" {
                    ul.tabs {
                        @for tab in Tab::EVERY {
                            @let here = shelf.search.is_none() && tab == shelf.tab;
                            li { a href=(address::mailbox(&reader.handle, tab)) aria-current=[here.then_some("page")] { (tab.title()) } }
                        }
                    }
                }
                form.search role="search" method="get" action={ "/as/" (reader.handle) "/mail" } {
                    label.hidden for="search" { "Search mail" }
                    input id="search" type="search" name="q" value=[shelf.search.as_deref()] autocomplete="off"
                        placeholder="e.g. from:carla invoice";
                    button.button.small type="submit" { "Search" }
                }
            }
            div.scroll id="mailbox" role="region" aria-label={ "Messages: " (title) } tabindex="0" data-part="mailbox" {
                (part(page, reader, shelf))
            }
        }
    }
}

/// The list itself, which changes.
pub(crate) fn part(page: &Page, reader: &Reader, shelf: &Shelf) -> Markup {
    let query = shelf.search.as_deref().unwrap_or_else(|| shelf.tab.query());
    let rows = page.google.found(&reader.handle, query);
    let now = reader.now();
    html! {
        @if rows.is_empty() {
            p.empty {
                @if shelf.search.is_some() { "Nothing found. Try other words, or fewer." } @else { "Nothing here yet." }
            }
        } @else {
            ul.letters { @for row in &rows { (line(reader, row, shelf.tab, &now)) } }
        }
    }
}

fn line(reader: &Reader, row: &MessageRow, tab: Tab, now: &jiff::Zoned) -> Markup {
    let moment = reader.at_microseconds(u64::try_from(row.date).unwrap_or_default().saturating_mul(1000));
    let who = if tab.is_outgoing() { format!("To: {}", name(&row.to)) } else { name(&row.from) };
    let class = if row.unread { "letter unread" } else { "letter" };
    let labelled = |label: &str| row.labels.iter().any(|one| one == label);
    html! {
        li id={ "letter-" (row.id) } {
            a class=(class) href=(address::letter(&reader.handle, &row.id, tab)) data-mail-id=(row.id) {
                span.who { @if row.unread { span.hidden { "Unread. " } } (who) }
                span.what {
                    @if labelled("DRAFT") { span.tag.draft { "Draft" } " " }
                    @if tab == Tab::All && labelled("SENT") { span.tag { "Sent" } " " }
                    span.subject dir="auto" { (subject(row)) }
                    " " span.snippet dir="auto" { (snippet(row)) }
                }
                @if row.attachments > 0 { span.clip title="Has attachments" { span.hidden { "Has attachments. " } span aria-hidden="true" { "📎" } } }
                time datetime=(dates::exact(&moment)) { (dates::short(&moment, now)) }
            }
        }
    }
}

pub(super) fn subject(row: &MessageRow) -> &str {
    if row.subject.is_empty() { "(no subject)" } else { &row.subject }
}

/// Google escapes snippets; here they are escaped when they are shown.
fn snippet(row: &MessageRow) -> String {
    row.snippet
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;

    proptest! {
        #[test]
        fn no_mail_puts_a_tag_into_the_list(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let row = MessageRow {
                id: words.clone(), thread: words.clone(), from: words.clone(), to: words.clone(),
                subject: words.clone(), snippet: words.clone(), date: 0, labels: vec![words], unread: true, attachments: 1,
            };
            let reader = Reader::sample();
            for tab in Tab::EVERY {
                only_our_tags(&line(&reader, &row, tab, &reader.now()).into_string());
            }
        }
    }
}
