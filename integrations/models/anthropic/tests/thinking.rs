//! Thinking goes back as it came while it is bound to what is sent, and not at all where it is not.

use std::sync::Arc;

use kernel::ports::Model;
use kernel::{CallId, Kept, Message, Reply, Request, ToolResult};
use serde_json::{Value, json};
use wire::Address;

use super::said::{answer, begun, block_ended, call_begun, ended, input, saying, text, text_begun};
use super::{Heard, definition, question, settings};
use crate::Effort;
use crate::anthropic::{Anthropic, Settings};
use crate::scripted::{Answer, Server};

const SONNET: &str = "claude-sonnet-5-5";

fn model(server: &Server, name: &str, key: &str) -> Anthropic {
    let base = Address::parse("ANTHROPIC_BASE_URL", &server.address).unwrap();
    let usual = settings(base.clone());
    let (patience, begins, silence) = (usual.patience, usual.begins, usual.silence);
    let settings = Settings::new(base, kernel::Secret::new(key), name);
    Anthropic::new(Settings { patience, begins, silence, ..settings }).unwrap()
}

fn thinking(index: u64, words: &str, signature: &str) -> Vec<Value> {
    let delta = |delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
    let mut events = vec![json!({ "type": "content_block_start", "index": index,
        "content_block": { "type": "thinking", "thinking": "", "signature": "" } })];
    if !words.is_empty() {
        events.push(delta(json!({ "type": "thinking_delta", "thinking": words })));
    }
    events.push(delta(json!({ "type": "signature_delta", "signature": signature })));
    events.push(block_ended(index));
    events
}

/// Sealed reasoning, a call, a note on the progress, and another call.
fn working() -> Answer {
    let mut events = vec![begun()];
    events.extend(thinking(0, "", "sealed-1"));
    events.extend([call_begun(1, "toolu_1", "gmail__search"), input(1, "{}"), block_ended(1)]);
    events.extend(thinking(2, "Now the calendar.", "sealed-2"));
    events.extend([call_begun(3, "toolu_2", "gmail__read"), input(3, "{}"), block_ended(3)]);
    events.push(json!({ "type": "content_block_start", "index": 4,
        "content_block": { "type": "redacted_thinking", "data": "sealed-3" } }));
    events.push(block_ended(4));
    events.extend([text_begun(5), text(5, "I look."), block_ended(5)]);
    events.extend(ended("tool_use"));
    answer(&events)
}

/// The next request: the calls have ids of our own, and the first became two.
fn followed(before: &Request, mut reply: Reply) -> Request {
    let (first, second) = (reply.calls[0].clone(), reply.calls[1].clone());
    let made = [("ours-1a", &first), ("ours-1b", &first), ("ours-2", &second)];
    let calls: Vec<_> = made.map(|(id, call)| kernel::ToolCall { id: id.into(), ..call.clone() }).into();
    let ids = |ids: &[&str]| ids.iter().map(|id| CallId::from(*id)).collect();
    if let Some(kept) = &mut reply.kept {
        kept.calls = vec![ids(&["ours-1a", "ours-1b"]), ids(&["ours-2"])];
    }
    let result =
        |call: &kernel::ToolCall| ToolResult { call: call.id.clone(), words: "x".to_owned(), failed: false };
    let results = calls.iter().map(result).collect();
    let mut messages = before.messages.clone();
    messages.push(Message::Assistant { text: reply.text, calls, kept: reply.kept });
    messages.push(Message::Results(results));
    Request { messages, ..before.clone() }
}

/// The reply and its results as they are sent after a model has thought.
async fn sent_to(name: &str, key: &str, change: impl Fn(&mut Request)) -> (Value, Value) {
    let server = Server::start(vec![working(), saying("Done.")]).await;
    let first = question();
    let reply = model(&server, SONNET, "sk-1").reply(&first, &mut Heard::default()).await.unwrap();
    let mut next = followed(&first, reply);
    change(&mut next);
    model(&server, name, key).reply(&next, &mut Heard::default()).await.unwrap();
    let messages = server.asked()[1].body["messages"].clone();
    (messages[1]["content"].clone(), messages[2]["content"].clone())
}

fn kinds(content: &Value) -> Vec<&str> {
    content.as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn thinking_goes_back_unchanged_and_in_its_place() {
    let (content, results) = sent_to(SONNET, "sk-1", |_| {}).await;
    let used = |id: &str, name: &str| json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
    assert_eq!(
        content,
        json!([
            { "type": "thinking", "thinking": "", "signature": "sealed-1" },
            used("toolu_1", "gmail__search"),
            { "type": "thinking", "thinking": "Now the calendar.", "signature": "sealed-2" },
            used("toolu_2", "gmail__read"),
            { "type": "redacted_thinking", "data": "sealed-3" },
            { "type": "text", "text": "I look." },
        ])
    );
    let x = json!({ "type": "text", "text": "x" });
    assert_eq!(
        (&results[0]["tool_use_id"], &results[0]["content"]),
        (&json!("toolu_1"), &json!([x, x])),
        "one call stood for two"
    );
    assert_eq!((&results[1]["tool_use_id"], &results[1]["content"]), (&json!("toolu_2"), &json!("x")));
    assert!(results[2].is_null());
}

#[tokio::test]
async fn thinking_is_left_out_once_anything_before_it_is_another_and_for_any_other_model_or_account() {
    let plain = ["text", "tool_use", "tool_use", "tool_use"];
    let edited = |request: &mut Request| request.messages[0] = Message::User("What was new?".to_owned());
    let more_tools = |request: &mut Request| {
        request.tools = request.tools.iter().cloned().chain([definition("gmail.send")]).collect();
    };
    let other_system = |request: &mut Request| request.system = Arc::from("You are brief.");
    let summarised = |request: &mut Request| {
        request.messages.insert(0, Message::User("[event] Earlier they spoke of boats.".to_owned()));
    };
    assert_eq!(kinds(&sent_to(SONNET, "sk-1", edited).await.0), plain);
    assert_eq!(kinds(&sent_to(SONNET, "sk-1", more_tools).await.0), plain);
    assert_eq!(kinds(&sent_to(SONNET, "sk-1", other_system).await.0), plain);
    assert_eq!(kinds(&sent_to(SONNET, "sk-1", summarised).await.0), plain);
    assert_eq!(kinds(&sent_to("claude-opus-5-5", "sk-1", |_| {}).await.0), plain);
    assert_eq!(kinds(&sent_to(SONNET, "sk-2", |_| {}).await.0), plain);
}

#[tokio::test]
async fn a_change_leaves_what_was_thought_before_it_and_what_is_thought_after_it() {
    let server = Server::start(vec![working(), working(), working(), saying("Done.")]).await;
    let sonnet = model(&server, SONNET, "sk-1");
    let mut request = question();
    for round in 0..3 {
        let reply = sonnet.reply(&request, &mut Heard::default()).await.unwrap();
        request = followed(&request, reply);
        if round == 1 {
            // The results of the first round are told in fewer words from now on.
            let Message::Results(results) = &mut request.messages[2] else { panic!("no results") };
            results[0].words = "less".to_owned();
        }
    }
    sonnet.reply(&request, &mut Heard::default()).await.unwrap();
    let body = server.asked()[3].body.clone();
    let thinks = |message: usize| kinds(&body["messages"][message]["content"]).contains(&"thinking");
    assert_eq!((thinks(1), thinks(3), thinks(5)), (true, false, true));
}

#[tokio::test]
async fn thinking_that_would_stand_last_is_left_out() {
    let content = sent_to(SONNET, "sk-1", |request| {
        let Message::Assistant { calls, kept: Some(Kept { content, .. }), .. } = &mut request.messages[1]
        else {
            panic!("nothing was kept")
        };
        calls.truncate(2);
        content["blocks"].as_array_mut().unwrap().truncate(4);
        let Message::Results(results) = &mut request.messages[2] else { panic!("no results") };
        results.truncate(2);
    });
    assert_eq!(kinds(&content.await.0), ["thinking", "tool_use"]);
}

#[tokio::test]
async fn notes_between_calls_are_asked_for_and_heard_and_reasoning_is_not() {
    let server = Server::start(vec![working(), working()]).await;
    let mut heard = Heard::default();
    let reply = model(&server, SONNET, "sk-1").reply(&question(), &mut heard).await.unwrap();
    assert_eq!((heard.0.as_str(), reply.text.as_str()), ("Now the calendar.\n\nI look.", heard.0.as_str()));
    let mut heard = Heard::default();
    model(&server, "claude-sonnet-4-6", "sk-1").reply(&question(), &mut heard).await.unwrap();
    assert_eq!(heard.0, "I look.", "these words may be reasoning");
    let asked = server.asked();
    assert_eq!(asked[0].body["thinking"], json!({ "type": "adaptive", "display": "updates" }));
    assert_eq!(asked[0].headers["anthropic-beta"], "thinking-display-updates-2026-08-18");
    assert!(asked[1].body["thinking"].is_null() && !asked[1].headers.contains_key("anthropic-beta"));
    for field in ["temperature", "top_p", "top_k", "tool_choice", "output_config"] {
        assert!(asked[0].body[field].is_null(), "{field}");
    }
    assert_eq!(asked[0].body["max_tokens"], 25_000, "thinking counts as a part of the reply");
}

#[tokio::test]
async fn thinking_that_was_cut_off_is_not_kept() {
    let mut events = vec![begun()];
    events.extend(thinking(0, "", ""));
    events.extend(ended("max_tokens"));
    let server = Server::start(vec![answer(&events)]).await;
    let reply = model(&server, SONNET, "sk-1").reply(&question(), &mut Heard::default()).await.unwrap();
    assert_eq!((reply.ended, reply.kept), (kernel::Ended::Length, None));
}

#[tokio::test]
async fn what_is_said_in_the_middle_of_a_message_changes_what_later_thinking_is_bound_to() {
    let server = Server::start(vec![working(), saying("Done."), saying("Done.")]).await;
    let sonnet = model(&server, SONNET, "sk-1");
    let said = |text: &str| Message::Assistant { text: text.to_owned(), calls: Vec::new(), kept: None };
    let mut first = question();
    first.messages.extend([said("One."), said("Two."), Message::User("And?".to_owned())]);
    let reply = sonnet.reply(&first, &mut Heard::default()).await.unwrap();
    let next = followed(&first, reply);
    sonnet.reply(&next, &mut Heard::default()).await.unwrap();
    let mut changed = next.clone();
    changed.messages[2] = said("Three.");
    sonnet.reply(&changed, &mut Heard::default()).await.unwrap();
    let thinks = |request: usize| server.asked()[request].body.to_string().contains("sealed-1");
    assert_eq!((thinks(1), thinks(2)), (true, false));
}

#[tokio::test]
async fn effort_is_asked_for_as_configured() {
    let server = Server::start(vec![saying("Hello")]).await;
    let base = Address::parse("ANTHROPIC_BASE_URL", &server.address).unwrap();
    let settings = Settings { effort: Some(Effort::XHigh), ..settings(base) };
    Anthropic::new(settings).unwrap().reply(&question(), &mut Heard::default()).await.unwrap();
    assert_eq!(server.asked()[0].body["output_config"], json!({ "effort": "xhigh" }));
}

#[tokio::test]
async fn a_conversation_whose_thinking_is_refused_all_the_same_is_asked_for_without_any() {
    let refusal = Answer::refusal(
        400,
        "invalid_request_error",
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
    );
    let server = Server::start(vec![working(), refusal, saying("Done.")]).await;
    let sonnet = model(&server, SONNET, "sk-1");
    let first = question();
    let reply = sonnet.reply(&first, &mut Heard::default()).await.unwrap();
    let next = followed(&first, reply);
    assert_eq!(sonnet.reply(&next, &mut Heard::default()).await.unwrap().text, "Done.");
    let asked = server.asked();
    assert!(asked[1].body.to_string().contains("sealed-1") && !asked[2].body.to_string().contains("sealed-"));
}

#[tokio::test]
async fn a_model_that_is_not_served_any_more_names_its_successor() {
    let gone = Answer::refusal(404, "not_found_error", "model: claude-sonnet-4-5");
    let server = Server::start(vec![gone]).await;
    let ended = model(&server, "claude-sonnet-4-5", "sk-1");
    let error = ended.reply(&question(), &mut Heard::default()).await.unwrap_err();
    assert!(
        matches!(&error, kernel::ports::ModelError::Retired(words)
        if words.contains("ends on 2026-11-30. Set model.name to claude-sonnet-5-5")),
        "{error}"
    );
}
