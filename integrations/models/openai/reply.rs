//! From a stream of pieces to a reply.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use kernel::{CallId, Definition, Ended, Reply, ToolCall};
use serde_json::Value;
use uuid::Uuid;
use wire::WireError;

use super::chunk::{CallDelta, Choice, Chunk, Content};
use super::kept::{KEPT_BY, Owner, Sealed};
use crate::stream::{Collector, FailedAttempt, MOST_CALLS, Names, arguments, events, meant, unreadable};
use crate::thoughts::{Thoughts, said_after_thinking};

/// What ends a stream.
const DONE: &str = "[DONE]";

/// The request that a reply answers, and the owner of its sealed content.
#[derive(Clone, Copy)]
pub(super) struct Answering<'a> {
    pub(super) tools: &'a [Definition],
    pub(super) names: &'a Names,
    pub(super) owner: &'a Owner,
    /// Whether the server wants reasoning back that it gave in the open.
    pub(super) keeps_reasoning: bool,
}

/// Reads a stream to its end. One that breaks off before its reason to end was told is a failure.
pub(super) async fn hear(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
    answering: Answering<'_>,
    ear: &mut Collector<'_>,
) -> Result<Reply, FailedAttempt> {
    ear.begin();
    let mut events = events(pieces);
    let mut draft = Draft::default();
    while let Some(event) = events.next().await {
        let event = event?;
        if event.trim() == DONE {
            draft.done = true;
            break;
        }
        draft.take_piece(event.as_bytes(), answering.names, ear)?;
    }
    // Some say that they are done, and never why.
    let said = !draft.text.is_empty() || !draft.calls.is_empty();
    if draft.ended.is_none() && !(draft.done && said) {
        return Err(FailedAttempt::broken("the answer broke off"));
    }
    Ok(draft.finish(answering, ear))
}

/// Reads an answer that came as a whole although pieces were asked for.
pub(super) fn read(
    body: &[u8],
    answering: Answering<'_>,
    ear: &mut Collector<'_>,
) -> Result<Reply, FailedAttempt> {
    ear.begin();
    let mut draft = Draft::default();
    draft.take_piece(body, answering.names, ear)?;
    if draft.text.is_empty() && draft.calls.is_empty() && draft.ended.is_none() {
        return Err(FailedAttempt::broken("there is no answer in what came"));
    }
    Ok(draft.finish(answering, ear))
}

#[derive(Default)]
struct Draft {
    text: String,
    thoughts: Thoughts,
    calls: Vec<Written>,
    ended: Option<String>,
    refused: bool,
    done: bool,
    reasoning: String,
    extra_content: Option<Value>,
}

/// A call whose arguments are still being written.
#[derive(Default)]
struct Written {
    index: Option<u64>,
    id: String,
    name: String,
    json: String,
    extra_content: Option<Value>,
}

impl Draft {
    fn take_piece(
        &mut self,
        piece: &[u8],
        names: &Names,
        ear: &mut Collector<'_>,
    ) -> Result<(), FailedAttempt> {
        let chunk: Chunk = serde_json::from_slice(piece).map_err(|error| {
            FailedAttempt::broken(&format!("a piece of the stream is unreadable: {error}"))
        })?;
        if let Some(complaint) = &chunk.error {
            return Err(FailedAttempt::by_complaint(complaint, names));
        }
        if let Some(counted) = chunk.usage {
            ear.count(&counted.into());
        }
        // We ask for one choice.
        match chunk.choices.into_iter().next() {
            Some(choice) => self.take_in(choice, ear),
            None => Ok(()),
        }
    }

    fn take_in(&mut self, choice: Choice, ear: &mut Collector<'_>) -> Result<(), FailedAttempt> {
        if let Some(delta) = choice.delta.or(choice.message) {
            self.refused |= delta.refusal.as_ref().is_some_and(|words| !words.is_empty());
            for words in [delta.content.map(Content::words), delta.refusal].into_iter().flatten() {
                let words = self.thoughts.take(&words);
                self.text.push_str(&words);
                ear.text(&words);
            }
            self.reasoning.extend(delta.reasoning_content);
            self.extra_content = delta.extra_content.or(self.extra_content.take());
            for call in delta.tool_calls.into_iter().flatten() {
                self.write(call)?;
            }
        }
        self.ended = choice.finish_reason.or(self.ended.take());
        Ok(())
    }

    /// A piece belongs to the newest call of its index; where there is none, a name begins a call, and anything else goes on
    /// with the last. Some give every call the same index: then another id is another call.
    fn write(&mut self, piece: CallDelta) -> Result<(), FailedAttempt> {
        let CallDelta { index, id, function, extra_content } = piece;
        let mut function = function.unwrap_or_default();
        function.name = function.name.filter(|name| !name.is_empty());
        let place = match index {
            Some(_) => self
                .calls
                .iter()
                .rposition(|call| call.index == index)
                .filter(|place| self.calls.get(*place).is_some_and(|call| call.is_called(id.as_deref()))),
            None if function.name.is_some() => None,
            None => self.calls.len().checked_sub(1),
        };
        let place = match place {
            Some(place) => place,
            None if self.calls.len() >= MOST_CALLS => return Err(FailedAttempt::too_many_calls()),
            None => {
                self.calls.push(Written { index, ..Written::default() });
                self.calls.len() - 1
            }
        };
        if let Some(call) = self.calls.get_mut(place) {
            // Some repeat the id and the name with every piece.
            if let Some(id) = id.filter(|_| call.id.is_empty()) {
                call.id = id;
            }
            // Others write the name itself in pieces.
            if let Some(piece) = function.name.filter(|piece| call.json.is_empty() && call.name != *piece) {
                call.name.push_str(&piece);
            }
            call.extra_content = extra_content.or(call.extra_content.take());
            match function.arguments {
                Some(Value::String(piece)) => call.json.push_str(&piece),
                Some(Value::Null) | None => {}
                Some(whole) => call.json.push_str(&whole.to_string()),
            }
        }
        Ok(())
    }

    fn finish(mut self, answering: Answering<'_>, ear: &mut Collector<'_>) -> Reply {
        let ended = match self.ended.as_deref() {
            Some("length") => Ended::Length,
            Some("content_filter") => Ended::Refused,
            _ if self.refused => Ended::Refused,
            _ => Ended::Complete,
        };
        let rest = self.thoughts.end(ended);
        ear.text(&rest);
        self.text.push_str(&rest);
        let last = self.calls.len().saturating_sub(1);
        let sealed = Sealed {
            extra_content: self.extra_content,
            calls: self.calls.iter().map(|call| call.extra_content.clone()).collect(),
            reasoning: if answering.keeps_reasoning { self.reasoning } else { String::new() },
        };
        let kept =
            (ended != Ended::Refused && sealed.is_any()).then(|| answering.owner.keep(KEPT_BY, sealed));
        // Where the room ended, the last call was not written to its end. Whoever declines has thought better of all.
        let finished = |(place, call): (usize, Written)| {
            call.finish(answering.tools, ended == Ended::Length && place == last)
        };
        let calls = match ended {
            Ended::Refused => Vec::new(),
            Ended::Complete | Ended::Length => self.calls.into_iter().enumerate().map(finished).collect(),
        };
        Reply { ended, kept, ..Reply::of(said_after_thinking(self.text), calls) }
    }
}

impl Written {
    /// Whether a piece with this id can be of this call.
    fn is_called(&self, id: Option<&str>) -> bool {
        let id = id.unwrap_or_default();
        id.is_empty() || self.id.is_empty() || self.id == id
    }

    fn finish(self, tools: &[Definition], cut: bool) -> ToolCall {
        let tool = meant(tools, &self.name);
        let unwritten = cut && self.json.trim().is_empty();
        let args = if unwritten { unreadable("it breaks off", &self.name) } else { arguments(&self.json) };
        // Some servers give none, and results must find their call.
        let id = if self.id.is_empty() { format!("call_{}", Uuid::new_v4().simple()) } else { self.id };
        ToolCall { id: CallId(id), tool, args }
    }
}
