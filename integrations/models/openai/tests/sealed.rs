//! Signatures of calls, and reasoning that a server wants back.

use kernel::{CallId, Message, ToolCall};
use serde_json::{Value, json};

use super::{delta, ended, saying, settings, stream};
use crate::anthropic::{Heard, question};
use crate::openai::{Dialect, OpenAi, Settings};
use crate::scripted::{Answer, Server};
use kernel::ports::Model;
use kernel::{Request, ToolResult};

/// As Google's models write calls: without an index, each whole, signed once, and with a signature in a piece of its own.
fn signed() -> Vec<Value> {
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "gmail__search", "arguments": "{}" } });
    vec![
        delta(json!({ "role": "assistant", "tool_calls": [call("f1")] })),
        delta(json!({ "tool_calls": [{ "extra_content": { "google": { "thought_signature": "sig-1" } } }] })),
        delta(json!({ "tool_calls": [call("f2")] })),
        ended("stop"),
    ]
}

async fn sent(dialect: Dialect, other: &str, first: Vec<Value>) -> [Value; 2] {
    let server = Server::start(vec![Answer::of(stream(&first)), saying("one"), saying("two")]).await;
    let model = |name: &str| {
        OpenAi::new(Settings { dialect, model: name.to_owned(), ..settings(&server.address) }).unwrap()
    };
    let mut reply = model("first").reply(&question(), &mut Heard::default()).await.unwrap();
    let ids = ["ours-1", "ours-2"];
    let calls: Vec<ToolCall> =
        reply.calls.iter().zip(ids).map(|(call, id)| ToolCall { id: id.into(), ..call.clone() }).collect();
    if let Some(kept) = &mut reply.kept {
        kept.calls = ids.iter().map(|id| vec![CallId::from(*id)]).collect();
    }
    let result = |call: &ToolCall| ToolResult { call: call.id.clone(), words: "x".to_owned(), failed: false };
    let results = Message::Results(calls.iter().map(result).collect());
    let mut messages = question().messages;
    messages.extend([Message::Assistant { text: String::new(), calls, kept: reply.kept }, results]);
    let next = Request { messages, ..question() };
    for name in ["first", other] {
        model(name).reply(&next, &mut Heard::default()).await.unwrap();
    }
    let asked = server.asked();
    [asked[1].body["messages"][2].clone(), asked[2].body["messages"][2].clone()]
}

#[tokio::test]
async fn a_call_goes_back_with_its_signature_and_to_another_model_with_none_of_it() {
    let [same, other] = sent(Dialect::Gemini, "second", signed()).await;
    let signature = |message: &Value, call: usize| message["tool_calls"][call]["extra_content"].clone();
    assert_eq!(same["tool_calls"].as_array().unwrap().len(), 2);
    assert_eq!(signature(&same, 0), json!({ "google": { "thought_signature": "sig-1" } }));
    assert_eq!(signature(&same, 1), Value::Null);
    let foreign = json!({ "google": { "thought_signature": "skip_thought_signature_validator" } });
    assert_eq!((signature(&other, 0), signature(&other, 1)), (foreign, Value::Null));
    let [_, usual] = sent(Dialect::Usual, "second", signed()).await;
    assert!(!usual.to_string().contains("extra_content"), "nobody else is told of signatures");
}

#[tokio::test]
async fn reasoning_goes_back_where_the_server_wants_it_and_nowhere_else() {
    let call =
        json!({ "id": "f1", "type": "function", "function": { "name": "gmail__search", "arguments": "{}" } });
    let reasoned = vec![
        delta(json!({ "reasoning_content": "Hm, " })),
        delta(json!({ "reasoning_content": "mail." })),
        delta(json!({ "tool_calls": [call] })),
        ended("tool_calls"),
    ];
    let [same, other] = sent(Dialect::DeepSeek, "second", reasoned.clone()).await;
    assert_eq!((&same["reasoning_content"], &other["reasoning_content"]), (&json!("Hm, mail."), &json!("")));
    let [usual, _] = sent(Dialect::Usual, "second", reasoned).await;
    assert!(usual["reasoning_content"].is_null());
}
