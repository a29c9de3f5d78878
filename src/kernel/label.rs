//! Where words came from, who may read them, and how far they are to be believed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Alarm;

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
    /// How loudly it asks to be looked at twice.
    #[serde(default)]
    pub alarm: Alarm,
}

/// One place words came from, e.g. a mail of `x@y`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// The tool or surface it came through, e.g. `gmail.read`.
    pub through: String,
    /// What it was, in words a person understands, e.g. `mail from x@y`. Itself a stranger's text.
    pub what: String,
    /// What a person would call it: a title, a subject. Strangers' text as well.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub names: BTreeSet<String>,
    /// Who it is from, as they call themselves.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub authors: BTreeSet<String>,
    /// Who could already read this one.
    #[serde(default)]
    pub readers: Readers,
    /// Whether people are shown something else of it than what was read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
}

/// Who could already read a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
        Self {
            sources: BTreeSet::new(),
            readers: Readers::Everybody,
            integrity: Integrity::Requester,
            alarm: Alarm::Quiet,
        }
    }

    /// Whether it says nothing that keeps anything from happening.
    pub fn is_trusted(&self) -> bool {
        *self == Self::trusted()
    }

    /// The label of something anybody could have written, readable by nobody we know of.
    pub fn stranger(through: &str, what: impl Into<String>) -> Self {
        let source = Source {
            through: through.to_owned(),
            what: what.into(),
            names: BTreeSet::new(),
            authors: BTreeSet::new(),
            readers: Readers::default(),
            disputed: false,
        };
        Self {
            sources: BTreeSet::from([source]),
            readers: Readers::default(),
            integrity: Integrity::External,
            alarm: Alarm::Quiet,
        }
    }

    /// The same of something that people call by these names. For a label that has not been joined yet.
    #[must_use]
    pub fn called(mut self, names: impl IntoIterator<Item = String>) -> Self {
        let names: BTreeSet<String> = names.into_iter().filter(|name| !name.trim().is_empty()).collect();
        self.each_source(|source| source.names.extend(names.iter().cloned()));
        self
    }

    /// The same of something that is from these.
    #[must_use]
    pub fn by(mut self, authors: impl IntoIterator<Item = String>) -> Self {
        let authors: BTreeSet<String> =
            authors.into_iter().filter(|author| !author.trim().is_empty()).collect();
        self.each_source(|source| source.authors.extend(authors.iter().cloned()));
        self
    }

    /// The same of something that these can read already. For a label that has not been joined yet.
    #[must_use]
    pub fn read_by(mut self, readers: Readers) -> Self {
        self.each_source(|source| source.readers = readers.clone());
        Self { readers, ..self }
    }

    /// The same of something of which people are shown something else than what was read.
    #[must_use]
    pub fn disputed(mut self) -> Self {
        self.each_source(|source| source.disputed = true);
        Self { alarm: self.alarm.max(Alarm::Odd), ..self }
    }

    #[must_use]
    pub fn believed(self, integrity: Integrity) -> Self {
        Self { integrity, ..self }
    }

    fn each_source(&mut self, change: impl Fn(&mut Source)) {
        let sources = std::mem::take(&mut self.sources);
        self.sources = sources
            .into_iter()
            .map(|mut source| {
                change(&mut source);
                source
            })
            .collect();
    }

    /// Union of sources, intersection of readers, minimum of integrity.
    #[must_use]
    pub fn join(mut self, other: &Self) -> Self {
        for source in &other.sources {
            // Most are known already, and are not copied for that.
            if !self.sources.contains(source) {
                self.sources.insert(source.clone());
            }
        }
        self.readers = self.readers.meet(&other.readers);
        self.integrity = self.integrity.min(other.integrity);
        self.alarm = self.alarm.max(other.alarm);
        self
    }

    /// The same without what its sources were.
    #[must_use]
    pub fn unnamed(&self) -> Self {
        let somebodys = Source {
            through: "chat".to_owned(),
            what: "something that was looked up for somebody else".to_owned(),
            names: BTreeSet::new(),
            authors: BTreeSet::new(),
            readers: self.readers.clone(),
            disputed: false,
        };
        let sources = self.sources.first().map(|_| somebodys).into_iter().collect();
        Self { sources, ..self.clone() }
    }

    /// Whether somebody other than the requester could have written this.
    pub fn has_a_strangers_words(&self) -> bool {
        self.integrity < Integrity::Requester
    }
}

impl Default for Readers {
    /// Nobody is known.
    fn default() -> Self {
        Self::Only(BTreeSet::new())
    }
}

impl Readers {
    pub fn only<'a>(people: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Only(people.into_iter().map(str::to_lowercase).collect())
    }

    /// Whether somebody with this address could already read it.
    pub fn include(&self, address: &str) -> bool {
        match self {
            Self::Everybody => true,
            Self::Only(people) => people.contains(&address.to_lowercase()),
        }
    }

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
    use proptest::prelude::*;

    use super::*;

    fn readers() -> impl Strategy<Value = Readers> {
        let some = proptest::collection::btree_set("[a-e]", 0..4);
        prop_oneof![Just(Readers::Everybody), some.prop_map(Readers::Only)]
    }

    fn labels() -> impl Strategy<Value = Label> {
        let integrity = prop_oneof![
            Just(Integrity::External),
            Just(Integrity::Org),
            Just(Integrity::Directory),
            Just(Integrity::Requester)
        ];
        let alarm = prop_oneof![Just(Alarm::Quiet), Just(Alarm::Odd), Just(Alarm::Loud)];
        let sources = proptest::collection::btree_set(("[a-c]", "[a-c]", readers()), 0..4);
        (sources, readers(), integrity, alarm).prop_map(|(sources, readers, integrity, alarm)| {
            let named = |(through, what, readers)| Source {
                through,
                what,
                names: BTreeSet::new(),
                authors: BTreeSet::new(),
                readers,
                disputed: false,
            };
            Label { sources: sources.into_iter().map(named).collect(), readers, integrity, alarm }
        })
    }

    proptest! {
        #[test]
        fn joining_has_no_order_and_counts_nothing_twice(one in labels(), two in labels(), three in labels()) {
            prop_assert_eq!(one.clone().join(&two), two.clone().join(&one));
            prop_assert_eq!(one.clone().join(&two).join(&three), one.clone().join(&two.clone().join(&three)));
            prop_assert_eq!(one.clone().join(&one), one.clone());
            prop_assert_eq!(one.clone().join(&Label::trusted()), one);
        }

        #[test]
        fn joining_never_makes_a_label_better(one in labels(), two in labels(), who in "[a-e]") {
            let both = one.clone().join(&two);
            prop_assert!(both.integrity <= one.integrity && both.alarm >= one.alarm);
            prop_assert!(both.sources.is_superset(&one.sources));
            prop_assert!(!both.readers.include(&who) || (one.readers.include(&who) && two.readers.include(&who)));
        }
    }

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
    fn what_people_see_otherwise_is_remembered_of_its_source_alone() {
        let mail = Label::stranger("gmail.read", "mail from x@y").disputed();
        assert_eq!(mail.alarm, Alarm::Odd);
        let both = mail.join(&Label::stranger("gmail.read", "mail from z@y"));
        let disputed: Vec<&str> =
            both.sources.iter().filter(|source| source.disputed).map(|source| source.what.as_str()).collect();
        assert_eq!(disputed, ["mail from x@y"]);
        let plain = serde_json::to_value(Label::stranger("gmail.read", "a mail")).unwrap();
        assert_eq!(plain["sources"][0].get("disputed"), None, "labels that were written before are read");
    }

    #[test]
    fn an_unknown_reader_means_nobody() {
        let unknown = Label::stranger("gmail.read", "a mail");
        assert_eq!(Label::trusted().join(&unknown).readers, Readers::Only(BTreeSet::new()));
    }
}
