//! The thread beside its channel; on a phone in its place.

use maud::{Markup, html};

use super::{
    Open,
    composer::{self, Composer},
    message,
    spacing::spaced,
    status,
};
use crate::{
    Page,
    note::{Note, SeenBy},
    notes,
    reader::Reader,
};

/// The place where a thread opens, empty while none is. `watch` is what the page listens to meanwhile.
pub(crate) fn slot(page: &Page, reader: &Reader, open: &Open, watch: &str) -> Markup {
    let title = open.place.title(reader);
    let Some(root) = open.thread.as_deref() else {
        return html! { aside id="thread-slot" data-watch=(watch) aria-label="Thread" hidden {} };
    };
    html! {
        aside id="thread-slot" data-watch=(watch) data-thread=(root) aria-labelledby="thread-title" {
            header.pane-head {
                h2 id="thread-title" { "Thread" }
                p.about { (title) }
                a.close id="close-thread" href=(open.place.address) aria-label={ "Close thread and go back to " (title) }
                    hx-boost="true" hx-target="#thread-slot" hx-select="#thread-slot" hx-swap="outerHTML" {
                    span.wide aria-hidden="true" { "✕" } span.narrow aria-hidden="true" { "← Back" }
                }
            }
            div.scroll id="thread-messages" role="log" aria-live="polite" aria-label="Messages in the thread" tabindex="0" data-part="thread" {
                (part(page, reader, open))
            }
            (composer::shown(page, reader, &Composer { place: &open.place, thread: Some(root) }))
        }
    }
}

/// The messages of the open thread, which change.
pub(crate) fn part(page: &Page, reader: &Reader, open: &Open) -> Markup {
    let Some(root) = open.thread.as_deref() else { return html! {} };
    let notes = notes::all(page, reader, &open.place);
    let here: Vec<&Note> = notes.iter().filter(|note| belongs(note, root)).collect();
    let replies = here.iter().filter(|note| note.ts != root && note.seen_by == SeenBy::Everybody).count();
    let sessions = status::all(page, &open.place.id);
    let session = sessions.iter().find(|session| session.thread == root);
    html! {
        @if let Some(session) = session.filter(|session| session.is_session()) {
            (status::head(reader, &open.place, session))
        }
        @if here.is_empty() { p.empty { "This message is not here any more." } }
        @for (note, spacing) in spaced(&here, reader) {
            (message::in_thread(page, reader, &open.place.id, (note, &spacing)))
            @if note.ts == root { (counted(replies, here.len())) }
        }
        @if let Some(session) = session {
            (status::shown(reader, &open.place, session, "thread"))
        }
    }
}

/// Messages for one person alone do not count as replies; next to them nothing is said rather than "none".
fn counted(replies: usize, shown: usize) -> Markup {
    html! {
        @match (replies, shown) {
            (0, 0 | 1) => p.count { "No replies yet" },
            (0, _) => {},
            (1, _) => p.count { "1 reply" },
            (count, _) => p.count { (count) " replies" },
        }
    }
}

fn belongs(note: &Note, root: &str) -> bool {
    note.ts == root || note.root.as_deref() == Some(root)
}
