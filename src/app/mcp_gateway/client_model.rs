//! The client, as the model of its session's thread: it has said beforehand what it calls.

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Message, Reply, Request, ToolCall};
use mcp::Answered;

use super::Waiting;

const MARK: &str = "mcp-call:";
const TOKEN: usize = 32;
/// What stands in the thread once a call has its answer.
pub(super) const ANSWERED: &str = "(The client has its answer.)";

/// What stands in the conversation for a call.
pub(super) fn words(token: &str) -> String {
    format!("(a call of an outside client, {MARK}{token})")
}

pub(crate) struct ClientModel(pub(crate) Arc<Waiting>);

impl Model for ClientModel {
    fn name(&self) -> &'static str {
        "an outside client"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(std::future::ready(Ok(self.next(request))))
    }
}

impl ClientModel {
    fn next(&self, request: &Request) -> Reply {
        let newest = request.messages.iter().enumerate().rev().find_map(|(place, message)| match message {
            Message::User(words) => token(words).map(|token| (place, token)),
            _ => None,
        });
        let Some((place, token)) = newest else { return says("There is nothing to do.", Vec::new()) };
        let since = request.messages.get(place..).unwrap_or_default();
        let results = since.iter().rev().find_map(|message| match message {
            Message::Results(results) => results.last(),
            _ => None,
        });
        match (results, self.0.call(token)) {
            (Some(result), _) => {
                self.0.answer(token, Answered { words: result.words.clone(), failed: result.failed });
                says(ANSWERED, Vec::new())
            }
            (None, Some(call)) => says("", vec![call]),
            (None, None) => says("Nobody waits for this any more.", Vec::new()),
        }
    }
}

fn token(words: &str) -> Option<&str> {
    let (_, rest) = words.rsplit_once(MARK)?;
    rest.get(..TOKEN)
}

fn says(text: &str, calls: Vec<ToolCall>) -> Reply {
    Reply::of(text.to_owned(), calls)
}
