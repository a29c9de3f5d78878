//! What stands outside of threads: somebody's own page, in our own plain words.

use serde::{Deserialize, Serialize};

use crate::{AccountId, ApprovalId, Asking, ConsentId, RuleId, Time, Verdict};

/// One person's own page. Nobody else sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub title: String,
    pub lines: Vec<Item>,
}

/// One thing, and what can be done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    pub words: String,
    /// Smaller, below it; may be empty.
    pub note: String,
    /// When it happened.
    pub at: Option<Time>,
    /// Until when it can be decided or taken back.
    pub until: Option<Time>,
    pub link: Option<Link>,
    pub buttons: Vec<Button>,
}

/// Where it stands in the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub url: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    pub press: HomePress,
}

/// What a button on somebody's own page does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HomePress {
    /// Offer a sign-in.
    Connect,
    /// Use this account where several would do.
    Use(AccountId),
    /// Forget the grant for this account.
    Disconnect(AccountId),
    /// Decide something that can be taken back or undone.
    Decide(ApprovalId, Verdict),
    /// Ask again before the like of what was approved here.
    EndOrder(ApprovalId),
    /// Take a standing rule back.
    EndRule(RuleId),
    /// When to be asked before something is changed.
    Ask(Asking),
    /// Offer anew a sign-in that something waits for.
    SignIn(ConsentId),
}

/// Which part of our own place somebody looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    Home,
    Messages,
}

impl Section {
    pub fn new(title: &str, lines: Vec<Item>) -> Self {
        Self { title: title.to_owned(), lines }
    }
}

impl Item {
    pub fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    #[must_use]
    pub fn at(self, at: Time) -> Self {
        Self { at: Some(at), ..self }
    }

    #[must_use]
    pub fn until(self, until: Time) -> Self {
        Self { until: Some(until), ..self }
    }

    #[must_use]
    pub fn button(mut self, label: &str, press: HomePress) -> Self {
        self.buttons.push(Button { label: label.to_owned(), press });
        self
    }
}
