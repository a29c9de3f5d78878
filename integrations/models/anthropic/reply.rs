//! From a stream of events to a reply.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use kernel::{Definition, Ended, Reply, ToolCall, Usage};
use serde_json::Value;
use wire::WireError;

use super::events::{Block, Delta, Event};
use super::names;
use crate::hearing::{Ear, Missed, events};

/// Reads a stream to its `message_stop`; one that ends before is a failure.
pub(super) async fn hear(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
    tools: &[Definition],
    ear: &mut Ear<'_>,
) -> Result<Reply, Missed> {
    ear.begin();
    let mut events = events(pieces);
    let mut draft = Draft::default();
    while let Some(event) = events.next().await {
        let event = serde_json::from_str(&event?)
            .map_err(|error| Missed::broken(&format!("an event of the stream is unreadable: {error}")))?;
        if let Progress::Done = draft.take_in(event, ear)? {
            return Ok(draft.finish(tools));
        }
    }
    Err(Missed::broken("the answer broke off"))
}

enum Progress {
    More,
    Done,
}

#[derive(Default)]
struct Draft {
    text: String,
    /// By the index of their block: several are written in turns.
    calls: BTreeMap<u64, Written>,
    stop_reason: Option<String>,
}

/// A call whose arguments are still being written.
struct Written {
    id: String,
    name: String,
    input: Value,
    json: String,
}

impl Draft {
    fn take_in(&mut self, event: Event, ear: &mut Ear<'_>) -> Result<Progress, Missed> {
        match event {
            Event::MessageStart { message } => ear.count(&message.usage.into()),
            Event::ContentBlockStart { index, content_block } => self.begin(index, content_block, ear),
            Event::ContentBlockDelta { index, delta } => self.continue_with(index, delta, ear),
            Event::MessageDelta { delta, usage } => {
                ear.count(&usage.into());
                self.stop_reason = delta.stop_reason.or(self.stop_reason.take());
            }
            Event::MessageStop => return Ok(Progress::Done),
            Event::Error { error } => return Err(Missed::by_complaint(&error, &names())),
            Event::Other => {}
        }
        Ok(Progress::More)
    }

    fn begin(&mut self, index: u64, block: Block, ear: &mut Ear<'_>) {
        match block {
            Block::Text { text } => {
                if !self.text.is_empty() {
                    self.say("\n\n", ear);
                }
                self.say(&text, ear);
            }
            Block::ToolUse { id, name, input } => {
                self.calls.insert(index, Written { id, name, input, json: String::new() });
            }
            Block::Other => {}
        }
    }

    fn continue_with(&mut self, index: u64, delta: Delta, ear: &mut Ear<'_>) {
        match delta {
            Delta::Text { text } => self.say(&text, ear),
            Delta::Input { partial_json } => {
                if let Some(call) = self.calls.get_mut(&index) {
                    call.json.push_str(&partial_json);
                }
            }
            Delta::Other => {}
        }
    }

    fn say(&mut self, piece: &str, ear: &mut Ear<'_>) {
        self.text.push_str(piece);
        ear.text(piece);
    }

    fn finish(self, tools: &[Definition]) -> Reply {
        Reply {
            text: self.text,
            calls: self.calls.into_values().map(|call| call.finish(tools)).collect(),
            usage: Usage::default(),
            ended: match self.stop_reason.as_deref() {
                Some("max_tokens" | "model_context_window_exceeded") => Ended::Length,
                Some("refusal") => Ended::Refused,
                _ => Ended::Complete,
            },
        }
    }
}

impl Written {
    fn finish(self, tools: &[Definition]) -> ToolCall {
        let tool = tools
            .iter()
            .find(|tool| tool.wire_name() == self.name)
            .map_or_else(|| self.name.replace("__", "."), |tool| tool.name.clone());
        let args = if self.json.is_empty() {
            if self.input.is_null() { Value::Object(serde_json::Map::new()) } else { self.input }
        } else {
            // Unreadable arguments go on as the text they are: no tool accepts a text, and the model is told why.
            serde_json::from_str(&self.json).unwrap_or(Value::String(self.json))
        };
        ToolCall { id: self.id.as_str().into(), tool, args }
    }
}
