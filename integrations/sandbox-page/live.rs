//! What is open in a tab, its parts, and the stream that says which of them have changed.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
    time::Duration,
};

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use jiff::civil::Date;
use maud::Markup;
use serde::Deserialize;
use tokio::sync::watch;
use url::form_urlencoded::Serializer;

use super::{
    Page, calendar, canvas,
    conversation::{self, Open},
    document,
    files::{self, Drawer},
    home,
    mail::{self, Shelf, Tab},
    modal, notes,
    places::Place,
    reader::Reader,
    sheet::{self, Leaf},
    sidebar,
};

/// Many changes in a row are told as one.
const TOGETHER: Duration = Duration::from_millis(40);

/// What is open in a tab.
#[derive(Clone, Debug)]
pub(super) enum View {
    Conversation(Open),
    /// The app's Home tab.
    Home,
    Canvas {
        id: String,
    },
    Mailbox(Shelf),
    Letter {
        id: String,
        tab: Tab,
    },
    /// By its Monday.
    Week(Date),
    Event {
        id: String,
    },
    Sheet(Leaf),
    Document {
        id: String,
    },
    Files(Drawer),
    File {
        id: String,
    },
}

/// The same as it stands in the address of the stream.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Watched {
    channel: Option<String>,
    thread: Option<String>,
    letter: Option<String>,
    week: Option<Date>,
    event: Option<String>,
    /// The id of a spreadsheet.
    sheet: Option<String>,
    /// The title of one of its sheets.
    title: Option<String>,
    document: Option<String>,
    file: Option<String>,
    drawer: Option<Drawer>,
    canvas: Option<String>,
    /// Of the app: `home`.
    app: Option<String>,
    #[serde(default)]
    tab: Tab,
    q: Option<String>,
}

impl View {
    pub(super) fn of(page: &Page, reader: &Reader, watched: Watched) -> Option<Self> {
        if let Some(channel) = watched.channel {
            let place = Place::of_id(page, reader, &channel)?;
            return Some(Self::Conversation(Open { place, thread: watched.thread }));
        }
        if watched.app.is_some() {
            return Some(Self::Home);
        }
        if let Some(id) = watched.canvas {
            return Some(Self::Canvas { id });
        }
        if let Some(monday) = watched.week {
            return Some(Self::Week(monday));
        }
        if let Some(id) = watched.event {
            return Some(Self::Event { id });
        }
        if let Some(id) = watched.sheet {
            page.google.open_sheet(&reader.handle, &id, None)?;
            return Some(Self::Sheet(Leaf { id, tab: watched.title }));
        }
        if let Some(id) = watched.document {
            return Some(Self::Document { id });
        }
        if let Some(id) = watched.file {
            return Some(Self::File { id });
        }
        if let Some(drawer) = watched.drawer {
            return Some(Self::Files(drawer));
        }
        Some(match watched.letter {
            Some(id) => Self::Letter { id, tab: watched.tab },
            None => Self::Mailbox(Shelf { tab: watched.tab, search: watched.q }),
        })
    }

    pub(super) fn query(&self) -> String {
        let mut query = Serializer::new(String::new());
        match self {
            Self::Conversation(open) => {
                query.append_pair("channel", &open.place.id);
                if let Some(thread) = &open.thread {
                    query.append_pair("thread", thread);
                }
            }
            Self::Home => {
                query.append_pair("app", "home");
            }
            Self::Canvas { id } => {
                query.append_pair("canvas", id);
            }
            Self::Mailbox(Shelf { tab, search }) => {
                query.append_pair("tab", tab.word());
                if let Some(search) = search {
                    query.append_pair("q", search);
                }
            }
            Self::Week(monday) => {
                query.append_pair("week", &monday.to_string());
            }
            Self::Event { id } => {
                query.append_pair("event", id);
            }
            Self::Letter { id, tab } => {
                query.append_pair("letter", id).append_pair("tab", tab.word());
            }
            Self::Sheet(Leaf { id, tab }) => {
                query.append_pair("sheet", id);
                if let Some(title) = tab {
                    query.append_pair("title", title);
                }
            }
            Self::Document { id } => {
                query.append_pair("document", id);
            }
            Self::Files(drawer) => {
                query.append_pair("drawer", drawer.word());
            }
            Self::File { id } => {
                query.append_pair("file", id);
            }
        }
        query.finish()
    }

    /// The names of the parts that can change while this is open.
    fn parts(&self) -> &'static [&'static str] {
        match self {
            Self::Conversation(Open { thread: Some(_), .. }) => &["messages", "thread", "sidebar", "modal"],
            Self::Conversation(Open { thread: None, .. }) => &["messages", "sidebar", "modal"],
            Self::Home => &["home", "sidebar", "modal"],
            Self::Canvas { .. } => &["canvas", "sidebar", "modal"],
            Self::Mailbox(_) => &["mailbox", "sidebar", "modal"],
            Self::Letter { .. } => &["sidebar", "modal"],
            Self::Week(_) => &["calendar", "sidebar", "modal"],
            Self::Event { .. } => &["event", "sidebar", "modal"],
            Self::Sheet(_) => &["sheet", "sidebar", "modal"],
            Self::Document { .. } => &["document", "sidebar", "modal"],
            Self::Files(_) => &["files", "sidebar", "modal"],
            Self::File { .. } => &["file", "sidebar", "modal"],
        }
    }
}

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
