//! Every model over the wire, and text mode over each of them, against servers that speak badly.
//!
//! What must hold whatever comes: nothing panics; what was heard is the beginning of what is returned; no call is made that
//! was not written to its end; and where there is no reply there is an error that says what can be done.

mod cut;
mod odd;
mod spent;
mod trouble;

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Model, ModelError};
use kernel::{Reply, ToolCall};
use serde_json::{Value, json};
use wire::{Address, Patience};

use crate::anthropic::tests::{said, settings as of_anthropic};
use crate::anthropic::{Heard, question};
use crate::openai::tests::settings as of_openai;
use crate::scripted::{Answer, Server};
use crate::{Anthropic, OpenAi, TextMode, anthropic, openai};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Anthropic,
    OpenAi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    Native,
    InWords,
}

/// One way to speak to a model.
type Way = (Protocol, Calls);

const WAYS: [Way; 4] = [
    (Protocol::Anthropic, Calls::Native),
    (Protocol::Anthropic, Calls::InWords),
    (Protocol::OpenAi, Calls::Native),
    (Protocol::OpenAi, Calls::InWords),
];

const TEXT: &str = "Grüße, 日本 🦀.\n";

/// What is asked of a model over the wire.
#[derive(Clone, Copy)]
struct Manner {
    tries: u32,
    begins: Duration,
    silence: Duration,
}

const ONCE: Manner = Manner { tries: 1, begins: Duration::from_secs(5), silence: Duration::from_secs(5) };
const PATIENT: Manner = Manner { tries: 3, ..ONCE };

fn model((protocol, calls): Way, server: &Server, manner: Manner) -> Arc<dyn Model> {
    let patience = Patience {
        tries: manner.tries,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
        total: Duration::from_secs(20),
    };
    let (begins, silence) = (manner.begins, manner.silence);
    let model: Arc<dyn Model> = match protocol {
        Protocol::Anthropic => {
            let base = Address::parse("ANTHROPIC_BASE_URL", &server.address).unwrap();
            let settings = anthropic::Settings { patience, begins, silence, ..of_anthropic(base) };
            Arc::new(Anthropic::new(settings).unwrap())
        }
        Protocol::OpenAi => {
            let settings = openai::Settings { patience, begins, silence, ..of_openai(&server.address) };
            Arc::new(OpenAi::new(settings).unwrap())
        }
    };
    match calls {
        Calls::Native => model,
        Calls::InWords => Arc::new(TextMode::new(model)),
    }
}

async fn ask(way: Way, manner: Manner, answers: Vec<Answer>) -> (Result<Reply, ModelError>, String, Server) {
    let server = Server::start(answers).await;
    let mut heard = Heard::default();
    let reply = model(way, &server, manner).reply(&question(), &mut heard).await;
    (reply, heard.0, server)
}

/// Events that say these words, before anything ends.
fn words(protocol: Protocol, pieces: &[&str]) -> Vec<Value> {
    match protocol {
        Protocol::Anthropic => {
            let spoken = pieces.iter().map(|piece| said::text(0, piece));
            [said::begun(), said::text_begun(0)].into_iter().chain(spoken).collect()
        }
        Protocol::OpenAi => pieces.iter().map(|piece| delta(&json!({ "content": piece }))).collect(),
    }
}

fn delta(delta: &Value) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
}

/// Events of one call whose arguments come in these pieces.
fn call(protocol: Protocol, index: u64, pieces: &[&str]) -> Vec<Value> {
    let id = format!("call_{index}");
    match protocol {
        Protocol::Anthropic => {
            let written = pieces.iter().map(|piece| said::input(index, piece));
            let begun = said::call_begun(index, &id, "gmail__search");
            [begun].into_iter().chain(written).chain([said::block_ended(index)]).collect()
        }
        Protocol::OpenAi => {
            let begun =
                json!({ "index": index, "id": id, "function": { "name": "gmail__search", "arguments": "" } });
            let written =
                pieces.iter().map(|piece| json!({ "index": index, "function": { "arguments": piece } }));
            [begun].into_iter().chain(written).map(|call| delta(&json!({ "tool_calls": [call] }))).collect()
        }
    }
}

#[derive(Clone, Copy)]
enum Reason {
    Complete,
    Length,
    Refusal,
}

fn ended(protocol: Protocol, reason: Reason) -> Vec<Value> {
    match protocol {
        Protocol::Anthropic => said::ended(match reason {
            Reason::Complete => "tool_use",
            Reason::Length => "max_tokens",
            Reason::Refusal => "refusal",
        })
        .to_vec(),
        Protocol::OpenAi => {
            let reason = match reason {
                Reason::Complete => "stop",
                Reason::Length => "length",
                Reason::Refusal => "content_filter",
            };
            vec![json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] })]
        }
    }
}

/// As they travel.
fn stream(protocol: Protocol, events: &[Value]) -> String {
    match protocol {
        Protocol::Anthropic => said::stream(events),
        Protocol::OpenAi => {
            let data: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
            format!("{}data: [DONE]\n\n", data.concat())
        }
    }
}

const IN_WORDS: &str =
    "<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"é🦀\"}}</tool_call>";

/// Words and a call, in whichever way it makes them.
fn whole((protocol, calls): Way) -> Vec<Value> {
    let mut events = match calls {
        Calls::Native => words(protocol, &["Grüße, ", "日本 🦀.\n"]),
        Calls::InWords => words(protocol, &["Grüße, 日本 🦀.\n<tool", &IN_WORDS[5..30], &IN_WORDS[30..]]),
    };
    if calls == Calls::Native {
        events.extend(call(protocol, 1, &["{\"query\": \"", "é🦀\"}"]));
    }
    events.extend(ended(protocol, Reason::Complete));
    events
}

fn answer(way: Way, events: &[Value]) -> Answer {
    Answer::of(stream(way.0, events))
}

fn is_whole(reply: &Reply, heard: &str) {
    assert_eq!((reply.text.as_str(), heard), (TEXT, TEXT));
    assert_eq!(made(&reply.calls), [("gmail.search", json!({ "query": "é🦀" }))]);
}

fn made(calls: &[ToolCall]) -> Vec<(&str, Value)> {
    calls.iter().map(|call| (call.tool.as_str(), call.args.clone())).collect()
}

/// Why there is no reply, where it may work later.
fn unavailable(reply: Result<Reply, ModelError>) -> String {
    match reply {
        Err(ModelError::Unavailable { words, .. }) => words,
        other => panic!("{other:?}"),
    }
}
