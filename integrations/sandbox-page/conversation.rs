//! A channel, a group message or the direct message: its messages, its composer, and the thread beside it.

mod composer;
mod examples;
mod files;
mod menu;
mod message;
mod open;
mod spacing;
mod status;
mod thread;
mod welcome;

use maud::{Markup, html};

pub(super) use self::files::content as file;
pub(super) use self::open::Open;
pub(super) use self::thread::{part as thread_part, slot as thread_slot};
use self::{
    composer::Composer,
    spacing::{Spacing, spaced},
};
use super::{
    Page, home,
    note::Note,
    notes,
    places::{Kind, Place},
    reader::Reader,
};

/// The pane in the middle.
pub(super) fn pane(page: &Page, reader: &Reader, open: &Open) -> Markup {
    let place = &open.place;
    let title = place.title(reader);
    html! {
        div.pane data-channel=(place.id) {
            header.pane-head {
                h1 { (title) }
                p.about { (about(place, reader)) }
                @if place.kind == Kind::Direct { (home::tabs(page, reader, home::Open::Messages)) }
            }
            div.scroll id="messages" role="log" aria-live="polite" aria-label={ "Messages in " (title) } tabindex="0" data-part="messages" {
                (part(page, reader, open))
            }
            (composer::shown(page, reader, &Composer { place, thread: None }))
        }
    }
}

/// The messages themselves, which change.
pub(super) fn part(page: &Page, reader: &Reader, open: &Open) -> Markup {
    let place = &open.place;
    let notes = notes::all(page, reader, place);
    let sessions = status::all(page, &place.id);
    let top: Vec<&Note> = notes.iter().filter(|note| note.root.is_none() || note.broadcast).collect();
    if top.is_empty() {
        return match place.kind {
            Kind::Direct => welcome::shown(page, reader, place),
            Kind::Public | Kind::Private | Kind::Group => html! {
                p.empty { "Nobody has written in " strong { (place.title(reader)) } " yet. Say something." }
            },
        };
    }
    html! {
        @if place.kind == Kind::Direct { (welcome::prompts(page, reader, place)) }
        @for (note, spacing) in spaced(&top, reader) {
            @if let Spacing::NewDay(day) = &spacing { h2.day { span { (day) } } }
            (message::in_channel(page, reader, open, &message::Told { note, spacing, all: &notes, sessions: &sessions }))
        }
    }
}

/// Up to where the messages go: of the place itself, or of one of its threads.
pub(super) fn newest(notes: &[Note], thread: Option<&str>) -> u64 {
    let here = notes.iter().filter(|note| note.root.as_deref() == thread);
    here.map(|note| note.at).max().unwrap_or_default()
}

fn about(place: &Place, reader: &Reader) -> String {
    let app = &reader.app.name;
    match (place.kind, place.agent) {
        (Kind::Direct, _) => "Direct message. Every message starts a thread of its own.".to_owned(),
        (Kind::Group, true) => format!("Only those in it read here. Write @{app} to ask it something."),
        (Kind::Group, false) => format!("{app} is not in this conversation."),
        (Kind::Public | Kind::Private, true) if place.shared => {
            format!("People of another company read here too. Write @{app} to ask it something.")
        }
        (Kind::Public, true) => format!("Everybody can read here. Write @{app} to ask it something."),
        (Kind::Private, true) => {
            format!("Private: only its members read here. Write @{app} to ask it something.")
        }
        (Kind::Public | Kind::Private, false) => format!("{app} is not in this channel."),
    }
}
