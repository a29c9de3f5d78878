//! A document of Google's: what it says, what is suggested for it, and what is said about it.

mod paper;

use maud::{Markup, html};
use sandbox_google::documents::{DocumentView, RemarkView};

use super::{Page, reader::Reader};

/// The pane in the middle; `None` when this person may not read such a document.
pub(super) fn pane(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    let document = page.google.document(&reader.handle, id)?;
    Some(html! {
        div.pane {
            header.pane-head {
                h1 dir="auto" { (document.title) }
                p.about { "A document, as Google has it" }
            }
            div.scroll id="document" role="region" aria-label={ "Document: " (document.title) } tabindex="0"
                data-part="document" data-document-id=(id) { (written(&document)) }
        }
    })
}

/// What is in it, which changes.
pub(super) fn part(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    page.google.document(&reader.handle, id).map(|document| written(&document))
}

fn written(document: &DocumentView) -> Markup {
    let quiet = document.suggestions.is_empty() && document.comments.is_empty();
    html! {
        div.document {
            article.paper dir="auto" {
                @for tab in &document.tabs {
                    @if document.tabs.len() > 1 { p.tab-title { (tab.title) } }
                    (paper::blocks(document, &tab.blocks))
                }
            }
            @if !quiet {
                aside.remarks id="remarks" aria-label="Suggestions and comments" {
                    @for suggestion in &document.suggestions { (self::suggestion(suggestion)) }
                    @for comment in &document.comments { (self::comment(comment)) }
                }
            }
        }
    }
}

fn suggestion(suggestion: &RemarkView) -> Markup {
    html! {
        section.remark.proposal data-suggestion=(suggestion.id) {
            p.small { strong { (suggestion.author) } " suggests" }
            p { (suggestion.about) }
            (said(suggestion))
        }
    }
}

fn comment(comment: &RemarkView) -> Markup {
    html! {
        section.remark data-comment=(comment.id) {
            p.small.quote { "On “" (comment.about) "”" }
            (said(comment))
        }
    }
}

fn said(remark: &RemarkView) -> Markup {
    html! { @for (author, words) in &remark.said { p { strong { (author) } ": " (words) } } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;
    use sandbox_google::documents::TabView;
    use sandbox_google::paper::{Block, Entry, EntrySign, Ink, Kind, Mark, Paragraph, Piece};

    proptest! {
        #[test]
        fn no_document_puts_a_tag_into_the_page(words in "[a-z<>&\"'/= ,;#@:-]{0,60}") {
            let remark = RemarkView {
                id: words.clone(), author: words.clone(), about: words.clone(), said: vec![(words.clone(), words.clone())],
            };
            let inks =
                [Ink::Text(words.clone()), Ink::Image(words.clone()), Ink::Chip { title: words.clone(), uri: words.clone() }];
            let pieces = inks.map(|ink| Piece {
                ink, marks: vec![Mark::Code, Mark::Struck, Mark::Underlined, Mark::Italic, Mark::Bold], link: Some(words.clone()),
                inserted: vec![words.clone()], deleted: vec![words.clone()], restyled: vec![words.clone()],
                comments: vec![words.clone()],
            });
            let line = |kind, entry| Block::Paragraph(Paragraph { kind, entry, pieces: pieces.to_vec() });
            let entry = Some(Entry { level: 3, sign: EntrySign::Number(2) });
            let mut blocks = vec![line(Kind::Text, entry), line(Kind::Quote, None), line(Kind::Code, None)];
            blocks.extend((1..=6).map(|level| line(Kind::Heading(level), None)));
            blocks.push(Block::Table(vec![vec![blocks.clone()]]));
            let tab = TabView { title: words.clone(), blocks };
            let document = DocumentView {
                title: words, tabs: vec![tab.clone(), tab], suggestions: vec![remark.clone()], comments: vec![remark],
            };
            only_our_tags(&written(&document).into_string());
        }
    }
}
