//! A search as it was read.

/// One condition, or several put together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
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
