//! Which mail somebody means, and what a mail of theirs shall be.

use jiff::civil::Weekday;

/// A search for mail; what is not set does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    /// Written by or to this person.
    pub(crate) with: Option<String>,
    pub(crate) about: Option<String>,
    /// A search in the mailbox's own language, as the person wrote it; nothing else matters beside it.
    pub(crate) operators: Option<String>,
    pub(crate) when: Option<When>,
    pub(crate) traits: Traits,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(crate) unread: bool,
    pub(crate) attachments: bool,
    pub(crate) sent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Today,
    Yesterday,
    /// The newest day of this name, which may be today.
    On(Weekday),
    /// From that day until now.
    Since(Weekday),
    ThisWeek,
    LastWeek,
    ThisMonth,
    LastMonth,
    Days(u32),
}

/// Which mail is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The one last spoken of.
    It,
    /// A line of the last list.
    Nth(Place),
    /// All lines of the last list.
    These,
    /// To be searched for.
    Found { search: Search, place: Place, count: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Needs no list before it.
    Newest,
    /// Counted from 1, newest first.
    Number(u32),
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) which: Which,
    pub(crate) body: Option<String>,
    pub(crate) hearers: Hearers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hearers {
    Sender,
    Everybody,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) to: Vec<Recipient>,
    pub(crate) cc: Vec<Recipient>,
    pub(crate) subject: Option<String>,
    pub(crate) body: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recipient {
    Address(String),
    Name(String),
    /// Whoever asks.
    Oneself,
}

impl Search {
    pub(crate) fn from(name: impl Into<String>) -> Self {
        Self { from: Some(name.into()), ..Self::default() }
    }

    pub(crate) fn is_of_sent_mail(&self) -> bool {
        self.traits.sent || self.operators.as_ref().is_some_and(|operators| operators.contains("in:sent"))
    }

    /// This search, with whatever `change` says in place of its own.
    pub(crate) fn changed(self, change: Self) -> Self {
        Self {
            from: change.from.or(self.from),
            to: change.to.or(self.to),
            with: change.with.or(self.with),
            about: change.about.or(self.about),
            operators: change.operators.or(self.operators),
            when: change.when.or(self.when),
            traits: Traits {
                unread: self.traits.unread || change.traits.unread,
                attachments: self.traits.attachments || change.traits.attachments,
                sent: self.traits.sent || change.traits.sent,
            },
        }
    }
}
