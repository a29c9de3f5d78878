//! A page of HTML without scripts and without anything from elsewhere.

use maud::{DOCTYPE, Markup, html};

use crate::docs::paper::{Block, EntrySign, Ink, Kind, Mark, Paragraph, Piece};

pub(super) fn write(tabs: &[Vec<Block>], title: &str) -> String {
    let page = html! {
        (DOCTYPE)
        html {
            head { meta charset="utf-8"; title { (title) } }
            body { @for blocks in tabs { @for block in blocks { (shown(block)) } } }
        }
    };
    page.into_string()
}

fn shown(block: &Block) -> Markup {
    match block {
        Block::Paragraph(paragraph) => line(paragraph),
        Block::Table(rows) => html! {
            table { @for row in rows { tr { @for cell in row { td { @for block in cell { (shown(block)) } } } } } }
        },
    }
}

fn line(paragraph: &Paragraph) -> Markup {
    let text = html! { @for piece in &paragraph.pieces { (words(piece)) } };
    if paragraph.is_rule() {
        return html! { hr; };
    }
    // Each entry is a list of its own, numbered from where it stands, as Google writes nested ones.
    if let Some(entry) = paragraph.entry {
        let indent = format!("margin-left:{}pt", 36 * (entry.level + 1));
        return match entry.sign {
            EntrySign::Number(number) => {
                html! { ol start=(number) style=(indent) { li { (text) } } }
            }
            EntrySign::Bullet => html! { ul style=(indent) { li { (text) } } },
            EntrySign::Box { ticked } => {
                html! { ul style=(indent) { li { (if ticked { "☑ " } else { "☐ " }) (text) } } }
            }
        };
    }
    match paragraph.kind {
        Kind::Title => html! { p class="title" { (text) } },
        Kind::Subtitle => html! { p class="subtitle" { (text) } },
        Kind::Heading(1) => html! { h1 { (text) } },
        Kind::Heading(2) => html! { h2 { (text) } },
        Kind::Heading(3) => html! { h3 { (text) } },
        Kind::Heading(4) => html! { h4 { (text) } },
        Kind::Heading(5) => html! { h5 { (text) } },
        Kind::Heading(_) => html! { h6 { (text) } },
        Kind::Quote => html! { blockquote { p { (text) } } },
        Kind::Code => html! { pre { (text) } },
        Kind::Text => html! { p { (text) } },
    }
}

fn words(piece: &Piece) -> Markup {
    let mut shown = match &piece.ink {
        Ink::Text(text) => html! {
            @for (number, line) in text.split('\u{b}').enumerate() { @if number > 0 { br; } (line) }
        },
        Ink::Image(uri) => html! { img alt="" src=(uri); },
        Ink::Chip { title, uri } => html! { a href=(uri) { (title) } },
        Ink::Rule | Ink::PageBreak => html! {},
    };
    for mark in &piece.marks {
        shown = match mark {
            Mark::Code => html! { code { (shown) } },
            Mark::Struck => html! { s { (shown) } },
            Mark::Underlined => html! { u { (shown) } },
            Mark::Italic => html! { i { (shown) } },
            Mark::Bold => html! { b { (shown) } },
        };
    }
    match &piece.link {
        Some(uri) => html! { a href=(uri) { (shown) } },
        None => shown,
    }
}
