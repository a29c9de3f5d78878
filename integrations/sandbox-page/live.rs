//! The stream that says which parts of a tab have changed.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
    time::Duration,
};

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use maud::Markup;
use tokio::sync::watch;

use super::{
    Page, calendar, canvas, conversation, document, files, home, mail, modal, notes, reader::Reader, sheet,
    sidebar, view::View,
};

/// Many changes in a row are told as one.
const TOGETHER: Duration = Duration::from_millis(40);

/// One part by its name; `None` where this view has no such part.
pub(super) fn part(page: &Page, reader: &Reader, view: &View, name: &str) -> Option<Markup> {
    match (name, view) {
        ("modal", _) => Some(modal::part(page, reader)),
        ("sidebar", view) => Some(sidebar::part(page, reader, view)),
        ("messages", View::Conversation(open)) => Some(conversation::part(page, reader, open)),
        ("thread", View::Conversation(open)) => Some(conversation::thread_part(page, reader, open)),
        ("home", View::Home) => Some(home::part(page, reader)),
        ("canvas", View::Canvas { id }) => canvas::part(page, reader, id),
        ("sheet", View::Sheet(leaf)) => Some(sheet::part(page, reader, leaf)),
        ("mailbox", View::Mailbox(shelf)) => Some(mail::list_part(page, reader, shelf)),
        ("calendar", View::Week(monday)) => Some(calendar::week_part(page, reader, *monday)),
        ("event", View::Event { id }) => calendar::event_part(page, reader, id),
        ("document", View::Document { id }) => document::part(page, reader, id),
        ("files", View::Files(drawer)) => Some(files::list_part(page, reader, *drawer)),
        ("file", View::File { id }) => files::file_part(page, reader, id),
        _ => None,
    }
}

/// What is shown has been read.
pub(super) fn mark_read(page: &Page, reader: &Reader, view: &View) {
    if let View::Conversation(open) = view {
        let channel = &open.place.id;
        let notes = notes::all(page, reader, &open.place);
        page.seen.mark(reader, channel, None, conversation::newest(&notes, None));
        if let Some(root) = open.thread.as_deref() {
            page.seen.mark(reader, channel, Some(root), conversation::newest(&notes, Some(root)));
        }
    }
}

/// Says which parts have changed: all of them at first, since the page may be older than the stream.
pub(super) fn stream(
    page: Arc<Page>,
    reader: Reader,
    view: View,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let listener = Listener {
        world: page.changes.listen(),
        seen: page.seen.bell().listen(),
        stopping: page.stopping.clone(),
        told: BTreeMap::new(),
        page,
        reader,
        view,
    };
    let events = stream::unfold(listener, |mut listener| async move {
        let names = listener.next().await?;
        Some((Ok(Event::default().event("changed").data(names.join(" "))), listener))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

struct Listener {
    page: Arc<Page>,
    reader: Reader,
    view: View,
    world: watch::Receiver<u64>,
    seen: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    /// A digest of each part as it was when last told.
    told: BTreeMap<&'static str, u64>,
}

impl Listener {
    /// The parts that have changed since the last time; `None` when the sandbox stops.
    async fn next(&mut self) -> Option<Vec<&'static str>> {
        loop {
            self.world.mark_unchanged();
            self.seen.mark_unchanged();
            if *self.stopping.borrow() {
                return None;
            }
            let changed = self.changed();
            if !changed.is_empty() {
                return Some(changed);
            }
            tokio::select! {
                rung = self.world.changed() => rung.ok()?,
                rung = self.seen.changed() => rung.ok()?,
                stopped = self.stopping.wait_for(|stop| *stop) => {
                    // Told to stop or left alone: there will be no more changes.
                    drop(stopped);
                    return None;
                }
            }
            tokio::time::sleep(TOGETHER).await;
        }
    }

    fn changed(&mut self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        for &name in self.view.parts() {
            let Some(markup) = part(&self.page, &self.reader, &self.view, name) else { continue };
            let mut digest = DefaultHasher::new();
            markup.into_string().hash(&mut digest);
            if self.told.insert(name, digest.finish()) != Some(digest.finish()) {
                changed.push(name);
            }
        }
        changed
    }
}
