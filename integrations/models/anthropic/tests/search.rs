//! The provider's own search: what it brings goes back as it came, and is known to be strangers'.

use kernel::ports::Model;
use kernel::{Integrity, Kept, Label, Message, Readers, Reply, Request, ToolCall, ToolResult};
use serde_json::{Value, json};
use wire::Address;

use super::said::{answer, begun, block_ended, call_begun, ended, input, saying, text, text_begun};
use super::{Heard, bytes, question, request, settings};
use crate::anthropic::{Anthropic, Domains, Settings, WebSearch};
use crate::scripted::{Answer, Server};

fn search() -> WebSearch {
    WebSearch { most: 3, domains: Domains::Only(vec!["harbour.example".to_owned()]) }
}

fn searching(server: &Server) -> Anthropic {
    let base = Address::parse("ANTHROPIC_BASE_URL", &server.address).unwrap();
    Anthropic::new(Settings { search: Some(search()), ..settings(base) }).unwrap()
}

async fn ask(answers: Vec<Answer>) -> (Reply, String, Vec<Value>) {
    let server = Server::start(answers).await;
    let mut heard = Heard::default();
    let reply = searching(&server).reply(&question(), &mut heard).await.unwrap();
    (reply, heard.0, server.asked().into_iter().map(|asked| asked.body).collect())
}

fn search_begun(index: u64, id: &str) -> Value {
    json!({ "type": "content_block_start", "index": index,
        "content_block": { "type": "server_tool_use", "id": id, "name": "web_search", "input": {} } })
}

fn brought(index: u64, id: &str, content: &Value) -> Value {
    json!({ "type": "content_block_start", "index": index,
        "content_block": { "type": "web_search_tool_result", "tool_use_id": id, "content": content } })
}

fn pages() -> Value {
    json!([
        { "type": "web_search_result", "url": "https://harbour.example/boats", "title": "Boats", "encrypted_content": "sealed-1", "page_age": null },
        { "type": "web_search_result", "url": "https://harbour.example/times", "title": "Times", "encrypted_content": "sealed-2" },
    ])
}

fn citation() -> Value {
    json!({ "type": "web_search_result_location", "url": "https://harbour.example/boats", "encrypted_index": "sealed-3", "cited_text": "at nine" })
}

/// A search, and an answer whose middle has a source.
fn found() -> Vec<Value> {
    let cited = json!({ "type": "content_block_delta", "index": 4, "delta": { "type": "citations_delta", "citation": citation() } });
    let mut events = vec![
        begun(),
        text_begun(0),
        text(0, "I look."),
        block_ended(0),
        search_begun(1, "srv_1"),
        input(1, "{\"query\": \"bo"),
        input(1, "ats\"}"),
        block_ended(1),
        brought(2, "srv_1", &pages()),
        block_ended(2),
        text_begun(3),
        text(3, "It leaves "),
        block_ended(3),
        text_begun(4),
        cited,
        text(4, "at nine"),
        block_ended(4),
        text_begun(5),
        text(5, "."),
        block_ended(5),
    ];
    events.extend(ending("end_turn", 1));
    events
}

fn ending(reason: &str, searches: u64) -> [Value; 2] {
    let [mut delta, stop] = ended(reason);
    delta["usage"]["server_tool_use"] = json!({ "web_search_requests": searches });
    [delta, stop]
}

fn content() -> Value {
    json!([
        { "type": "text", "text": "I look." },
        { "type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": { "query": "boats" } },
        { "type": "web_search_tool_result", "tool_use_id": "srv_1", "content": pages() },
        { "type": "text", "text": "It leaves " },
        { "type": "text", "text": "at nine", "citations": [citation()] },
        { "type": "text", "text": "." },
    ])
}

#[tokio::test]
async fn what_was_found_is_on_the_label_of_the_reply_and_kept_as_it_came() {
    let (reply, heard, asked) = ask(vec![answer(&found())]).await;
    assert_eq!(
        (reply.text.as_str(), heard.as_str()),
        ("I look.\n\nIt leaves at nine.", "I look.\n\nIt leaves at nine.")
    );
    let kept = reply.kept.as_ref().unwrap();
    assert_eq!((kept.by.as_str(), &kept.content["blocks"]), ("anthropic", &content()));
    let what: Vec<&str> = reply.read.sources.iter().map(|source| source.what.as_str()).collect();
    assert_eq!(what, ["web page https://harbour.example/boats", "web page https://harbour.example/times"]);
    assert!(reply.read.sources.iter().all(|source| source.through == "web.search"));
    assert_eq!((reply.read.integrity, &reply.read.readers), (Integrity::External, &Readers::Everybody));
    // The tokens, and a cent for the search.
    assert_eq!(reply.usage.cost, 2_100 + 10_000);
    let tools = asked[0]["tools"].as_array().unwrap();
    assert_eq!(
        tools.last().unwrap(),
        &json!({ "type": "web_search_20250305", "name": "web_search", "max_uses": 3,
            "allowed_domains": ["harbour.example"], "cache_control": { "type": "ephemeral" } })
    );
    let marked = tools.iter().filter(|tool| !tool["cache_control"].is_null()).count();
    assert_eq!(marked, 1);
}

fn after(reply: &Reply) -> Request {
    let call = ToolCall { id: "c1".into(), tool: "gmail.search".to_owned(), args: json!({}) };
    let result = ToolResult { call: "c1".into(), words: "none".to_owned(), failed: false };
    request(vec![
        Message::User("What's new?".to_owned()),
        Message::Assistant { text: reply.text.clone(), calls: vec![call], kept: reply.kept.clone() },
        Message::Results(vec![result]),
    ])
}

#[tokio::test]
async fn what_was_found_goes_back_only_to_whoever_found_it() {
    let (reply, ..) = ask(vec![answer(&found())]).await;
    let said = |search: Option<&WebSearch>, request: &Request| -> Value {
        let body: Value = serde_json::from_slice(&bytes("m", search, request).unwrap()).unwrap();
        body["messages"][1]["content"].clone()
    };
    let used = json!({ "type": "tool_use", "id": "c1", "name": "gmail__search", "input": {} });
    let mut whole = content().as_array().unwrap().clone();
    whole.push(used.clone());
    assert_eq!(said(Some(&search()), &after(&reply)), Value::Array(whole));
    // Earlier versions kept the blocks alone.
    let alone = Kept::new("anthropic", content());
    let before = Reply { kept: Some(alone), ..reply.clone() };
    assert_eq!(said(Some(&search()), &after(&before)), said(Some(&search()), &after(&reply)));
    // Whoever may not search, and whoever else kept something, is told the words.
    let words = json!([{ "type": "text", "text": reply.text }, used]);
    assert_eq!(said(None, &after(&reply)), words);
    let others = Kept::new("somebody else", json!([{ "secret": 1 }]));
    assert_eq!(said(Some(&search()), &after(&Reply { kept: Some(others), ..reply.clone() })), words);
}

#[tokio::test]
async fn who_is_offered_nothing_is_not_offered_a_search_either() {
    let server = Server::start(vec![saying("In short: boats.")]).await;
    let request = Request { tools: [].into(), ..question() };
    searching(&server).reply(&request, &mut Heard::default()).await.unwrap();
    assert_eq!(server.asked()[0].body["tools"], Value::Null);
}

#[tokio::test]
async fn the_beginning_keeps_its_bytes_with_a_search_in_it() {
    let (reply, ..) = ask(vec![answer(&found())]).await;
    let conversation = after(&reply).messages;
    let written = |length: usize| {
        let body = bytes("m", Some(&search()), &request(conversation[..length].to_vec())).unwrap();
        String::from_utf8(body).unwrap().replace(r#","cache_control":{"type":"ephemeral"}"#, "")
    };
    assert!(written(3).starts_with(written(1).strip_suffix("]}").unwrap()));
}

#[tokio::test]
async fn a_reply_in_parts_is_asked_for_to_its_end() {
    let mut first = found()[..10].to_vec();
    first.extend([search_begun(3, "srv_2"), input(3, "{\"query\": \"more\"}"), block_ended(3)]);
    first.extend(ending("pause_turn", 1));
    let mut second = vec![begun(), brought(0, "srv_2", &json!([])), text_begun(1), text(1, "At nine.")];
    second.extend(ending("end_turn", 1));
    let (reply, heard, asked) = ask(vec![answer(&first), answer(&second)]).await;
    assert_eq!((reply.text.as_str(), heard.as_str()), ("I look.\n\nAt nine.", "I look.\n\nAt nine."));
    let last = asked[1]["messages"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["role"], last["content"].as_array().unwrap().len()), (&json!("assistant"), 4));
    assert_eq!(last["content"][3]["input"], json!({ "query": "more" }));
    assert_eq!(reply.kept.unwrap().content["blocks"].as_array().unwrap().len(), 6);
    assert_eq!((reply.usage.output, reply.read.sources.len()), (100, 2));
}

#[tokio::test]
async fn a_reply_that_only_pauses_ends_and_no_search_without_a_result_is_kept() {
    let mut pausing = vec![begun(), search_begun(0, "srv_1"), input(0, "{\"query\": \"x\"}"), block_ended(0)];
    pausing.extend(ending("pause_turn", 1));
    let (reply, _, asked) = ask((0..5).map(|_| answer(&pausing)).collect()).await;
    assert_eq!((asked.len(), reply.kept, reply.read), (5, None, Label::trusted()));
}

#[tokio::test]
async fn a_search_that_failed_has_read_nothing_and_one_that_is_not_understood_has() {
    for (content, read) in [
        (json!({ "type": "web_search_tool_result_error", "error_code": "max_uses_exceeded" }), false),
        (json!([]), false),
        (json!([{ "type": "of next year", "words": "x" }]), true),
        (json!("of next year"), true),
        (json!([{ "url": "x".repeat(1_000), "title": "long" }]), true),
    ] {
        let mut events = vec![begun(), search_begun(0, "s"), brought(1, "s", &content)];
        events.extend(ending("end_turn", 1));
        let (reply, ..) = ask(vec![answer(&events)]).await;
        assert_eq!(reply.read.has_a_strangers_words(), read, "{content}");
        assert!(reply.read.sources.iter().all(|source| source.what.len() < 600));
        assert_eq!(reply.kept.unwrap().content["blocks"][1]["content"], content);
    }
}

#[tokio::test]
async fn a_call_beside_a_search_is_kept_in_its_place() {
    let mut events = found();
    events.truncate(20);
    events.extend([call_begun(6, "toolu_1", "gmail__search"), input(6, "{}"), block_ended(6)]);
    events.extend(ending("tool_use", 1));
    let (reply, ..) = ask(vec![answer(&events)]).await;
    assert_eq!(reply.calls.len(), 1);
    let mut blocks = content().as_array().unwrap().clone();
    blocks.push(json!({ "type": "tool_use", "id": "toolu_1", "name": "gmail__search", "input": {} }));
    assert_eq!(reply.kept.unwrap().content["blocks"], Value::Array(blocks));
}

#[tokio::test]
async fn who_is_not_to_search_is_offered_no_search() {
    let server = Server::start(vec![saying("Hello")]).await;
    super::model(&server).reply(&question(), &mut Heard::default()).await.unwrap();
    let tools = server.asked()[0].body["tools"].clone();
    assert!(!tools.to_string().contains("web_search"), "{tools}");
    let eager = |tool: &Value| tool["eager_input_streaming"] == true;
    assert!(tools.as_array().unwrap().iter().all(eager), "arguments come as they are written");
}
