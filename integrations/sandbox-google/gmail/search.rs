//! Gmail's search language: what a query means, and which messages it finds.

mod lexer;
mod matcher;
mod parser;

use jiff::Timestamp;

use super::mailbox::Mailbox;
use super::message::Message;

/// A query that has been read. Any text is one; what is no operator is words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search(Term);

/// One condition, or several put together.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    All(Vec<Term>),
    Any(Vec<Term>),
    Not(Box<Term>),
    /// A word or a quoted phrase, anywhere in the message.
    Words(String),
    From(String),
    To(String),
    Cc(String),
    Bcc(String),
    Subject(String),
    Filename(String),
    MessageId(String),
    HasAttachment,
    /// `is:read`: the one state that is the lack of a label.
    Read,
    /// A system label's id.
    Labeled(&'static str),
    /// The name of a person's own label, or of a place.
    LabelNamed(String),
    Anywhere,
    /// Earlier than this second.
    Before(i64),
    /// At this second or later.
    After(i64),
    /// More seconds ago than this.
    OlderThan(i64),
    /// At most so many seconds ago.
    NewerThan(i64),
    /// An operator with a value it does not know.
    Nothing,
}

impl Search {
    /// Reads a query.
    pub(crate) fn read(text: &str) -> Self {
        Self(parser::parse(&lexer::tokens(text)))
    }

    /// Whether a message of this mailbox is found at this moment.
    pub(crate) fn matches(&self, mailbox: &Mailbox, message: &Message, now: Timestamp) -> bool {
        matcher::matches(&self.0, &matcher::Looked { mailbox, message, now: now.as_second() })
    }

    /// Whether the query itself asks for a place that lists leave out: spam or the bin.
    pub(crate) fn opens(&self, label: &str) -> bool {
        self.0.opens(label)
    }
}

impl Term {
    fn opens(&self, label: &str) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Labeled(place) => *place == label,
            Self::All(terms) | Self::Any(terms) => terms.iter().any(|term| term.opens(label)),
            _ => false,
        }
    }
}
