//! The wire against a scripted server: as servers speak, as bad ones do, and cut at every byte.

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Model, ModelError};
use kernel::{Blob, Ended, Message, Picture, Reply, Secret, ToolCall, ToolResult};
use serde_json::{Value, json};
use wire::{Address, Patience, WireError};

use super::kept::Owner;
use super::reply::{Answering, hear};
use super::{Dialect, Exchange, OpenAi, Place, Settings};
use crate::Prices;
use crate::anthropic::{Heard, definition, question, request};
use crate::scripted::{Answer, Server};
use crate::stream::{Collector, FailedAttempt, Names};

pub(crate) fn settings(address: &str) -> Settings {
    Settings {
        base: Address::parse("OPENAI_BASE_URL", &format!("{address}/v1/")).unwrap(),
        key: Some(Secret::new("sk-test")),
        exchange: None,
        headers: &[],
        model: "gpt-test".to_owned(),
        entry: None,
        prices: Prices { input: 1_000, output: 2_000, cache_read: 500, cache_write: 0, long: None },
        window: 128_000,
        dialect: Dialect::Usual,
        effort: None,
        patience: Patience {
            tries: 3,
            first: Duration::from_millis(1),
            longest: Duration::from_millis(2),
            total: Duration::from_secs(5),
        },
        begins: Duration::from_secs(5),
        silence: Duration::from_secs(5),
        key_name: "OPENAI_API_KEY".to_owned(),
        base_name: "OPENAI_BASE_URL".to_owned(),
    }
}

async fn ask(answers: Vec<Answer>) -> (Result<Reply, ModelError>, String, Server) {
    let server = Server::start(answers).await;
    let mut heard = Heard::default();
    let reply = OpenAi::new(settings(&server.address)).unwrap().reply(&question(), &mut heard).await;
    (reply, heard.0, server)
}

fn stream(chunks: &[Value]) -> String {
    let data: Vec<String> = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    format!("{}data: [DONE]\n\n", data.concat())
}

#[expect(clippy::needless_pass_by_value, reason = "it is written where it is used")]
fn delta(delta: Value) -> Value {
    json!({ "id": "x", "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
}

fn ended(reason: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] })
}

fn counted() -> Value {
    json!({ "choices": [], "usage": { "prompt_tokens": 1200, "completion_tokens": 50,
        "prompt_tokens_details": { "cached_tokens": 1000 } } })
}

fn saying(words: &str) -> Answer {
    Answer::of(stream(&[delta(json!({ "role": "assistant", "content": words })), ended("stop"), counted()]))
}

fn call(index: u64, id: Option<&str>, name: Option<&str>, arguments: &str) -> Value {
    delta(json!({ "tool_calls": [{ "index": index, "id": id, "type": "function",
        "function": { "name": name, "arguments": arguments } }] }))
}

fn rich() -> Vec<Value> {
    vec![
        delta(json!({ "role": "assistant", "content": "", "refusal": null })),
        delta(json!({ "content": "Grüße, ", "reasoning_content": "hm" })),
        delta(json!({ "content": "日本 🦀" })),
        call(0, Some("call_1"), Some("gmail__search"), ""),
        call(1, Some("call_2"), Some("calendar__list_events"), ""),
        call(0, None, None, "{\"query\": \"é"),
        call(1, None, None, "{\"limit\":"),
        call(0, None, None, "\\n🦀\"}"),
        call(1, None, None, "3}"),
        ended("tool_calls"),
        counted(),
    ]
}

fn check_rich(reply: &Reply, heard: &str) {
    assert_eq!((reply.text.as_str(), heard), ("Grüße, 日本 🦀", "Grüße, 日本 🦀"));
    let calls: Vec<_> =
        reply.calls.iter().map(|call| (call.id.0.as_str(), call.tool.as_str(), call.args.clone())).collect();
    let expected = [
        ("call_1", "gmail.search", json!({ "query": "é\n🦀" })),
        ("call_2", "calendar__list_events", json!({ "limit": 3 })),
    ];
    assert_eq!(calls, expected);
    assert_eq!(reply.ended, Ended::Complete);
}

mod sealed;
mod shapes;

#[tokio::test]
async fn text_calls_usage_and_cost_arrive_over_the_wire() {
    let (reply, heard, server) = ask(vec![Answer::of(stream(&rich()))]).await;
    let reply = reply.unwrap();
    check_rich(&reply, &heard);
    assert_eq!((reply.usage.input, reply.usage.output, reply.usage.cache_read), (200, 50, 1000));
    assert_eq!(reply.usage.cost, 200 + 100 + 500);
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/v1/chat/completions");
    assert_eq!(asked.headers["authorization"], "Bearer sk-test");
    assert_eq!(asked.body["tools"][0]["function"]["name"], "gmail__search");
    assert_eq!(asked.body["messages"][0], json!({ "role": "system", "content": "You are helpful." }));
    assert_eq!((&asked.body["max_tokens"], &asked.body["stream"]), (&json!(1000), &json!(true)));
}

#[tokio::test]
async fn what_a_model_thinks_is_neither_heard_nor_answered() {
    let pieces = ["<thi", "nk>Hm, is it", " Ben?</think>", "\n\nBen", " wrote."]
        .map(|words| delta(json!({ "content": words })));
    let chunks: Vec<Value> = pieces.into_iter().chain([ended("stop")]).collect();
    let (reply, heard, _) = ask(vec![Answer::of(stream(&chunks))]).await;
    assert_eq!((reply.unwrap().text.as_str(), heard.as_str()), ("Ben wrote.", "Ben wrote."));
    let (reply, heard, _) = ask(vec![saying("<think>Hm.</think>\n\n")]).await;
    assert_eq!((reply.unwrap().text.as_str(), heard.as_str()), ("", ""));
    let (reply, ..) = ask(vec![saying("Hm, is it Ben?\n</think>\n\nBen wrote.")]).await;
    assert_eq!(reply.unwrap().text, "Ben wrote.", "the beginning was put into its mouth");
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

#[tokio::test]
async fn a_stream_may_be_cut_anywhere_and_one_that_breaks_off_is_no_reply() {
    let words = stream(&rich());
    for cut in 1..words.len() {
        let (before, after) = words.as_bytes().split_at(cut);
        let (before, after) = (Bytes::copy_from_slice(before), Bytes::copy_from_slice(after));
        let (reply, heard) = hear_pieces(vec![before.clone(), after]).await;
        check_rich(&reply.unwrap(), &heard);
        let (broken, heard) = hear_pieces(vec![before]).await;
        assert!("Grüße, 日本 🦀".starts_with(&heard), "{heard}");
        // Once the reason to end was told, the rest is missed by nobody.
        if let Ok(reply) = broken {
            assert_eq!(reply.calls.len(), 2, "cut at {cut}");
        }
    }
}

#[tokio::test]
async fn servers_that_leave_things_out_are_understood() {
    let odd = vec![
        // No index, an object for the arguments, no id; then a second call of the same kind.
        delta(
            json!({ "tool_calls": [{ "function": { "name": "gmail__search", "arguments": { "query": "a" } } }] }),
        ),
        delta(
            json!({ "tool_calls": [{ "function": { "name": "gmail__search", "arguments": "{\"query\":" } }] }),
        ),
        delta(json!({ "tool_calls": [{ "function": { "arguments": "\"b\"}" } }] })),
        json!({ "choices": [{ "finish_reason": "stop" }], "usage": null }),
    ];
    let (reply, _, _) = ask(vec![Answer::of(stream(&odd))]).await;
    let reply = reply.unwrap();
    let args: Vec<_> = reply.calls.iter().map(|call| call.args["query"].clone()).collect();
    assert_eq!(args, ["a", "b"]);
    assert!(reply.calls[0].id != reply.calls[1].id && reply.calls[0].id.0.starts_with("call_"));
}

#[tokio::test]
async fn the_ways_to_end_are_told_apart() {
    for (reason, wanted) in [
        ("stop", Ended::Complete),
        ("length", Ended::Length),
        ("content_filter", Ended::Refused),
        ("eos", Ended::Complete),
    ] {
        let (reply, ..) =
            ask(vec![Answer::of(stream(&[delta(json!({ "content": "x" })), ended(reason)]))]).await;
        assert_eq!(reply.unwrap().ended, wanted, "{reason}");
    }
}

#[tokio::test]
async fn hostile_streams_are_refused_and_never_panic() {
    for (body, words) in [
        ("data: not json\n\n".to_owned(), "unreadable"),
        ("data: [1,2]\n\n".to_owned(), "unreadable"),
        (
            "data: {\"error\":{\"message\":\"Overloaded\",\"type\":null,\"code\":500}}\n\n".to_owned(),
            "Overloaded",
        ),
        (String::new(), "broke off"),
        ("data: [DONE]\n\n".to_owned(), "broke off"),
    ] {
        let answers = (0..3).map(|_| Answer::of(body.clone())).collect();
        let (reply, heard, _) = ask(answers).await;
        let Err(ModelError::Unavailable { words: told, .. }) = reply else { panic!("{reply:?}") };
        assert!(told.contains(words) && heard.is_empty(), "{told}");
    }
}

#[tokio::test]
async fn a_reply_with_too_many_calls_is_told_as_that_and_not_asked_for_again() {
    let flood: Vec<Value> = (0..300).map(|index| call(index, Some("c"), Some("x"), "{}")).collect();
    let (reply, heard, _) = ask(vec![Answer::of(stream(&flood))]).await;
    let Err(ModelError::Overasked(told)) = reply else { panic!("{reply:?}") };
    assert!(told.contains("256 calls") && heard.is_empty(), "{told}");
}

#[tokio::test]
async fn what_can_be_tried_again_is_and_what_cannot_says_what_to_correct() {
    let (reply, ..) = ask(vec![Answer::refusal(503, "server_error", "Busy"), saying("Hello")]).await;
    assert_eq!(reply.unwrap().text, "Hello");
    for (status, kind, words) in [
        (401, "invalid_request_error", "Check OPENAI_API_KEY"),
        (404, "invalid_request_error", "OPENAI_BASE_URL"),
        (429, "insufficient_quota", "Check the plan"),
    ] {
        let (reply, _, server) = ask(vec![Answer::refusal(status, kind, "No")]).await;
        let Err(ModelError::Misconfigured(told)) = reply else { panic!("{reply:?}") };
        assert!(told.contains(words), "{told}");
        assert_eq!(server.asked().len(), 1);
    }
    let (reply, ..) = ask(vec![Answer::refusal(400, "context_length_exceeded", "Too long")]).await;
    assert!(matches!(reply, Err(ModelError::Unusable(_))), "{reply:?}");
}

#[tokio::test]
async fn what_is_refused_is_too_long_only_where_the_server_says_so() {
    let ask_once =
        async |status: u16, body: &str| ask(vec![Answer::refusing(status, body)]).await.0.unwrap_err();
    let told = ask_once(400, r#"{"error": "the request exceeds the available context size"}"#).await;
    assert!(matches!(told, ModelError::Unusable(_)), "{told:?}");
    let told = ask_once(413, "too much").await;
    assert!(matches!(told, ModelError::Unusable(_)), "{told:?}");
    let told = ask_once(400, r#"{"error": {"message": "gemma:2b does not support tools"}}"#).await;
    let ModelError::Toolless(words) = &told else { panic!("{told:?}") };
    assert!(words.contains("gemma:2b does not support tools. Set text_mode = true"), "{words}");
    for body in [r#"{"message": "Odd"}"#, r#"{"detail": "Odd"}"#, r#"{"error": "Odd"}"#, "Odd"] {
        let told = ask_once(422, body).await;
        let ModelError::Misconfigured(words) = &told else { panic!("{told:?}") };
        assert_eq!(words, "Odd. Check the configured model and OPENAI_BASE_URL.", "{body}");
    }
    let server = Server::start(vec![Answer::refusing(400, r#"{"message": "sk-secret-1 is odd"}"#)]).await;
    let keyed = Settings { key: Some(Secret::new("sk-secret-1")), ..settings(&server.address) };
    let echoed = OpenAi::new(keyed).unwrap().reply(&question(), &mut Heard::default()).await.unwrap_err();
    assert!(echoed.to_string().contains("[removed] is odd"), "{echoed}");
}

#[tokio::test]
async fn words_that_were_heard_are_not_taken_back() {
    let error = json!({ "error": { "message": "Overloaded", "type": "server_error" } });
    let begun = Answer::of(stream(&[delta(json!({ "content": "Hel" })), error]));
    let (reply, heard, server) = ask(vec![begun]).await;
    assert!(matches!(reply, Err(ModelError::Unavailable { .. })), "{reply:?}");
    assert_eq!((heard.as_str(), server.asked().len()), ("Hel", 1));
}

#[tokio::test]
async fn a_conversation_is_told_as_chat_completions_want_it_and_its_beginning_keeps_its_bytes() {
    let call = ToolCall { id: "c1".into(), tool: "gmail.search".to_owned(), args: json!({ "query": "x" }) };
    let unread = ToolCall { id: "c2".into(), tool: "gmail.read".to_owned(), args: json!("{broken") };
    let result = |id: &str| ToolResult { call: id.into(), words: format!("of {id}"), failed: false };
    let picture = Picture { media_type: "image/png".to_owned(), bytes: Blob::new(&[1, 2]) };
    let conversation = vec![
        Message::User("Look".to_owned()),
        Message::Assistant { text: String::new(), calls: vec![call, unread], kept: None },
        Message::Results(vec![result("c1"), result("c2")]),
        Message::Pictures(vec![picture]),
    ];
    let server = Server::start(vec![saying("a"), saying("b")]).await;
    let model = OpenAi::new(Settings { dialect: Dialect::Completion, ..settings(&server.address) }).unwrap();
    let longer: Vec<Message> =
        conversation.iter().cloned().chain([Message::User("More".to_owned())]).collect();
    for messages in [conversation, longer] {
        model.reply(&request(messages), &mut Heard::default()).await.unwrap();
    }
    let asked = server.asked();
    let told = asked[0].body["messages"].as_array().unwrap();
    assert_eq!(told[2]["content"], Value::Null);
    assert_eq!(
        told[2]["tool_calls"][0]["function"],
        json!({ "name": "gmail__search", "arguments": "{\"query\":\"x\"}" })
    );
    assert_eq!(told[2]["tool_calls"][1]["function"]["arguments"], "{\"unreadable\":\"{broken\"}");
    let named = |call: usize| told[2]["tool_calls"][call]["id"].clone();
    assert_eq!(told[3], json!({ "role": "tool", "tool_call_id": named(0), "content": "of c1" }));
    assert_eq!(told[4]["tool_call_id"], named(1));
    assert!(
        named(0) != named(1) && named(0).as_str().unwrap().len() == 9,
        "what Mistral takes, and so all others"
    );
    assert_eq!(told[5]["content"][0]["image_url"]["url"], "data:image/png;base64,AQI=");
    assert_eq!(
        (&asked[0].body["max_completion_tokens"], &asked[0].body["max_tokens"]),
        (&json!(1000), &Value::Null)
    );
    assert_eq!(asked[1].body["messages"].as_array().unwrap()[..told.len()], told[..]);
    assert_eq!(asked[0].body["tools"], asked[1].body["tools"]);
}

/// A server that exchanges keys as long as there are such answers, and then is the model.
async fn exchanging(key: &str, answers: Vec<Answer>) -> (OpenAi, Server) {
    let server = Server::start(answers).await;
    let at = Address::parse("X", &format!("{}/exchange", server.address)).unwrap().url().clone();
    let settings = Settings {
        key: Some(Secret::new(key)),
        exchange: Some(Exchange { at, place: Place::Theirs }),
        headers: crate::Provider::named("copilot").unwrap().headers,
        ..settings(&server.address)
    };
    (OpenAi::new(settings).unwrap(), server)
}

fn exchanged(token: &str, seconds: i64, address: &str) -> Answer {
    let expires_at = jiff::Timestamp::now().as_second() + seconds;
    let body = json!({ "token": token, "expires_at": expires_at, "endpoints": { "api": address } });
    Answer::refusing(200, &body.to_string())
}

fn shown(server: &Server) -> Vec<(String, String)> {
    let shown = server.asked().into_iter().map(|asked| {
        assert_eq!(asked.headers["editor-version"], "vscode/1.104.1");
        assert_eq!(asked.headers["copilot-integration-id"], "vscode-chat");
        (asked.path.clone(), asked.headers["authorization"].to_str().unwrap().to_owned())
    });
    shown.collect()
}

#[tokio::test]
async fn a_key_that_has_to_be_is_exchanged_once_while_it_is_good_and_leads_to_the_model() {
    let elsewhere = Server::start(vec![saying("one"), saying("two")]).await;
    let answers = vec![exchanged("tid=1", 1_500, &elsewhere.address)];
    let (model, server) = exchanging("ghu_x", answers).await;
    for words in ["one", "two"] {
        assert_eq!(model.reply(&question(), &mut Heard::default()).await.unwrap().text, words);
    }
    assert_eq!(shown(&server), [("/exchange".to_owned(), "Bearer ghu_x".to_owned())]);
    let asked = ("/chat/completions".to_owned(), "Bearer tid=1".to_owned());
    assert_eq!(shown(&elsewhere), [asked.clone(), asked]);
}

#[tokio::test]
async fn a_key_that_is_about_to_end_or_was_refused_is_exchanged_anew() {
    let elsewhere = Server::start(vec![saying("one"), Answer::refusing(401, "{}"), saying("two")]).await;
    let exchange = |token: &str, seconds: i64| exchanged(token, seconds, &elsewhere.address);
    let (model, server) =
        exchanging("ghu_x", vec![exchange("t1", 60), exchange("t2", 1_500), exchange("t3", 1_500)]).await;
    let mut heard = Heard::default();
    assert_eq!(model.reply(&question(), &mut heard).await.unwrap().text, "one");
    let refused = model.reply(&question(), &mut heard).await;
    assert!(matches!(refused, Err(ModelError::Misconfigured(_))), "{refused:?}");
    assert_eq!(model.reply(&question(), &mut heard).await.unwrap().text, "two");
    assert_eq!(shown(&server).len(), 3);
    let keys: Vec<String> = shown(&elsewhere).into_iter().map(|(_, key)| key).collect();
    assert_eq!(keys, ["Bearer t1", "Bearer t2", "Bearer t3"]);
}

#[tokio::test]
async fn a_key_that_nobody_exchanges_is_used_as_it_is_and_a_refused_one_is_named() {
    let (model, server) = exchanging("gho_x", vec![Answer::refusing(404, "{}"), saying("Hello")]).await;
    assert_eq!(model.reply(&question(), &mut Heard::default()).await.unwrap().text, "Hello");
    assert_eq!(shown(&server)[1], ("/v1/chat/completions".to_owned(), "Bearer gho_x".to_owned()));

    let (model, server) = exchanging("tid=already", vec![saying("Hello")]).await;
    assert_eq!(model.reply(&question(), &mut Heard::default()).await.unwrap().text, "Hello");
    assert_eq!(shown(&server)[0], ("/v1/chat/completions".to_owned(), "Bearer tid=already".to_owned()));

    let refusal = Answer::refusing(401, r#"{"message": "Bad credentials"}"#);
    let (model, _server) = exchanging("ghu_x", vec![refusal]).await;
    let refused = model.reply(&question(), &mut Heard::default()).await;
    let Err(ModelError::Misconfigured(words)) = &refused else { panic!("{refused:?}") };
    assert!(words.contains("Bad credentials. Check OPENAI_API_KEY"), "{words}");
}
