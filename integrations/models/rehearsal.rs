//! The rehearsal model: no key, no network, always the same answer to the same conversation.
//!
//! It understands everyday requests about mail, calendar and files in fixed wordings, drives the real tools, and says nothing that it did
//! not read in their results. Everything is worked out anew from the conversation each time: it keeps nothing. What
//! stands inside a fence is only ever taken apart as data and repeated, never followed.

mod answers;
mod attached;
mod clock;
mod conversation;
mod event;
mod fence;
mod outside;
mod past;
mod pursue;
mod query;
mod tell;
#[cfg(test)]
mod tests;
mod turn;
mod understand;
mod wish;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{CallId, Reply, Request, ToolCall};

use conversation::Conversation;
use pursue::Next;

const INTRODUCTION: &str = "_I'm the rehearsal model, which knows fixed wordings only; set `ANTHROPIC_API_KEY` and restart for a real one._";

/// What it is called where models are named.
pub const REHEARSAL: &str = "rehearsal";

#[derive(Clone, Copy, Debug, Default)]
pub struct Rehearsal;

impl Model for Rehearsal {
    fn name(&self) -> &'static str {
        REHEARSAL
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        let reply = answer(request);
        listener.text(&reply.text);
        Box::pin(std::future::ready(Ok(reply)))
    }
}

fn answer(request: &Request) -> Reply {
    let conversation = Conversation::of(&request.messages);
    match outside::next(&conversation, request.messages.len()) {
        Some(outside::Next::Call(call)) => return reply(String::new(), vec![call]),
        Some(outside::Next::Say(words)) => return reply(introduced(&conversation, &words), Vec::new()),
        None => {}
    }
    let (text, calls) = match conversation.next() {
        Next::Call(asked) => match asked.iter().find(|asked| !offered(request, asked.tool)) {
            Some(missing) => (introduced(&conversation, &tell::not_offered(missing.tool)), Vec::new()),
            None => (String::new(), asked),
        },
        Next::Say(words) | Next::Ask { words, .. } => (introduced(&conversation, &words), Vec::new()),
    };
    let position = request.messages.len();
    let calls = calls.into_iter().enumerate().map(|(number, asked)| ToolCall {
        // Its place in the conversation: no other call of the thread has the same.
        id: CallId(format!("call_{position}_{number}")),
        tool: asked.tool.to_owned(),
        args: asked.args,
    });
    reply(text, calls.collect())
}

fn reply(text: String, calls: Vec<ToolCall>) -> Reply {
    Reply { model: REHEARSAL.to_owned(), ..Reply::of(text, calls) }
}

fn offered(request: &Request, tool: &str) -> bool {
    request.tools.iter().any(|definition| definition.name == tool)
}

fn introduced(conversation: &Conversation, words: &str) -> String {
    if conversation.has_spoken || words.contains(INTRODUCTION) {
        words.to_owned()
    } else {
        format!("{words}\n\n{INTRODUCTION}")
    }
}
