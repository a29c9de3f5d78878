//! A message while it is being written, block by block.

use std::collections::BTreeMap;

use kernel::{Definition, Ended, Label, ToolCall};
use serde::Deserialize;
use serde_json::{Value, json};

use super::events::{Block, Delta, Event};
use super::request::input_of;
use super::search;
use super::settings::names;
use crate::stream::{Collector, FailedAttempt, MOST_CALLS, arguments, meant, unreadable};

/// What was told in one stream, or in several that are parts of one reply.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    pub(super) ended: Ended,
    /// It goes on when it is asked to.
    pub(super) pauses: bool,
    pub(super) read: Label,
    /// As it goes back to the API.
    pub(super) content: Vec<Value>,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            text: String::new(),
            calls: Vec::new(),
            ended: Ended::Complete,
            pauses: false,
            read: Label::trusted(),
            content: Vec::new(),
        }
    }
}

impl Told {
    /// This, and the part that came after it.
    pub(super) fn and(mut self, next: Self) -> Self {
        self.text.push_str(&next.text);
        self.calls.extend(next.calls);
        self.content.extend(next.content);
        Self { read: self.read.join(&next.read), ended: next.ended, pauses: next.pauses, ..self }
    }
}

/// The request that a stream answers.
pub(super) struct AskedFor<'a> {
    pub(super) tools: &'a [Definition],
    /// Whether these are not the first words of the reply.
    pub(super) has_spoken: bool,
    /// Whether words in thinking are notes on the progress, for people to see.
    pub(super) shows_updates: bool,
}

pub(super) enum Progress {
    More,
    Done,
}

pub(super) struct Draft {
    text: String,
    /// By the index of their block: several are written in turns.
    blocks: BTreeMap<u64, Part>,
    stop_reason: Option<String>,
    has_spoken: bool,
    shows_updates: bool,
    has_searched: bool,
}

/// A block that is being written, and whether it still is.
struct Part {
    kind: Kind,
    open: bool,
}

enum Kind {
    Text {
        text: String,
        citations: Vec<Value>,
    },
    Thinking {
        thinking: String,
        signature: String,
    },
    /// Thinking that only the provider can read.
    Redacted(Value),
    Call {
        id: String,
        name: String,
        input: Value,
        json: String,
    },
    /// A search, or what else the provider does by itself.
    Searching {
        block: Value,
        json: String,
    },
    /// What it brought.
    Found(Value),
    Other,
}

impl Draft {
    pub(super) fn of(asked: &AskedFor<'_>) -> Self {
        let AskedFor { has_spoken, shows_updates, .. } = *asked;
        let (text, blocks) = (String::new(), BTreeMap::new());
        Self { text, blocks, stop_reason: None, has_spoken, shows_updates, has_searched: false }
    }

    pub(super) fn take_in(
        &mut self,
        event: Event,
        ear: &mut Collector<'_>,
    ) -> Result<Progress, FailedAttempt> {
        match event {
            Event::MessageStart { message } => ear.count(&message.usage.into()),
            Event::ContentBlockStart { index, content_block } => self.begin(index, content_block, ear)?,
            Event::ContentBlockDelta { index, delta } => self.go_on(index, delta, ear)?,
            Event::ContentBlockStop { index } => {
                if let Some(part) = self.blocks.get_mut(&index) {
                    part.open = false;
                }
            }
            Event::MessageDelta { delta, usage } => {
                ear.count(&usage.into());
                self.stop_reason = delta.stop_reason.or(self.stop_reason.take());
            }
            Event::MessageStop => return Ok(Progress::Done),
            Event::Error { error } => return Err(FailedAttempt::by_complaint(&error, &names())),
            Event::Other => {}
        }
        Ok(Progress::More)
    }

    fn begin(&mut self, index: u64, block: Value, ear: &mut Collector<'_>) -> Result<(), FailedAttempt> {
        // Pieces of two blocks under one number could not be told apart.
        if self.blocks.contains_key(&index) {
            return Err(FailedAttempt::broken("a block was begun twice"));
        }
        let read = Block::deserialize(&block).map_err(|error| {
            FailedAttempt::broken(&format!("a block of the stream is unreadable: {error}"))
        })?;
        if self.blocks.len() >= MOST_CALLS {
            return Err(match read {
                Block::ToolUse { .. } => FailedAttempt::too_many_calls(),
                _ => FailedAttempt::broken("it is of too many parts"),
            });
        }
        let kind = match read {
            Block::Text { text } => {
                if self.begins_a_paragraph() {
                    self.say("\n\n", ear);
                }
                self.say(&text, ear);
                Kind::Text { text, citations: Vec::new() }
            }
            Block::Thinking { thinking, signature } => {
                self.note(&thinking, true, ear);
                Kind::Thinking { thinking, signature }
            }
            Block::RedactedThinking {} => Kind::Redacted(block),
            Block::ToolUse { id, name, input } => Kind::Call { id, name, input, json: String::new() },
            Block::ServerToolUse {} => Kind::Searching { block, json: String::new() },
            Block::Other if search::is_result(&block) => {
                self.has_searched = true;
                Kind::Found(block)
            }
            Block::Other => Kind::Other,
        };
        self.blocks.insert(index, Part { kind, open: true });
        Ok(())
    }

    /// A text is a paragraph of its own; but a text with sources comes in as many blocks as it has of them.
    fn begins_a_paragraph(&self) -> bool {
        let goes_on = matches!(self.blocks.last_key_value(), Some((_, Part { kind: Kind::Text { .. }, .. })));
        let speaks = self.has_spoken || !self.text.is_empty();
        speaks && !(self.has_searched && goes_on)
    }

    fn go_on(&mut self, index: u64, delta: Delta, ear: &mut Collector<'_>) -> Result<(), FailedAttempt> {
        let Some(part) = self.blocks.get_mut(&index).filter(|part| part.open) else {
            return Err(FailedAttempt::broken("a piece of the stream belongs to no block"));
        };
        match (&mut part.kind, delta) {
            (Kind::Text { text, .. }, Delta::Text { text: piece }) => {
                text.push_str(&piece);
                self.say(&piece, ear);
            }
            (Kind::Text { citations, .. }, Delta::Citations { citation }) => citations.push(citation),
            (Kind::Thinking { thinking, .. }, Delta::Thinking { thinking: piece }) => {
                let begins = thinking.is_empty();
                thinking.push_str(&piece);
                self.note(&piece, begins, ear);
            }
            (Kind::Thinking { signature, .. }, Delta::Signature { signature: piece }) => {
                signature.push_str(&piece);
            }
            (Kind::Call { json, .. } | Kind::Searching { json, .. }, Delta::Input { partial_json }) => {
                json.push_str(&partial_json);
            }
            (Kind::Found(_) | Kind::Redacted(_) | Kind::Other, _) | (_, Delta::Other) => {}
            (Kind::Text { .. } | Kind::Thinking { .. } | Kind::Call { .. } | Kind::Searching { .. }, _) => {
                return Err(FailedAttempt::broken("a piece of the stream does not fit its block"));
            }
        }
        Ok(())
    }

    /// Where updates were asked for, the words of a thinking block are notes on the progress, written to be shown, and
    /// reasoning comes without words. A note is a paragraph of its own.
    fn note(&mut self, words: &str, begins: bool, ear: &mut Collector<'_>) {
        if !self.shows_updates || words.is_empty() {
            return;
        }
        if begins && (self.has_spoken || !self.text.is_empty()) {
            self.say("\n\n", ear);
        }
        self.say(words, ear);
    }

    fn say(&mut self, piece: &str, ear: &mut Collector<'_>) {
        self.text.push_str(piece);
        ear.text(piece);
    }

    pub(super) fn finish(self, tools: &[Definition]) -> Told {
        let ended = match self.stop_reason.as_deref() {
            Some("max_tokens" | "model_context_window_exceeded") => Ended::Length,
            Some("refusal") => Ended::Refused,
            _ => Ended::Complete,
        };
        let pauses = self.stop_reason.as_deref() == Some("pause_turn");
        let mut told = Told { text: self.text, ended, pauses, ..Told::default() };
        let last = self.blocks.last_key_value().map(|(index, _)| *index);
        for (index, part) in self.blocks {
            // Where the room ended, the last block was not written to its end, whatever stands in it.
            let cut = ended == Ended::Length && Some(index) == last;
            told.take(part.kind, tools, cut);
        }
        // Whoever declines has thought better of what it began.
        if ended == Ended::Refused {
            told.calls.clear();
            told.content.clear();
        }
        told
    }
}

impl Told {
    fn take(&mut self, kind: Kind, tools: &[Definition], cut: bool) {
        match kind {
            Kind::Text { text, .. } if text.trim().is_empty() => {}
            Kind::Text { text, citations } if citations.is_empty() => {
                self.content.push(json!({ "type": "text", "text": text }));
            }
            Kind::Text { text, citations } => {
                self.content.push(json!({ "type": "text", "text": text, "citations": citations }));
            }
            // Thinking that was cut off has no signature, and without one the API does not take it back.
            Kind::Thinking { signature, .. } if signature.is_empty() => {}
            Kind::Thinking { thinking, signature } => {
                self.content
                    .push(json!({ "type": "thinking", "thinking": thinking, "signature": signature }));
            }
            Kind::Redacted(block) => self.content.push(block),
            Kind::Call { id, name, input, json } => {
                let tool = meant(tools, &name);
                let args = match input {
                    // Some servers give them at one go.
                    Value::Object(object) if json.is_empty() && !object.is_empty() => Value::Object(object),
                    _ if json.is_empty() && cut => unreadable("it breaks off", &name),
                    _ => arguments(&json),
                };
                let input = input_of(&args);
                self.content.push(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
                self.calls.push(ToolCall { id: id.as_str().into(), tool, args });
            }
            Kind::Searching { mut block, json } => {
                let written = (!json.is_empty()).then(|| arguments(&json));
                if let (Some(written), Some(block)) = (written, block.as_object_mut()) {
                    block.insert("input".to_owned(), written);
                }
                // A search whose question cannot be read is none.
                if block.get("input").is_some_and(Value::is_object) {
                    self.content.push(block);
                }
            }
            Kind::Found(block) => {
                let read = search::label_of(&block);
                self.read = std::mem::replace(&mut self.read, Label::trusted()).join(&read);
                self.content.push(block);
            }
            Kind::Other => {}
        }
    }
}
