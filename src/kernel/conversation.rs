//! What goes to a model and what comes back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CallId, Definition, Label, Picture};

/// Everything a model is told. The parts before the newest message keep their bytes from turn to turn, so that a
/// provider can cache them.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub system: Arc<str>,
    /// Where there are none, the model is to make its reply of the words alone: it looks for nothing by itself either.
    pub tools: Arc<[Definition]>,
    pub messages: Vec<Message>,
    /// How long the reply may be.
    pub max_tokens: u32,
    pub tier: Tier,
}

/// How much of a model a request is worth. Who answers for which is configured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    Fast,
    #[default]
    Balanced,
    Deep,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// Words of people in the thread, and events we report; what strangers wrote is fenced.
    User(String),
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
        /// For the provider that gave it, in place of the text.
        kept: Option<Kept>,
    },
    /// One result for every call of the assistant message before it, in the order of the calls.
    Results(Vec<ToolResult>),
    /// What the words before it speak of. A picture can show a stranger's words.
    Pictures(Vec<Picture>),
}

/// Content that a provider wants back unchanged with the conversation, e.g. the model's thinking or the results of its own
/// search. It is sealed for that provider and goes to no other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The provider that can read it.
    pub by: String,
    pub content: Value,
    /// For each call that the model wrote, in its order, the calls that were made of it: ours have ids of their own, and
    /// one call may stand for several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Vec<CallId>>,
}

impl Kept {
    pub fn new(by: impl Into<String>, content: Value) -> Self {
        Self { by: by.into(), content, calls: Vec::new() }
    }
}

/// A call the model asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: CallId,
    /// The dotted name of a tool the model was shown. That of any other is as the model wrote it: who else there is, and
    /// under which names, a model's integration does not know.
    pub tool: String,
    pub args: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    pub call: CallId,
    /// Fenced where a stranger could have written it.
    pub words: String,
    pub failed: bool,
}

/// What the model said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub text: String,
    pub calls: Vec<ToolCall>,
    pub usage: Usage,
    pub ended: Ended,
    /// Which model answered; empty in what was written down before it was said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// Where what it read by itself while it answered came from.
    #[serde(default = "Label::trusted", skip_serializing_if = "Label::is_trusted")]
    pub read: Label,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
}

impl Reply {
    /// Words and calls, made of nothing but the request.
    pub fn of(text: impl Into<String>, calls: Vec<ToolCall>) -> Self {
        Self {
            text: text.into(),
            calls,
            usage: Usage::default(),
            ended: Ended::Complete,
            model: String::new(),
            read: Label::trusted(),
            kept: None,
        }
    }
}

/// Why the model stopped speaking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It had no more to say, or waits for its calls.
    Complete,
    /// It ran into `max_tokens`.
    Length,
    /// It declined.
    Refused,
}

/// What a reply took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    /// In millionths of a US dollar.
    pub cost: u64,
}

impl Usage {
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self {
            input: self.input.saturating_add(more.input),
            output: self.output.saturating_add(more.output),
            cache_read: self.cache_read.saturating_add(more.cache_read),
            cache_write: self.cache_write.saturating_add(more.cache_write),
            cost: self.cost.saturating_add(more.cost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_that_were_written_down_before_are_read_and_new_ones_say_no_more_than_there_is_to_say() {
        let usage = r#"{"input":0,"output":0,"cache_read":0,"cache_write":0,"cost":0}"#;
        let before = format!(r#"{{"text":"Hello","calls":[],"usage":{usage},"ended":"Complete"}}"#);
        let reply: Reply = serde_json::from_str(&before).unwrap();
        assert_eq!(reply, Reply::of("Hello", Vec::new()));
        assert_eq!(serde_json::to_string(&reply).unwrap(), before);
    }
}
