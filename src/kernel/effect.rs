//! What a call would do, in words a person can countersign, and how it went.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Code, Failure, Labeled, Time};

/// Everything the person countersigns, field by field. Built from the plan, never from model text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// One sentence, e.g. `Send an email to ana@example.com`.
    pub sentence: String,
    pub fields: Vec<Field>,
    /// What a person should see at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banners: Vec<String>,
}

/// One effective argument, as it will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub value: String,
    #[serde(default)]
    pub privacy: Privacy,
    /// Where the value comes from, where somebody chose it. Names in it may be a stranger's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Whether a value may stand where others read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Privacy {
    /// What a summary says: who, where, how much, a subject.
    #[default]
    Open,
    /// Content: what a mail, a document, a cell says or said.
    Content,
}

/// How much of an effect a card shows where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Showing {
    #[default]
    Whole,
    /// Without content; all of it is shown to the requester alone.
    Summary,
    /// Only what kind of thing it is: people outside the company read it.
    Outline,
}

/// Whether one press is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Risk {
    #[default]
    Usual,
    /// The press is asked about once more.
    High,
}

/// Whether the like of it can be approved along with it: only for what reaches nobody and can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Alike {
    #[default]
    Never,
    /// The same tool in the same account, asked for by the same person in the same thread, for [`Alike::LASTS`].
    InThisThread,
}

impl Alike {
    pub const LASTS: Duration = Duration::from_hours(1);
}

impl Field {
    pub fn new(name: &str, value: impl Into<String>, privacy: Privacy) -> Self {
        Self { name: name.to_owned(), value: value.into(), privacy, origin: None }
    }
}

impl Effect {
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), fields: Vec::new(), banners: Vec::new() }
    }

    #[must_use]
    pub fn field(mut self, name: &str, value: impl Into<String>) -> Self {
        self.fields.push(Field::new(name, value, Privacy::Open));
        self
    }

    /// Something that a person should see at once.
    #[must_use]
    pub fn banner(mut self, words: impl Into<String>) -> Self {
        self.banners.push(words.into());
        self
    }

    /// A field with content in it, which is not for everybody's eyes.
    #[must_use]
    pub fn content(mut self, name: &str, value: impl Into<String>) -> Self {
        self.fields.push(Field::new(name, value, Privacy::Content));
        self
    }
}

/// How a call that ran came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    pub answer: Labeled<String>,
    pub undo: Option<Undo>,
}

impl Done {
    pub fn answer(answer: Labeled<String>) -> Self {
        Self { answer, undo: None }
    }

    #[must_use]
    pub fn with_undo(self, undo: impl Into<Option<Undo>>) -> Self {
        Self { undo: undo.into(), ..self }
    }
}

/// The way back: an unlisted tool that takes the same road. Its `plan` refuses when what was done has been changed
/// since: the button overwrites nothing silently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    /// What can be undone, in one sentence that stands beside the button, e.g. `Archived “Lunch?”.`
    pub words: String,
    /// The name of the tool.
    pub tool: String,
    /// What it gets.
    pub arguments: Value,
    pub until: Time,
}

impl Undo {
    /// How long something can be taken back.
    pub const LASTS: Duration = Duration::from_hours(24);

    pub fn new(
        words: impl Into<String>,
        tool: &str,
        arguments: &impl Serialize,
        until: Time,
    ) -> Result<Self, Failure> {
        let arguments = serde_json::to_value(arguments).map_err(|error| {
            let words = format!("It was done, but the way back could not be written down: {error}.");
            Failure::operator(Code::ExecutionFailed, words)
        })?;
        Ok(Self { words: words.into(), tool: tool.to_owned(), arguments, until })
    }
}

/// What is found out about a call that was running when we died.
#[derive(Clone, Debug, PartialEq)]
pub enum Probe {
    /// It happened; this is its answer.
    Happened(Box<Done>),
    /// It provably did not.
    DidNot,
    /// Nobody can tell. These words say where the person can look.
    Unknown(String),
}

impl Probe {
    /// It happened; where that cannot be told, nobody knows its answer.
    pub fn told(done: Result<Done, Failure>) -> Self {
        match done {
            Ok(done) => Self::Happened(Box::new(done)),
            Err(failure) => Self::Unknown(failure.words),
        }
    }
}
