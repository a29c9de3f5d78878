//! What people are shown, in our own plain words; the chat integration turns it into its blocks.

use serde::{Deserialize, Serialize};

use crate::{AccountId, ApprovalId, ConsentId, Field, Item, PersonId, Time};

/// One message to people.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Markdown, written by the model.
    Words(String),
    /// Plain text, written by us.
    Plain(String),
    /// A question to countersign, and what became of it.
    Card(Box<Card>),
    /// Something that was done, and the button that undoes it.
    Undo(Box<UndoLine>),
    /// A button that opens an address of ours.
    Link { label: String, url: String },
    /// A button that comes back to us as an [`Inbound`](crate::Inbound).
    Button { label: String, press: Press },
    /// One thing of a list, as it stands on somebody's own page.
    Item(Box<Item>),
}

/// What a button outside a card does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Press {
    /// Forget the grant for this account.
    Disconnect(AccountId),
    /// Paste the address a sign-in ended at.
    PasteAddress(ConsentId),
    /// Give up a sign-in that is under way.
    CancelSignIn(ConsentId),
}

/// One question that is answered in writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub title: String,
    /// What to write, and where to find it.
    pub words: String,
    /// What stands beside the line to write in.
    pub label: String,
    /// What the button says.
    pub button: String,
    pub purpose: Purpose,
}

/// What the answer to a form is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// The address a sign-in ended at.
    PastedAddress(ConsentId),
}

/// The approval card. Built by the engine from the canonical call.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub approval: ApprovalId,
    pub face: Face,
    /// What would happen, in one sentence.
    pub sentence: String,
    pub account: AccountId,
    /// Every effective argument.
    pub fields: Vec<Field>,
    /// Why it is asked, and what to watch out for.
    pub why: String,
    pub requester: PersonId,
    pub expires: Time,
    /// The first characters of the digest.
    pub digest: String,
}

/// One line about what was done, and what has become of the offer to undo it.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoLine {
    pub approval: ApprovalId,
    pub words: String,
    pub face: Face,
    pub requester: PersonId,
    pub until: Time,
}

/// What a card says about the state of its call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Face {
    /// Buttons live.
    Pending,
    /// Approved, and it runs then unless it is taken back.
    Held {
        by: PersonId,
        until: Time,
    },
    /// Approved; the call runs.
    Running {
        by: PersonId,
    },
    Done {
        by: PersonId,
        words: String,
    },
    Failed {
        by: PersonId,
        words: String,
    },
    /// Nobody can tell whether it happened.
    Unknown {
        by: PersonId,
        words: String,
    },
    Denied {
        by: PersonId,
    },
    Expired,
    /// Taken back before anybody decided.
    Void {
        why: String,
    },
}

impl View {
    pub fn plain(words: impl Into<String>) -> Self {
        Self { parts: vec![Part::Plain(words.into())] }
    }

    pub fn words(words: impl Into<String>) -> Self {
        Self { parts: vec![Part::Words(words.into())] }
    }

    pub fn card(card: Card) -> Self {
        Self { parts: vec![Part::Card(Box::new(card))] }
    }

    pub fn undo(line: UndoLine) -> Self {
        Self { parts: vec![Part::Undo(Box::new(line))] }
    }

    #[must_use]
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }
}
