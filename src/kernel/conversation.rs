//! What goes to a model and what comes back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CallId, Definition, Picture};

/// Everything a model is told. The parts before the newest message keep their bytes from turn to turn, so that a
/// provider can cache them.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub system: Arc<str>,
    pub tools: Arc<[Definition]>,
    pub messages: Vec<Message>,
    /// How long the reply may be.
    pub max_tokens: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// Words of people in the thread, and events we report; what strangers wrote is fenced.
    User(String),
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
    },
    /// One result for every call of the assistant message before it, in the order of the calls.
    Results(Vec<ToolResult>),
    /// What the words before it speak of. A picture can show a stranger's words.
    Pictures(Vec<Picture>),
}

/// A call the model asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: CallId,
    /// The dotted name; wire names are the model integration's business.
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
