//! From a stream of events to a reply.
//!
//! An item is complete with `response.output_item.done` only: what came of it before may lack its sealed reasoning.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use kernel::{CallId, Ended, Reply, ToolCall};
use serde::Deserialize;
use serde_json::{Value, json};
use wire::WireError;

use super::super::kept::Owner;
use super::super::reply::Answering;
use super::{FUNCTION_CALL, KEPT_BY, MESSAGE, REASONING, is, word};
use crate::stream::{
    Collector, FailedAttempt, MOST_CALLS, ProviderError, Tokens, arguments, events, meant, unreadable,
};

/// The events that we read; there are many more.
#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
enum Event {
    #[serde(rename = "response.output_item.added")]
    Added { output_index: u64, item: Value },
    #[serde(rename = "response.output_item.done")]
    Done { output_index: u64, item: Value },
    #[serde(rename = "response.output_text.delta")]
    Text { output_index: u64, delta: String },
    #[serde(rename = "response.refusal.delta")]
    Refusal { output_index: u64, delta: String },
    #[serde(rename = "response.function_call_arguments.delta")]
    Arguments { output_index: u64, delta: String },
    #[serde(rename = "response.completed")]
    Completed { response: Response },
    #[serde(rename = "response.incomplete")]
    Incomplete { response: Response },
    #[serde(rename = "response.failed")]
    Failed { response: Response },
    /// The reference describes it flat; the real ones are nested.
    #[serde(rename = "error")]
    Error(Value),
    #[serde(other)]
    Other,
}

#[derive(Debug, Default, Deserialize)]
struct Response {
    #[serde(default)]
    output: Vec<Value>,
    #[serde(default)]
    usage: Option<Counted>,
    #[serde(default)]
    incomplete_details: Option<Incomplete>,
    #[serde(default)]
    error: Option<ProviderError>,
    #[serde(default)]
    status: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Incomplete {
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Counted {
    #[serde(default)]
    input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: Option<u64>,
    #[serde(default)]
    input_tokens_details: Option<Details>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Details {
    #[serde(default)]
    cached_tokens: Option<u64>,
    #[serde(default)]
    cache_write_tokens: Option<u64>,
}

impl From<Counted> for Tokens {
    /// Tokens of the cache are counted among the input there, and apart from it here.
    fn from(counted: Counted) -> Self {
        let Details { cached_tokens: cached, cache_write_tokens: written } =
            counted.input_tokens_details.unwrap_or_default();
        let apart = cached.unwrap_or(0).saturating_add(written.unwrap_or(0));
        Self {
            input: counted.input_tokens.map(|all| all.saturating_sub(apart)),
            output: counted.output_tokens,
            cache_read: cached,
            cache_write: written,
            searches: None,
        }
    }
}

/// Reads a stream to its end. One that breaks off before the response was ended is a failure.
pub(in super::super) async fn hear(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
    answering: Answering<'_>,
    ear: &mut Collector<'_>,
) -> Result<Reply, FailedAttempt> {
    ear.begin();
    let mut events = events(pieces);
    let mut draft = Draft::default();
    while let Some(event) = events.next().await {
        let event = serde_json::from_str(&event?).map_err(|error| {
            FailedAttempt::broken(&format!("an event of the stream is unreadable: {error}"))
        })?;
        if let Some(response) = draft.take_in(event, answering, ear)? {
            return draft.finish(response, answering, ear);
        }
    }
    Err(FailedAttempt::broken("the answer broke off"))
}

/// Reads an answer that came as a whole although a stream was asked for.
pub(in super::super) fn read(
    body: &[u8],
    answering: Answering<'_>,
    ear: &mut Collector<'_>,
) -> Result<Reply, FailedAttempt> {
    ear.begin();
    let response: Response = serde_json::from_slice(body)
        .map_err(|error| FailedAttempt::broken(&format!("the answer is unreadable: {error}")))?;
    if let Some(complaint) =
        response.error.as_ref().filter(|_| response.status.as_deref() != Some("completed"))
    {
        return Err(FailedAttempt::by_complaint(complaint, answering.names));
    }
    Draft::default().finish(response, answering, ear)
}

/// A response while it is being written, item by item.
#[derive(Default)]
struct Draft {
    text: String,
    items: BTreeMap<u64, Item>,
    refused: bool,
}

#[derive(Default)]
struct Item {
    /// As it came last.
    value: Value,
    /// How much of its text was heard, in bytes.
    heard: usize,
    /// Its arguments, as far as they came in pieces.
    arguments: String,
}

impl Draft {
    /// The response, once it is ended.
    fn take_in(
        &mut self,
        event: Event,
        answering: Answering<'_>,
        ear: &mut Collector<'_>,
    ) -> Result<Option<Response>, FailedAttempt> {
        match event {
            Event::Added { output_index, item } => {
                self.item(output_index)?.value = item;
            }
            Event::Done { output_index, item } => self.complete(output_index, item, ear)?,
            Event::Text { output_index, delta } => self.say(output_index, &delta, ear)?,
            Event::Refusal { output_index, delta } => {
                self.refused = true;
                self.say(output_index, &delta, ear)?;
            }
            Event::Arguments { output_index, delta } => {
                self.item(output_index)?.arguments.push_str(&delta);
            }
            Event::Completed { response } | Event::Incomplete { response } => return Ok(Some(response)),
            Event::Failed { response } => {
                if let Some(counted) = response.usage {
                    ear.count(&counted.into());
                }
                let complaint = response.error.unwrap_or_default();
                return Err(FailedAttempt::by_complaint(&complaint, answering.names));
            }
            Event::Error(error) => {
                return Err(FailedAttempt::by_complaint(&ProviderError::of_event(&error), answering.names));
            }
            Event::Other => {}
        }
        Ok(None)
    }

    fn item(&mut self, index: u64) -> Result<&mut Item, FailedAttempt> {
        if self.items.len() >= MOST_CALLS && !self.items.contains_key(&index) {
            return Err(FailedAttempt::too_many_calls());
        }
        Ok(self.items.entry(index).or_default())
    }

    /// A message is a paragraph of its own.
    fn say(&mut self, index: u64, piece: &str, ear: &mut Collector<'_>) -> Result<(), FailedAttempt> {
        let speaks = !self.text.is_empty();
        let item = self.item(index)?;
        let begins = item.heard == 0 && !piece.is_empty();
        item.heard += piece.len();
        for words in [if begins && speaks { "\n\n" } else { "" }, piece] {
            self.text.push_str(words);
            ear.text(words);
        }
        Ok(())
    }

    /// Some servers send no pieces of an item before the whole of it.
    fn complete(&mut self, index: u64, item: Value, ear: &mut Collector<'_>) -> Result<(), FailedAttempt> {
        let heard = self.item(index)?.heard;
        let content = item.get("content").and_then(Value::as_array).filter(|_| is(&item, MESSAGE));
        for part in content.into_iter().flatten() {
            self.refused |= is(part, "refusal");
            let words = word(part, "text").or(word(part, "refusal")).unwrap_or_default();
            if heard == 0 {
                self.say(index, words, ear)?;
            }
        }
        self.item(index)?.value = item;
        Ok(())
    }

    fn finish(
        mut self,
        response: Response,
        answering: Answering<'_>,
        ear: &mut Collector<'_>,
    ) -> Result<Reply, FailedAttempt> {
        if let Some(counted) = response.usage {
            ear.count(&counted.into());
        }
        if self.items.is_empty() {
            for (index, item) in (0..).zip(response.output) {
                self.complete(index, item, ear)?;
            }
        }
        let reason = response.incomplete_details.and_then(|details| details.reason);
        let ended = match reason.as_deref() {
            Some("content_filter") => Ended::Refused,
            Some(_) => Ended::Length,
            None if self.refused => Ended::Refused,
            None => Ended::Complete,
        };
        let last = self.items.last_key_value().map(|(index, _)| *index);
        let (mut calls, mut kept) = (Vec::new(), Vec::new());
        for (index, item) in self.items {
            if is(&item.value, FUNCTION_CALL) {
                kept.push(json!({ "type": FUNCTION_CALL }));
                // Where the room ended, the last call was not written to its end.
                calls.push(item.call(answering, ended == Ended::Length && Some(index) == last));
            } else if is(&item.value, MESSAGE) || is(&item.value, REASONING) {
                kept.push(returned(&item.value));
            }
        }
        // A model that declines has thought better of what it began.
        if ended == Ended::Refused {
            calls.clear();
        }
        let is_sealed = |item: &Value| is_sealed(item) || word(item, "phase").is_some();
        let kept =
            (ended != Ended::Refused && kept.iter().any(is_sealed)).then(|| keep(answering.owner, kept));
        Ok(Reply { ended, kept, ..Reply::of(self.text, calls) })
    }
}

/// Reasoning that is not sealed is known to the server under its id only, and nothing is stored there.
fn keep(owner: &Owner, items: Vec<Value>) -> kernel::Kept {
    let goes_back = |item: &Value| !is(item, REASONING) || is_sealed(item);
    owner.keep(KEPT_BY, items.into_iter().filter(goes_back).collect::<Vec<_>>())
}

fn is_sealed(item: &Value) -> bool {
    is(item, REASONING) && word(item, "encrypted_content").is_some()
}

/// An item as it may be sent again: the state of its making is not taken back, nor is a message's id, which nothing stored
/// belongs to.
fn returned(item: &Value) -> Value {
    let taken: &[&str] = if is(item, REASONING) {
        &["type", "id", "summary", "encrypted_content"]
    } else {
        &["type", "role", "phase", "content"]
    };
    let fields =
        taken.iter().filter_map(|field| Some((*field, item.get(*field).filter(|value| !value.is_null())?)));
    json!(fields.collect::<BTreeMap<_, _>>())
}

impl Item {
    fn call(self, answering: Answering<'_>, cut: bool) -> ToolCall {
        let word = |field: &str| word(&self.value, field).unwrap_or_default();
        let (name, whole) = (word("name"), word("arguments"));
        let json = if whole.is_empty() { self.arguments.as_str() } else { whole };
        let args =
            if cut && json.trim().is_empty() { unreadable("it breaks off", name) } else { arguments(json) };
        ToolCall { id: CallId(word("call_id").to_owned()), tool: meant(answering.tools, name), args }
    }
}
