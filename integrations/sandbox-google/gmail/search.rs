//! Gmail's search language: what a query means, and which messages it finds.

mod lexer;
mod matcher;
mod parser;
mod term;

use jiff::Timestamp;

use super::mailbox::Mailbox;
use super::message::Message;
use crate::gmail::search::term::Term;

/// A query that has been read. Any text is one; what is no operator is words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search(Term);

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
