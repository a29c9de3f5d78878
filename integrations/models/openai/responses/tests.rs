//! The Responses API against a scripted server: as the real one speaks, and cut at every byte.

use bytes::Bytes;
use kernel::ports::{Model, ModelError};
use kernel::{Blob, CallId, Ended, Message, Picture, Reply, Request, ToolCall, ToolResult};
use serde_json::{Value, json};
use wire::WireError;

use super::reply::hear;
use crate::anthropic::{Heard, definition, question};
use crate::openai::kept::Owner;
use crate::openai::reply::Answering;
use crate::openai::tests::settings;
use crate::openai::{Dialect, OpenAi, Settings};
use crate::scripted::{Answer, Server};
use crate::stream::{Collector, FailedAttempt, Names};
use crate::{CatalogueEntry, Effort};

fn stream(events: &[Value]) -> String {
    let written = |(number, event): (usize, &Value)| {
        let mut event = event.clone();
        event["sequence_number"] = json!(number);
        format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap())
    };
    events.iter().enumerate().map(written).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "it is written where it is used")]
fn added(index: u64, item: Value) -> Value {
    json!({ "type": "response.output_item.added", "output_index": index, "item": item })
}

#[expect(clippy::needless_pass_by_value, reason = "it is written where it is used")]
fn done(index: u64, item: Value) -> Value {
    json!({ "type": "response.output_item.done", "output_index": index, "item": item })
}

fn message(id: &str, words: &str) -> Value {
    json!({ "type": "message", "id": id, "role": "assistant", "status": "completed", "phase": "commentary",
        "content": [{ "type": "output_text", "text": words, "annotations": [] }] })
}

fn function(id: &str, call: &str, name: &str, arguments: &str) -> Value {
    json!({ "type": "function_call", "id": id, "call_id": call, "name": name, "arguments": arguments,
        "status": "completed" })
}

fn completed() -> Value {
    json!({ "type": "response.completed", "response": { "id": "resp_1", "status": "completed", "output": [],
        "usage": { "input_tokens": 1300, "input_tokens_details": { "cached_tokens": 1000, "cache_write_tokens": 100 },
            "output_tokens": 50, "output_tokens_details": { "reasoning_tokens": 20 }, "total_tokens": 1350 } } })
}

fn rich() -> Vec<Value> {
    let text = |delta: &str| {
        json!({ "type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1,
        "content_index": 0, "delta": delta, "obfuscation": "xxx" })
    };
    let arguments = |index: u64, delta: &str| {
        json!({ "type": "response.function_call_arguments.delta",
        "item_id": "fc", "output_index": index, "delta": delta })
    };
    vec![
        json!({ "type": "response.created", "response": { "id": "resp_1", "status": "in_progress", "output": [] } }),
        added(0, json!({ "type": "reasoning", "id": "rs_1", "summary": [] })),
        done(0, json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed-1" })),
        added(1, json!({ "type": "message", "id": "msg_1", "role": "assistant", "content": [] })),
        text("Grüße, "),
        text("日本 🦀"),
        done(1, message("msg_1", "Grüße, 日本 🦀")),
        added(2, function("fc_1", "call_1", "gmail__search", "")),
        arguments(2, "{\"query\": "),
        arguments(2, "\"é\"}"),
        done(2, function("fc_1", "call_1", "gmail__search", "{\"query\": \"é\"}")),
        added(3, function("fc_2", "call_2", "calendar__list_events", "")),
        arguments(3, "{\"limit\": 3}"),
        done(3, function("fc_2", "call_2", "calendar__list_events", "{\"limit\": 3}")),
        json!({ "type": "response.of_next_year", "novel": true }),
        completed(),
    ]
}

fn check_rich(reply: &Reply, heard: &str) {
    assert_eq!((reply.text.as_str(), heard), ("Grüße, 日本 🦀", "Grüße, 日本 🦀"));
    let calls: Vec<_> =
        reply.calls.iter().map(|call| (call.id.0.as_str(), call.tool.as_str(), call.args.clone())).collect();
    let expected = [
        ("call_1", "gmail.search", json!({ "query": "é" })),
        ("call_2", "calendar__list_events", json!({ "limit": 3 })),
    ];
    assert_eq!((calls.as_slice(), reply.ended), (&expected[..], Ended::Complete));
}

async fn hear_pieces(pieces: Vec<Bytes>) -> (Result<Reply, FailedAttempt>, String) {
    let mut heard = Heard::default();
    let pieces = futures_util::stream::iter(pieces.into_iter().map(Ok::<_, WireError>));
    let names = Names { key: "K".to_owned(), base: "B".to_owned() };
    let tools = [definition("gmail.search")];
    let owner = Owner::of(&settings("http://127.0.0.1:1"));
    let answering = Answering { tools: &tools, names: &names, owner: &owner, keeps_reasoning: false };
    let reply = hear(pieces, answering, &mut Collector::new(&mut heard)).await;
    (reply, heard.0)
}

fn settings_of(server: &Server, name: &str) -> Settings {
    let entry = CatalogueEntry::of("openai", name);
    Settings { dialect: Dialect::Responses, model: name.to_owned(), entry, ..settings(&server.address) }
}

async fn ask(answers: Vec<Answer>) -> (Result<Reply, ModelError>, String, Server) {
    let server = Server::start(answers).await;
    let mut heard = Heard::default();
    let model = OpenAi::new(settings_of(&server, "gpt-6.1-sol")).unwrap();
    let reply = model.reply(&question(), &mut heard).await;
    (reply, heard.0, server)
}

#[tokio::test]
async fn a_stream_cut_at_any_byte_is_the_same_stream_and_one_that_breaks_off_is_no_reply() {
    let whole = Bytes::from(stream(&rich()));
    for cut in 0..whole.len() {
        let (reply, heard) = hear_pieces(vec![whole.slice(..cut), whole.slice(cut..)]).await;
        check_rich(&reply.unwrap(), &heard);
        if cut < whole.len() - 2 {
            assert!(hear_pieces(vec![whole.slice(..cut)]).await.0.is_err(), "cut at {cut}");
        }
    }
}

#[tokio::test]
async fn text_calls_usage_and_the_request_are_those_of_the_protocol() {
    let (reply, heard, server) = ask(vec![Answer::of(stream(&rich()))]).await;
    let reply = reply.unwrap();
    check_rich(&reply, &heard);
    let usage = reply.usage;
    assert_eq!((usage.input, usage.output, usage.cache_read, usage.cache_write), (200, 50, 1000, 100));
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/v1/responses");
    assert_eq!(asked.body["store"], false);
    assert_eq!(asked.body["include"], json!(["reasoning.encrypted_content"]));
    assert_eq!(asked.body["instructions"], "You are helpful.");
    assert_eq!(asked.body["max_output_tokens"], 25_000);
    assert!(asked.body["reasoning"].is_null() && asked.body["temperature"].is_null());
    let tool = &asked.body["tools"][0];
    assert_eq!(
        (&tool["type"], &tool["name"], &tool["strict"]),
        (&json!("function"), &json!("gmail__search"), &json!(false))
    );
    assert_eq!(
        asked.body["input"],
        json!([{ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "What's new?" }] }])
    );
}

#[tokio::test]
async fn a_model_that_does_not_reason_is_not_asked_for_reasoning_and_effort_goes_where_it_belongs() {
    let whole = json!({ "status": "completed", "output": [message("m", "Hello")], "usage": null });
    let server =
        Server::start(vec![Answer::refusing(200, &whole.to_string()), Answer::of(stream(&rich()))]).await;
    let plain = OpenAi::new(settings_of(&server, "gpt-4.1")).unwrap();
    assert_eq!(plain.reply(&question(), &mut Heard::default()).await.unwrap().text, "Hello");
    let effort = Settings { effort: Some(Effort::Low), ..settings_of(&server, "gpt-6.1-sol") };
    OpenAi::new(effort).unwrap().reply(&question(), &mut Heard::default()).await.unwrap();
    let asked = server.asked();
    assert!(asked[0].body["include"].is_null() && asked[0].body["max_output_tokens"] == 1000);
    assert_eq!(asked[1].body["reasoning"], json!({ "effort": "low" }));
}

/// The request after the rich reply, with calls under ids of our own.
fn followed(mut reply: Reply) -> Request {
    if let Some(kept) = &mut reply.kept {
        kept.calls = vec![vec![CallId::from("ours-1")], vec![CallId::from("ours-2")]];
    }
    let calls: Vec<ToolCall> = reply
        .calls
        .iter()
        .zip(["ours-1", "ours-2"])
        .map(|(call, id)| ToolCall { id: id.into(), ..call.clone() })
        .collect();
    let result = |call: &ToolCall| ToolResult { call: call.id.clone(), words: "x".to_owned(), failed: false };
    let results = calls.iter().map(result).collect();
    let picture = Picture { media_type: "image/png".to_owned(), bytes: Blob::new(&[1, 2]) };
    let mut request = question();
    request.messages.push(Message::Assistant { text: reply.text, calls, kept: reply.kept });
    request.messages.push(Message::Results(results));
    request.messages.push(Message::Pictures(vec![picture]));
    request
}

fn kinds(body: &Value) -> Vec<&str> {
    body["input"].as_array().unwrap().iter().map(|item| item["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn sealed_reasoning_goes_back_with_its_items_and_to_no_other_model_or_server() {
    let (reply, _, server) =
        ask(vec![Answer::of(stream(&rich())), Answer::of(stream(&rich())), Answer::of(stream(&rich()))])
            .await;
    let next = followed(reply.unwrap());
    for name in ["gpt-6.1-sol", "gpt-6-luna"] {
        OpenAi::new(settings_of(&server, name)).unwrap().reply(&next, &mut Heard::default()).await.unwrap();
    }
    let asked = server.asked();
    let (same, other) = (&asked[1].body, &asked[2].body);
    assert_eq!(
        kinds(same),
        [
            "message",
            "reasoning",
            "message",
            "function_call",
            "function_call",
            "function_call_output",
            "function_call_output",
            "message"
        ]
    );
    assert_eq!(
        same["input"][1],
        json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed-1" })
    );
    assert_eq!(same["input"][2]["phase"], "commentary");
    assert!(same["input"][2]["id"].is_null() && same["input"][3]["id"].is_null());
    assert_eq!(same["input"][3]["call_id"], same["input"][5]["call_id"]);
    assert_eq!(same["input"][7]["content"][0]["image_url"], "data:image/png;base64,AQI=");
    assert!(!other.to_string().contains("sealed-1"));
    assert_eq!(kinds(other)[..3], ["message", "message", "function_call"]);
}

#[tokio::test]
async fn reasoning_that_is_refused_is_left_out_and_one_that_nothing_follows_too() {
    let refusal = json!({ "error": { "message": "The encrypted content gAAA could not be verified.",
        "type": "invalid_request_error", "param": null, "code": "invalid_encrypted_content" } });
    let answers = vec![
        Answer::of(stream(&rich())),
        Answer::refusing(400, &refusal.to_string()),
        Answer::of(stream(&rich())),
        Answer::of(stream(&rich())),
    ];
    let (reply, _, server) = ask(answers).await;
    let mut next = followed(reply.unwrap());
    let model = OpenAi::new(settings_of(&server, "gpt-6.1-sol")).unwrap();
    model.reply(&next, &mut Heard::default()).await.unwrap();
    let Message::Assistant { calls, kept: Some(kept), .. } = &mut next.messages[1] else {
        panic!("nothing kept")
    };
    calls.clear();
    kept.content["parts"].as_array_mut().unwrap().remove(1);
    next.messages.remove(2);
    model.reply(&next, &mut Heard::default()).await.unwrap();
    let asked = server.asked();
    assert!(asked[1].body.to_string().contains("sealed-1"));
    assert!(
        !asked[2].body.to_string().contains("sealed-1") && !asked[3].body.to_string().contains("sealed-1")
    );
}

#[tokio::test]
async fn why_a_response_ended_is_understood() {
    let refusing =
        [json!({ "type": "response.refusal.delta", "output_index": 0, "delta": "No." }), completed()];
    let (reply, heard, _) = ask(vec![Answer::of(stream(&refusing))]).await;
    assert_eq!((reply.unwrap().ended, heard.as_str()), (Ended::Refused, "No."));
    let incomplete = |reason: &str| {
        json!({ "type": "response.incomplete", "response": { "status": "incomplete",
        "incomplete_details": { "reason": reason }, "output": [] } })
    };
    let cut = [
        added(0, function("fc", "call_1", "gmail__search", "")),
        json!({ "type": "response.function_call_arguments.delta", "output_index": 0, "delta": "{\"que" }),
        incomplete("max_output_tokens"),
    ];
    let reply = ask(vec![Answer::of(stream(&cut))]).await.0.unwrap();
    assert_eq!(reply.ended, Ended::Length);
    assert!(reply.calls[0].args.as_str().unwrap().contains("its arguments break off"));
    let reply = ask(vec![Answer::of(stream(&[incomplete("content_filter")]))]).await.0.unwrap();
    assert_eq!(reply.ended, Ended::Refused);
}

#[tokio::test]
async fn errors_in_a_stream_are_read_nested_and_flat() {
    let nested = json!({ "type": "error", "error": { "type": "insufficient_quota", "code": "insufficient_quota",
        "message": "You exceeded your current quota" } });
    let flat = json!({ "type": "error", "code": "context_length_exceeded",
        "message": "Your input exceeds the context window of this model." });
    let failed = json!({ "type": "response.failed", "response": { "status": "failed",
        "error": { "code": "server_error", "message": "Something broke" } } });
    let error =
        |event: Value| async move { hear_pieces(vec![Bytes::from(stream(&[event]))]).await.0.unwrap_err() };
    assert!(matches!(error(nested).await.error, ModelError::Misconfigured(_)));
    assert!(matches!(error(flat).await.error, ModelError::Unusable(_)));
    let failed = error(failed).await;
    assert!(matches!(failed.error, ModelError::Unavailable { .. }), "{failed:?}");
    assert_eq!(failed.again(), wire::Again::Soon);
}
