//! Where words came from, who may read them, and how far they are to be believed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A value that remembers where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labeled<T> {
    pub value: T,
    pub label: Label,
}

/// Sources, readers and integrity of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    pub sources: BTreeSet<Source>,
    pub readers: Readers,
    pub integrity: Integrity,
}

/// One place words came from, e.g. a mail of `x@y`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// The tool or surface it came through, e.g. `gmail.read`.
    pub through: String,
    /// What it was, in words a person understands, e.g. `mail from x@y`. Itself a stranger's text.
    pub what: String,
}

/// Who could already read a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Readers {
    Everybody,
    /// Exactly these addresses. Empty when nobody is known: what we do not know counts against us.
    Only(BTreeSet<String>),
}

/// How far a text is to be believed; lower is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Integrity {
    /// Anybody could have written it.
    External,
    /// Somebody of the own organisation.
    Org,
    /// The verified directory of people.
    Directory,
    /// Typed by the person who asked, in this thread; or our own fixed words.
    Requester,
}

impl Label {
    /// The label of what we ourselves or the requester said.
    pub fn trusted() -> Self {
        Self { sources: BTreeSet::new(), readers: Readers::Everybody, integrity: Integrity::Requester }
    }

    /// The label of something anybody could have written, readable by nobody we know of.
    pub fn stranger(through: &str, what: impl Into<String>) -> Self {
        let source = Source { through: through.to_owned(), what: what.into() };
        Self {
            sources: BTreeSet::from([source]),
            readers: Readers::Only(BTreeSet::new()),
            integrity: Integrity::External,
        }
    }

    /// Union of sources, intersection of readers, minimum of integrity.
    #[must_use]
    pub fn join(mut self, other: &Self) -> Self {
        self.sources.extend(other.sources.iter().cloned());
        self.readers = self.readers.meet(&other.readers);
        self.integrity = self.integrity.min(other.integrity);
        self
    }

    /// The same without what its sources were.
    #[must_use]
    pub fn unnamed(&self) -> Self {
        let somebodys = Source {
            through: "chat".to_owned(),
            what: "something that was looked up for somebody else".to_owned(),
        };
        let sources = self.sources.first().map(|_| somebodys).into_iter().collect();
        Self { sources, readers: self.readers.clone(), integrity: self.integrity }
    }

    /// Whether somebody other than the requester could have written this.
    pub fn has_a_strangers_words(&self) -> bool {
        self.integrity < Integrity::Requester
    }
}

impl Readers {
    #[must_use]
    fn meet(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Everybody, other) => other.clone(),
            (mine, Self::Everybody) => mine,
            (Self::Only(mine), Self::Only(theirs)) => {
                Self::Only(mine.intersection(theirs).cloned().collect())
            }
        }
    }
}

impl<T> Labeled<T> {
    pub fn trusted(value: T) -> Self {
        Self { value, label: Label::trusted() }
    }

    pub fn stranger(value: T, through: &str, what: impl Into<String>) -> Self {
        Self { value, label: Label::stranger(through, what) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_keeps_every_source_and_only_common_readers() {
        let mut mail = Label::stranger("gmail.read", "mail from x@y");
        mail.readers = Readers::Only(["ana", "ben"].map(str::to_owned).into());
        let mut file = Label::stranger("drive.read", "file plan.md");
        file.readers = Readers::Only(["ben", "eve"].map(str::to_owned).into());

        let both = Label::trusted().join(&mail).join(&file);

        assert_eq!(both.sources.len(), 2);
        assert_eq!(both.readers, Readers::Only(["ben".to_owned()].into()));
        assert_eq!(both.integrity, Integrity::External);
    }

    #[test]
    fn what_is_not_named_counts_all_the_same() {
        let mail = Label::stranger("gmail.read", "mail from x@y");
        let unnamed = mail.unnamed();
        assert_eq!((&unnamed.readers, unnamed.integrity), (&mail.readers, mail.integrity));
        assert!(unnamed.sources.iter().all(|source| !source.what.contains("x@y")));
        assert_eq!(Label::trusted().unnamed(), Label::trusted());
    }

    #[test]
    fn an_unknown_reader_means_nobody() {
        let unknown = Label::stranger("gmail.read", "a mail");
        assert_eq!(Label::trusted().join(&unknown).readers, Readers::Only(BTreeSet::new()));
    }
}
