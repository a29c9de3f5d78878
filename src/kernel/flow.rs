//! What a plan touches and where its words can go: everything the flow rules look at.

use serde::{Deserialize, Serialize};

/// Where words go, what is changed, and what was agreed about when and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// What a person asks for when they ask for this.
    pub deed: Deed,
    pub sinks: Vec<Sink>,
    pub targets: Vec<Target>,
    pub terms: Vec<Term>,
}

/// A place in a plan where words can leave the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sink {
    /// JSON pointer into the plan.
    pub pointer: String,
    pub kind: SinkKind,
    pub value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SinkKind {
    /// Somebody who will receive something: an address, a domain, or [`Sink::ANYONE`].
    Recipient,
    /// Words somebody else will read.
    Words,
    /// The same where they are a title, a name, a subject or a place: a person often gives it in a word or two.
    Title,
    /// Words of the object that the plan is about, passed on as they are.
    Quote,
    /// A file somebody else will get, by its name.
    Enclosed,
    /// Something that fetches an address by itself once it is written down: the address alone can carry words out.
    Fetch,
    /// Everybody who can read the thread.
    Thread,
    /// A service outside that is asked something, by a name that says so: whatever it is asked with, it is told.
    Outside,
    /// The requester's organisation, by its domain: everybody there can look by default, and nobody is told.
    Organisation,
}

impl Flow {
    /// Whether other people can see what it changes. A draft is seen by nobody until it is sent. An organisation-wide
    /// default alone does not count: in many companies every calendar has it.
    pub fn is_seen_by_others(&self) -> bool {
        self.deed != Deed::Draft && self.sinks.iter().any(|sink| sink.kind == SinkKind::Recipient)
    }
}

impl Sink {
    /// Whoever has a link.
    pub const ANYONE: &'static str = "anyone";

    /// Whether somebody else reads it as words that were composed.
    pub fn is_words(&self) -> bool {
        matches!(self.kind, SinkKind::Words | SinkKind::Title)
    }

    pub fn new(kind: SinkKind, pointer: impl Into<String>, value: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), kind, value: value.into() }
    }
}

/// Something that a plan makes, changes or takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// JSON pointer into the plan.
    pub pointer: String,
    /// What people call it: its title, its subject, who it is from. Never an id: an id says nothing to a person, and
    /// can stand by accident in a date or a number.
    pub names: Vec<String>,
    /// Who it is from, as they call themselves.
    pub authors: Vec<String>,
    /// Everybody else who has a part in it: who got the mail, who comes to the event, who can open the file.
    pub people: Vec<String>,
    /// What kind of thing it is, where the tool knows several, e.g. `spreadsheet`.
    pub class: String,
    pub state: TargetState,
}

/// Whether something is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetState {
    /// It is being made.
    New,
    /// It is there, and one can mean it.
    There,
}

impl Target {
    /// Something that is there.
    pub fn named(pointer: impl Into<String>, names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().filter(|name| !name.trim().is_empty()).collect();
        Self {
            pointer: pointer.into(),
            names,
            authors: Vec::new(),
            people: Vec::new(),
            class: String::new(),
            state: TargetState::There,
        }
    }

    /// Something that is being made.
    pub fn new(pointer: impl Into<String>, name: impl Into<String>) -> Self {
        Self { state: TargetState::New, ..Self::named(pointer, [name.into()]) }
    }

    #[must_use]
    pub fn by(mut self, authors: impl IntoIterator<Item = String>) -> Self {
        self.authors.extend(authors);
        self
    }

    #[must_use]
    pub fn of_class(mut self, class: impl Into<String>) -> Self {
        self.class = class.into();
        self
    }

    #[must_use]
    pub fn with_people(mut self, people: impl IntoIterator<Item = String>) -> Self {
        self.people.extend(people);
        self
    }
}

/// Something about when or how, which has to be what the person said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// JSON pointer into the plan.
    pub pointer: String,
    pub what: TermKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// From when until when, where the person is: `2026-11-20T12:00` or, for whole days, `2026-11-20`.
    Span(Span),
    /// How often: `daily`, `weekly`, `monthly`, `yearly`, or a rule that has no such word.
    Repeats(String),
    /// The right that somebody gets, or the decision.
    Role(TermRole),
    /// What goes away beside it: somebody who has no part in it afterwards, by their address, or words that were there.
    Loses(String),
}

/// The right that somebody has, or a decision, in a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermRole {
    Reader,
    Commenter,
    Writer,
    /// Open to everybody.
    Public,
    Accepted,
    Declined,
    Tentative,
    Resolved,
    Reopened,
    /// A word of a service that means none of these.
    Other(String),
}

static ROLES: [(&str, TermRole); 9] = [
    ("reader", TermRole::Reader),
    ("commenter", TermRole::Commenter),
    ("writer", TermRole::Writer),
    ("public", TermRole::Public),
    ("accepted", TermRole::Accepted),
    ("declined", TermRole::Declined),
    ("tentative", TermRole::Tentative),
    ("resolved", TermRole::Resolved),
    ("reopened", TermRole::Reopened),
];

impl TermRole {
    pub fn word(&self) -> &str {
        match self {
            Self::Other(word) => word,
            known => ROLES.iter().find(|(_, role)| role == known).map_or("", |(word, _)| *word),
        }
    }
}

impl From<&str> for TermRole {
    fn from(word: &str) -> Self {
        let known = ROLES.iter().find(|(known, _)| *known == word);
        known.map_or_else(|| Self::Other(word.to_owned()), |(_, role)| role.clone())
    }
}

/// A stretch of time, and what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: String,
    pub to: String,
    pub was: Option<(String, String)>,
}

/// What a person asks for when they ask for this. The flow rules know the verbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Nobody has said. Never endorsed by anybody's words.
    #[default]
    Unnamed,
    /// Look something up.
    Look,
    /// Send, answer, forward.
    Send,
    /// Prepare something to be sent.
    Draft,
    /// Put into a calendar, move there.
    Schedule,
    /// Say yes or no to an invitation.
    Respond,
    /// Let somebody open it.
    Share,
    /// Add words to something that is there.
    Write,
    /// Put words in the place of others.
    Revise,
    /// Remark on something.
    Comment,
    /// Agree to what somebody suggests, or refuse it.
    Decide,
    /// Make something new.
    Make,
    /// Give it another name, another place, another look.
    Arrange,
    /// Put it where it is not seen at once: read, archived.
    Hide,
    /// Throw it away, take it from somebody.
    Destroy,
    /// Put it before everybody who reads the thread.
    Post,
}

impl Deed {
    /// Whether something is gone, or no longer seen, afterwards.
    pub fn is_destructive(self) -> bool {
        matches!(self, Self::Hide | Self::Destroy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_known_by_its_word_and_another_word_stays_one() {
        for (word, role) in &ROLES {
            assert_eq!((TermRole::from(*word), role.word()), (role.clone(), *word));
        }
        assert_eq!(TermRole::from("fileOrganizer").word(), "fileOrganizer");
    }
}
