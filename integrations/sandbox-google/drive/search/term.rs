//! A search as it was read.

use jiff::Timestamp;

/// One condition, or several put together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    All(Vec<Term>),
    Any(Vec<Term>),
    Not(Box<Term>),
    NameIs(String),
    NameContains(String),
    FullText(String),
    MimeIs(String),
    MimeContains(String),
    Modified(Compared, Timestamp),
    Created(Compared, Timestamp),
    Trashed,
    Starred,
    SharedWithMe,
    InParent(String),
    /// Somebody's address, and what they are to the file.
    Person(String, Part),
    Property(Keeper, String, String),
    Visibility(String),
}

/// What somebody is to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Owner,
    Writer,
    Reader,
}

/// Where a file keeps a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeper {
    Everybodys,
    TheApps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A query that Drive does not understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nonsense;
