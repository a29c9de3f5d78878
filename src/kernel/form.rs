//! Forms: what opens before somebody who has pressed a button, to be filled in or only to be read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ApprovalId, ConsentId, MessageRef, ThreadId};

/// Words, and lines to write in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub title: String,
    /// What to do, or what there is to read; cut into paragraphs where it is long.
    pub words: String,
    pub lines: Vec<Line>,
    pub sending: Sending,
}

/// What becomes of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sending {
    /// It is sent with a button that says this.
    Button { label: String, purpose: Purpose },
    /// One line is seen at a time, this one now, with a way to each of the others; all are sent with a button that says
    /// this.
    Steps { label: String, purpose: Purpose, at: usize },
    /// It is only read.
    None,
}

/// One thing to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the answer goes by.
    pub name: String,
    /// What stands beside it.
    pub label: String,
    /// Smaller, below it; may be empty.
    pub hint: String,
    pub takes: LineTakes,
    /// What is there at the beginning.
    pub filled: String,
    pub need: Need,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineTakes {
    /// One line of text.
    Line,
    /// Text of several lines.
    Text,
    /// One of these, all of them seen.
    Choice(Vec<String>),
    /// The same, seen once it is opened.
    Menu(Vec<String>),
    Number {
        whole: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
}

/// What the answers to a form are for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// The address a sign-in ended at.
    PastedAddress(ConsentId),
    /// The answers to what the person was asked.
    Answers(ApprovalId),
    /// Other arguments for a call that waits.
    Edits(ApprovalId),
    /// Why a call is denied.
    Reason(ApprovalId),
    /// How far a standing rule is to go.
    Always(ApprovalId),
    /// A question about a message in a thread.
    AskAbout { thread: ThreadId, message: MessageRef },
}

/// What was written, by the names of the lines. What was left empty is not there.
pub type FilledIn = BTreeMap<String, String>;

impl Line {
    /// One that must be filled in.
    pub fn required(name: &str, label: impl Into<String>, takes: LineTakes) -> Self {
        Self {
            name: name.to_owned(),
            label: label.into(),
            hint: String::new(),
            takes,
            filled: String::new(),
            need: Need::Required,
        }
    }
}
