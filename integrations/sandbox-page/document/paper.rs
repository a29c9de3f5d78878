//! The text of a document: headings, lists, tables, and words with what is proposed for them.

use maud::{Markup, html};
use sandbox_google::{
    documents::DocumentView,
    paper::{Block, Entry, EntrySign, Ink, Kind, Mark, Paragraph, Piece},
};

pub(super) fn blocks(document: &DocumentView, blocks: &[Block]) -> Markup {
    let listed = |block: &Block| matches!(block, Block::Paragraph(Paragraph { entry: Some(_), .. }));
    html! {
        @for group in blocks.chunk_by(|one, next| listed(one) && listed(next)) {
            @if group.first().is_some_and(listed) {
                ul.entries { @for block in group { (shown(document, block)) } }
            } @else {
                @for block in group { (shown(document, block)) }
            }
        }
    }
}

fn shown(document: &DocumentView, block: &Block) -> Markup {
    match block {
        Block::Paragraph(paragraph) => line(document, paragraph),
        Block::Table(rows) => html! {
            table {
                tbody {
                    @for row in rows { tr { @for cell in row { td { (blocks(document, cell)) } } } }
                }
            }
        },
    }
}

fn line(document: &DocumentView, paragraph: &Paragraph) -> Markup {
    if paragraph.is_rule() {
        return html! { hr; };
    }
    let text = html! { @for piece in &paragraph.pieces { (words(document, piece)) } };
    if let Some(entry) = paragraph.entry {
        return html! {
            li class={ "list-entry level-" (entry.level) } { span.list-sign { (sign(entry)) } span { (text) } }
        };
    }
    // The name of the document is the page's own heading.
    match paragraph.kind {
        Kind::Title => html! { p.doc-title { (text) } },
        Kind::Subtitle => html! { p.doc-subtitle { (text) } },
        Kind::Heading(1) => html! { h2 { (text) } },
        Kind::Heading(2) => html! { h3 { (text) } },
        Kind::Heading(3) => html! { h4 { (text) } },
        Kind::Heading(4) => html! { h5 { (text) } },
        Kind::Heading(_) => html! { h6 { (text) } },
        Kind::Quote => html! { blockquote { p { (text) } } },
        Kind::Code => html! { pre { (text) } },
        Kind::Text => html! { p { (text) } },
    }
}

fn sign(entry: Entry) -> String {
    match entry.sign {
        EntrySign::Bullet => "•".to_owned(),
        EntrySign::Number(number) => format!("{number}."),
        EntrySign::Box { ticked: true } => "☑".to_owned(),
        EntrySign::Box { ticked: false } => "☐".to_owned(),
    }
}

fn words(document: &DocumentView, piece: &Piece) -> Markup {
    let mut shown = match &piece.ink {
        Ink::Text(text) => html! {
            @for (number, line) in text.split('\u{b}').enumerate() { @if number > 0 { br; } (line) }
        },
        // Nothing from elsewhere is fetched.
        Ink::Image(uri) => html! { span.chip { "🖼 " span.where { (uri) } } },
        Ink::Chip { title, uri } => html! { span.chip { (title) } " " span.where { "(" (uri) ")" } },
        Ink::Rule => html! {},
        Ink::PageBreak => html! { span.page-break { "Page break" } },
    };
    for mark in &piece.marks {
        shown = match mark {
            Mark::Code => html! { code { (shown) } },
            Mark::Struck => html! { s { (shown) } },
            Mark::Underlined => html! { u { (shown) } },
            Mark::Italic => html! { em { (shown) } },
            Mark::Bold => html! { strong { (shown) } },
        };
    }
    if let Some(uri) = &piece.link {
        shown = html! { span.link { (shown) } " " span.where { "(" (uri) ")" } };
    }
    remarked(document, piece, shown)
}

/// Words with the suggestions and comments that are about them.
fn remarked(document: &DocumentView, piece: &Piece, mut shown: Markup) -> Markup {
    let by = |id: &str| {
        let suggestion = document.suggestions.iter().find(|one| one.id == id);
        suggestion.map(|one| one.author.as_str()).unwrap_or_default().to_owned()
    };
    if let Some(id) = piece.restyled.first() {
        shown = html! { span.restyled data-suggestion=(id) title={ "New look suggested by " (by(id)) } { (shown) } };
    }
    if let Some(id) = piece.inserted.first() {
        shown = html! { ins data-suggestion=(id) title={ "Suggested by " (by(id)) } { (shown) } };
    }
    if let Some(id) = piece.deleted.first() {
        shown = html! { del data-suggestion=(id) title={ "Deletion suggested by " (by(id)) } { (shown) } };
    }
    if let Some(id) = piece.comments.first() {
        shown = html! { mark data-comment=(id) { (shown) } };
    }
    shown
}
