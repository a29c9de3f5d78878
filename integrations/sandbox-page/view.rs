//! What is open in a tab, and its parts.

use jiff::civil::Date;
use serde::Deserialize;
use url::form_urlencoded::Serializer;

use super::{
    Page,
    conversation::Open,
    files::Drawer,
    mail::{Shelf, Tab},
    places::Place,
    reader::Reader,
    sheet::Leaf,
};

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
            let place = Place::of_id(&page.slack, reader, &channel)?;
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
    pub(super) fn parts(&self) -> &'static [&'static str] {
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
