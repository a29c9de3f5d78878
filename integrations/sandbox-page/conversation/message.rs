//! One message.

use maud::{Markup, html};

use super::{
    Open, files, menu,
    spacing::Spacing,
    status::{self, Session},
};
use crate::{
    Page, address,
    blocks::{self, On, Spot},
    dates,
    note::{Note, SeenBy},
    reader::Reader,
    writing::pictured,
};

/// A message with all that stands around it.
pub(super) struct Told<'a> {
    pub(super) note: &'a Note,
    pub(super) spacing: Spacing,
    pub(super) all: &'a [Note],
    pub(super) sessions: &'a [Session],
}

/// A message in its channel, with the way into its thread.
pub(super) fn in_channel(page: &Page, reader: &Reader, open: &Open, told: &Told<'_>) -> Markup {
    let note = told.note;
    let below = html! {
        @if note.seen_by == SeenBy::Everybody {
            @let root = note.root.as_deref().unwrap_or(&note.ts);
            @let session = told.sessions.iter().find(|session| session.thread == root);
            @if let Some(session) = session { (status::named(session, &note.text)) }
            (into_thread(page, reader, open, told))
            @if let Some(session) = session {
                (status::shown(reader, &open.place, session, "main"))
            }
        }
    };
    let menu = menu::shown(page, reader, (&open.place.id, "main"), note);
    shown(reader, (&open.place.id, "main"), (note, &told.spacing), &Around { menu, below })
}

/// A message in its thread.
pub(super) fn in_thread(
    page: &Page,
    reader: &Reader,
    channel: &str,
    (note, spacing): (&Note, &Spacing),
) -> Markup {
    let menu = menu::shown(page, reader, (channel, "thread"), note);
    shown(reader, (channel, "thread"), (note, spacing), &Around { menu, below: html! {} })
}

/// What stands beside and below a message.
struct Around {
    menu: Markup,
    below: Markup,
}

fn into_thread(page: &Page, reader: &Reader, open: &Open, told: &Told<'_>) -> Markup {
    let root = told.note.root.as_deref().unwrap_or(&told.note.ts);
    let channel = &open.place.id;
    let replies: Vec<&Note> = told.all.iter().filter(|note| note.root.as_deref() == Some(root)).collect();
    let is_open = open.thread.as_deref() == Some(root);
    let new = !is_open && replies.iter().any(|note| page.seen.is_new(reader, channel, note));
    let counted = replies.iter().filter(|note| note.seen_by == SeenBy::Everybody).count();
    let class = if replies.is_empty() { "replies none" } else { "replies" };
    html! {
        p class=(class) {
            a id={ "open-" (root.replace('.', "-")) } href=(address::thread(&open.place.address, root)) data-thread=(root)
                hx-boost="true" hx-target="#thread-slot" hx-select="#thread-slot" hx-swap="outerHTML"
                aria-current=[is_open.then_some("true")] {
                @match (counted, replies.is_empty()) {
                    (0, true) => "Reply in thread",
                    (0, false) => "Thread",
                    (1, _) => "1 reply",
                    (count, _) => { (count) " replies" }
                }
            }
            @if new { " " span.new { "New" } }
            @if let Some(last) = replies.last() {
                span.last { " last at " (dates::clock(&reader.at_microseconds(last.at))) }
            }
        }
    }
}

fn shown(
    reader: &Reader,
    (channel, region): (&str, &'static str),
    (note, spacing): (&Note, &Spacing),
    around: &Around,
) -> Markup {
    let author = if note.deleted { "Slack" } else { reader.person(&note.author) };
    let moment = reader.at_microseconds(note.at);
    let clock = dates::clock(&moment);
    let mut class = "message".to_owned();
    if *spacing == Spacing::AtOnce {
        class.push_str(" at-once");
    }
    if note.seen_by == SeenBy::OnePerson {
        class.push_str(" only-you");
    }
    if note.streaming == "in_progress" {
        class.push_str(" streaming");
    }
    let said = if blocks::is_card(&note.blocks) { "said card" } else { "said" };
    let spot = Spot { reader, region, on: On::Message { channel, ts: &note.ts }, opened: &note.opened };
    html! {
        article id={ (region) "-" (note.ts.replace('.', "-")) } class=(class) data-ts=(note.ts) tabindex="-1"
            aria-label={ (author) ", " (clock) } {
            (avatar(reader, &note.author))
            div.body {
                @if note.seen_by == SeenBy::OnePerson { p.only-you-note { "Only visible to you" } }
                header.by {
                    span.author { (author) }
                    @if note.author == reader.app.id { " " span.app { "App" } }
                    @if let Some(badge) = reader.badge(&note.author) { " " span.tag { (badge) } }
                    " " time datetime=(dates::exact(&moment)) title=(dates::full(&moment)) { (clock) }
                }
                div class=(said) {
                    @if note.deleted { p.unknown { "This message was deleted." } }
                    @else { (blocks::content(&note.text, &note.blocks, &note.attachments, spot)) }
                    @if !note.deleted { (files::shown(reader, &note.files)) }
                    @if note.edited { small.edited { "(edited)" } }
                }
                @if !note.reactions.is_empty() { (reactions(note)) }
                @if note.streaming == "errored" {
                    p.broken role="note" { "⚠ This answer broke off: it was written for too long." }
                }
                (around.below)
            }
            (around.menu)
        }
    }
}

fn reactions(note: &Note) -> Markup {
    html! {
        ul.reactions aria-label="Reactions" {
            @for (name, count) in &note.reactions {
                li { (pictured(name).unwrap_or(name)) " " (count) }
            }
        }
    }
}

/// A coloured circle with initials; the app has its sign.
fn avatar(reader: &Reader, author: &str) -> Markup {
    if author == reader.app.id {
        return html! {
            div.avatar.of-app aria-hidden="true" {
                svg viewBox="0 0 24 24" fill="none" { path d="M5 13l4 4L19 7" {} }
            }
        };
    }
    let name = reader.person(author);
    let first = |word: &str| word.chars().find(|letter| letter.is_alphanumeric());
    let initials: String = name.split_whitespace().filter_map(first).take(2).collect();
    let hue = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 6;
    html! { div class={ "avatar hue-" (hue) } aria-hidden="true" { (initials) } }
}
