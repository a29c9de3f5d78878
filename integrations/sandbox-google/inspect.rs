//! What the sandbox's own page and its control API see of Google, and what they may do there.
//!
//! A view from inside, past tokens and contract; nothing here is reachable by a client of Google.

pub mod calendar;
pub mod sheets;

use sandbox_world::{MailSeed, WorldFault};
use serde::Serialize;

use super::Google;
pub use super::calendar::{GuestAnswer, Meet, Role, Window};
use super::gmail::{self, Alias, Content, Id, Mailbox, Message, Search};

/// A message as a line of a list.
#[derive(Clone, Debug, Serialize)]
pub struct MessageRow {
    pub id: String,
    pub thread: String,
    pub from: String,
    pub to: String,
    pub subject: String,
    /// HTML-escaped, as the API gives it.
    pub snippet: String,
    /// Milliseconds since 1970.
    pub date: i64,
    pub labels: Vec<String>,
    pub unread: bool,
    pub attachments: usize,
}

/// A whole message.
#[derive(Clone, Debug, Serialize)]
pub struct MessageView {
    #[serde(flatten)]
    pub row: MessageRow,
    pub headers: Vec<(String, String)>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub files: Vec<AttachmentView>,
}

/// A file on a message.
#[derive(Clone, Debug, Serialize)]
pub struct AttachmentView {
    /// Names the file within its message, for [`Google::attachment`].
    pub part: String,
    pub name: String,
    pub kind: String,
    pub size: usize,
}

/// A label with its counts.
#[derive(Clone, Debug, Serialize)]
pub struct LabelView {
    pub id: String,
    pub name: String,
    pub(crate) messages: usize,
    pub(crate) unread: usize,
}

/// A draft.
#[derive(Clone, Debug, Serialize)]
pub struct DraftView {
    pub(crate) id: String,
    pub(crate) message: MessageRow,
}

impl Google {
    /// Somebody's messages under a label, newest first.
    pub fn messages(&self, handle: &str, label: &str) -> Vec<MessageRow> {
        self.look(handle, |mailbox| mailbox.newest_first().filter(|one| one.has(label)).map(row).collect())
    }

    /// Somebody's messages that a search finds, newest first.
    pub fn search(&self, handle: &str, query: &str) -> Vec<MessageRow> {
        let (search, now) = (Search::read(query), sandbox_world::now());
        self.look(handle, |mailbox| {
            mailbox.newest_first().filter(|one| search.matches(mailbox, one, now)).map(row).collect()
        })
    }

    /// The same, but without spam and the bin unless the query asks for them, as Gmail's lists show it.
    pub fn found(&self, handle: &str, query: &str) -> Vec<MessageRow> {
        let search = Search::read(query);
        let hidden = |row: &MessageRow| {
            ["SPAM", "TRASH"]
                .iter()
                .any(|place| !search.opens(place) && row.labels.iter().any(|one| one == place))
        };
        self.search(handle, query).into_iter().filter(|row| !hidden(row)).collect()
    }

    /// One message of somebody's.
    pub fn message(&self, handle: &str, id: &str) -> Option<MessageView> {
        let id = Id::read(id).ok()?;
        self.look(handle, |mailbox| mailbox.message(id).map(view))
    }

    /// The bytes of one file on a message.
    pub fn attachment(&self, handle: &str, id: &str, part: &str) -> Option<Vec<u8>> {
        let id = Id::read(id).ok()?;
        self.look(handle, |mailbox| {
            let files = gmail::files(mailbox.message(id)?);
            files.into_iter().find(|(file, _)| file.id == part).map(|(_, bytes)| bytes)
        })
    }

    /// Somebody's labels with their counts.
    pub fn labels(&self, handle: &str) -> Vec<LabelView> {
        self.look(handle, |mailbox| {
            let labels = gmail::all_labels(mailbox).into_iter().map(|(id, name)| {
                let (messages, unread, ..) = gmail::label_counts(mailbox, &id);
                LabelView { id, name, messages, unread }
            });
            labels.collect()
        })
    }

    /// Somebody's drafts, newest first.
    pub fn drafts(&self, handle: &str) -> Vec<DraftView> {
        self.look(handle, |mailbox| {
            let mut drafts: Vec<DraftView> = mailbox
                .drafts()
                .filter_map(|(id, message)| Some((id, mailbox.message(message)?)))
                .map(|(id, message)| DraftView { id: id.to_owned(), message: row(message) })
                .collect();
            drafts.sort_by(|one, other| other.message.id.cmp(&one.message.id));
            drafts
        })
    }

    /// Adds and removes labels, as the person does in their own mailbox; `false` when there is no such message.
    pub fn mark(&self, handle: &str, id: &str, add: &[String], remove: &[String]) -> bool {
        let Ok(id) = Id::read(id) else { return false };
        let found = self.with(|state| {
            let mailbox = state.mailboxes.get_mut(handle).filter(|mailbox| mailbox.message(id).is_some());
            mailbox.map(|mailbox| mailbox.relabel(id, add, remove)).is_some()
        });
        self.changes.ring();
        found
    }

    /// New mail arrives, now, whatever its `when` says.
    pub fn deliver(&self, mail: &MailSeed) -> Result<(), WorldFault> {
        let delivered = self.with(|state| gmail::deliver(state, &self.accounts, mail, sandbox_world::now()));
        self.changes.ring();
        delivered
    }

    /// Sets up an address to send as; `false` when there is no such person.
    pub fn send_as(&self, handle: &str, alias: Alias) -> bool {
        let set_up = self
            .with(|state| state.mailboxes.get_mut(handle).map(|mailbox| mailbox.send_as(alias)).is_some());
        self.changes.ring();
        set_up
    }

    fn look<T: Default>(&self, handle: &str, work: impl FnOnce(&Mailbox) -> T) -> T {
        self.look_at(|state| state.mailboxes.get(handle).map(work).unwrap_or_default())
    }
}

fn row(message: &Message) -> MessageRow {
    let reading = &message.reading;
    MessageRow {
        id: message.id.to_string(),
        thread: message.thread.to_string(),
        from: reading.from.clone(),
        to: reading.to.clone(),
        subject: reading.subject.clone(),
        snippet: message.snippet(),
        date: message.date,
        labels: message.labels.iter().cloned().collect(),
        unread: message.has("UNREAD"),
        attachments: reading.filenames.len(),
    }
}

fn view(message: &Message) -> MessageView {
    let payload = message.payload();
    let first = |kind: &str| {
        payload.walk().into_iter().find_map(|part| match &part.content {
            Content::Text(text) if part.mime == kind => Some(text.clone()),
            _ => None,
        })
    };
    let files = gmail::files(message).into_iter().map(|(part, bytes)| AttachmentView {
        part: part.id,
        name: part.filename,
        kind: part.mime,
        size: bytes.len(),
    });
    MessageView {
        row: row(message),
        headers: payload.headers.clone(),
        text: first("text/plain"),
        html: first("text/html"),
        files: files.collect(),
    }
}
