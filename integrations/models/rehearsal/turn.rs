//! One turn of a conversation: what was said, which calls were made about it, and how they came out.

use std::cell::OnceCell;

use kernel::{ToolCall, ToolResult};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answers::{Found, Mail, Outcome};
use super::attached::ReadFile;
use super::clock::Clock;
use super::event::Said;

/// What was said since our last answer, and what we have done about it.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    pub(super) said: Vec<Said>,
    pub(crate) rounds: Vec<Vec<Step>>,
    pub(super) answered: bool,
    /// Our answer may have asked something back.
    pub(super) asked_back: bool,
}

/// One call and how it came out.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) tool: String,
    pub(crate) args: Value,
    answer: ToolResult,
    /// Read once somebody asks: most of what was answered long ago is not spoken of again.
    outcome: OnceCell<Outcome>,
}

impl Step {
    pub(super) fn new(call: &ToolCall, answer: &ToolResult) -> Self {
        let (tool, args) = (call.tool.clone(), call.args.clone());
        Self { tool, args, answer: answer.clone(), outcome: OnceCell::new() }
    }

    /// How it came out.
    pub(crate) fn outcome(&self) -> &Outcome {
        self.outcome.get_or_init(|| Outcome::of(&self.tool, &self.answer))
    }

    /// What came back, as it is.
    pub(crate) fn answer(&self) -> &ToolResult {
        &self.answer
    }

    /// The answer, if it is of this form.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        match self.outcome() {
            Outcome::Told(answer) => serde_json::from_value(answer.clone()).ok(),
            _ => None,
        }
    }
}

impl Turn {
    /// The newest words; older ones that nobody answered are mentioned by the conversation.
    pub(crate) fn words(&self) -> Option<&str> {
        self.said.iter().rev().find_map(|said| match said {
            Said::Words { words, .. } => Some(words.as_str()),
            Said::Event { .. } => None,
        })
    }

    /// The time for the person who asks.
    pub(crate) fn clock(&self) -> Clock {
        let clock = self.said.iter().rev().find_map(|said| match said {
            Said::Words { clock, .. } => Some(clock.clone()),
            Said::Event { .. } => None,
        });
        clock.unwrap_or_default()
    }

    /// The files that came with the words, by their ids.
    pub(crate) fn attached(&self) -> &[String] {
        let attached = self.said.iter().rev().find_map(|said| match said {
            Said::Words { attached, .. } => Some(attached.as_slice()),
            Said::Event { .. } => None,
        });
        attached.unwrap_or_default()
    }

    /// What was read of them.
    pub(crate) fn files(&self) -> &[ReadFile] {
        let files = self.said.iter().rev().find_map(|said| match said {
            Said::Words { files, .. } => Some(files.as_slice()),
            Said::Event { .. } => None,
        });
        files.unwrap_or_default()
    }

    pub(super) fn brings_news(&self) -> bool {
        self.said.iter().any(|said| matches!(said, Said::Event { .. }))
    }

    pub(crate) fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.rounds.iter().flatten()
    }

    /// This very call, and how it came out.
    pub(crate) fn step(&self, asked: &Asked) -> Option<&Step> {
        self.steps().find(|step| step.tool == asked.tool && step.args == asked.args)
    }

    pub(crate) fn found(&self) -> Option<&Found> {
        self.steps().rev().find_map(|step| match step.outcome() {
            Outcome::Found(found) => Some(found),
            _ => None,
        })
    }

    pub(crate) fn mails<'a>(&'a self) -> Vec<&'a Mail> {
        let mail = |step: &'a Step| match step.outcome() {
            Outcome::Mail(mail) => Some(&**mail),
            _ => None,
        };
        self.steps().filter_map(mail).collect()
    }
}

/// A call to make.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) tool: &'static str,
    pub(crate) args: Value,
}
