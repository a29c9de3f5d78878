//! What servers send that is not quite as it was defined.

use super::*;

fn said(reply: &Reply) -> (&str, Vec<(&str, Value)>) {
    let calls = reply.calls.iter().map(|call| (call.tool.as_str(), call.args.clone()));
    (reply.text.as_str(), calls.collect())
}

async fn answered(chunks: &[Value]) -> Reply {
    ask(vec![Answer::of(stream(chunks))]).await.0.unwrap()
}

#[tokio::test]
async fn words_may_come_as_a_list_of_parts() {
    let parts = json!([{ "type": "thinking", "thinking": [] }, { "type": "text", "text": "Ben" }]);
    let chunks = [delta(json!({ "content": parts })), delta(json!({ "content": " wrote." })), ended("stop")];
    assert_eq!(said(&answered(&chunks).await), ("Ben wrote.", Vec::new()));
}

#[tokio::test]
async fn whoever_is_done_need_not_say_why_but_must_have_said_something() {
    let reply = answered(&[delta(json!({ "content": "Ben wrote." }))]).await;
    assert_eq!((said(&reply), reply.ended), (("Ben wrote.", Vec::new()), Ended::Complete));
    let silent = || Answer::of(stream(&[delta(json!({ "role": "assistant" }))]));
    let (reply, ..) = ask(vec![silent(), silent(), silent()]).await;
    assert!(matches!(reply, Err(ModelError::Unavailable { .. })), "{reply:?}");
}

#[tokio::test]
async fn an_answer_may_come_as_a_whole() {
    let called = json!({ "id": "call_1", "type": "function",
        "function": { "name": "gmail__search", "arguments": "{\"query\": \"ben\"}" } });
    let whole = json!({ "object": "chat.completion", "usage": { "prompt_tokens": 7, "completion_tokens": 2 },
        "choices": [{ "index": 0, "finish_reason": "tool_calls",
            "message": { "role": "assistant", "content": "I look.", "tool_calls": [called] } }] });
    let (reply, heard, _) = ask(vec![Answer::refusing(200, &whole.to_string())]).await;
    let reply = reply.unwrap();
    assert_eq!(said(&reply), ("I look.", vec![("gmail.search", json!({ "query": "ben" }))]));
    assert_eq!((heard.as_str(), reply.usage.input), ("I look.", 7));
}

#[tokio::test]
async fn a_name_may_come_in_pieces_or_again_and_again() {
    let expected = ("", vec![("gmail.search", json!({ "query": "ben" }))]);
    let in_pieces = [
        call(0, Some("c"), Some("gmail"), ""),
        call(0, None, Some("__search"), ""),
        call(0, None, None, "{\"query\": \"ben\"}"),
        ended("tool_calls"),
    ];
    assert_eq!(said(&answered(&in_pieces).await), expected);
    let again = [
        call(0, Some("c"), Some("gmail__search"), ""),
        call(0, Some("c"), Some("gmail__search"), "{\"query\":"),
        call(0, Some("c"), Some("gmail__search"), " \"ben\"}"),
        ended("tool_calls"),
    ];
    assert_eq!(said(&answered(&again).await), expected);
}

#[tokio::test]
async fn a_piece_without_place_and_with_an_empty_name_goes_on_with_the_last_call() {
    let piece = |name: &str, arguments: &str| {
        delta(json!({ "tool_calls": [{ "function": { "name": name, "arguments": arguments } }] }))
    };
    let chunks = [piece("gmail__search", "{\"query\":"), piece("", " \"ben\"}"), ended("tool_calls")];
    assert_eq!(said(&answered(&chunks).await), ("", vec![("gmail.search", json!({ "query": "ben" }))]));
}
