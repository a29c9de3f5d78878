//! What is sent, and that its beginning keeps its bytes.

use kernel::{Kept, Message, Request, ToolCall, ToolResult};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{bytes, request};
use crate::anthropic::{Domains, WebSearch};

const MARK: &str = r#","cache_control":{"type":"ephemeral"}"#;

fn assistant(text: &str, calls: &[(&str, Value)]) -> Message {
    let calls = calls
        .iter()
        .map(|(id, args)| ToolCall { id: (*id).into(), tool: "gmail.search".to_owned(), args: args.clone() })
        .collect();
    Message::Assistant { text: text.to_owned(), calls, kept: None }
}

fn results(ids: &[(&str, bool)]) -> Message {
    Message::Results(
        ids.iter()
            .map(|(id, failed)| ToolResult {
                call: (*id).into(),
                words: format!("result of {id}"),
                failed: *failed,
            })
            .collect(),
    )
}

fn user(words: &str) -> Message {
    Message::User(words.to_owned())
}

fn sent(messages: Vec<Message>) -> Value {
    serde_json::from_slice(&written(&request(messages))).unwrap()
}

fn written(request: &Request) -> Vec<u8> {
    bytes("claude-sonnet-4-5", None, request).unwrap()
}

#[test]
fn roles_alternate_with_results_before_words_and_nothing_blank() {
    let body = sent(vec![
        user("one"),
        user("two"),
        assistant("", &[("a", json!({ "query": "x" })), ("b", json!("{\"que"))]),
        results(&[("a", false), ("b", true)]),
        user("three"),
        assistant("  \n", &[]),
        user("four"),
    ]);
    let mark = json!({ "type": "ephemeral" });
    assert_eq!(
        body["messages"],
        json!([
            { "role": "user", "content": [
                { "type": "text", "text": "one" },
                { "type": "text", "text": "two", "cache_control": mark },
            ] },
            { "role": "assistant", "content": [
                { "type": "tool_use", "id": "a", "name": "gmail__search", "input": { "query": "x" } },
                { "type": "tool_use", "id": "b", "name": "gmail__search", "input": { "unreadable": "{\"que" } },
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "a", "content": "result of a" },
                { "type": "tool_result", "tool_use_id": "b", "content": "result of b", "is_error": true },
                { "type": "text", "text": "three" },
                { "type": "text", "text": "four", "cache_control": mark },
            ] },
        ])
    );
    assert_eq!(
        body["system"],
        json!([{ "type": "text", "text": "You are helpful.", "cache_control": mark }])
    );
    assert_eq!(body["tools"][0]["cache_control"], Value::Null);
    assert_eq!(body["tools"][1]["cache_control"], mark);
    assert_eq!(body["tools"][1]["name"], "gmail__read");
}

#[test]
fn the_beginning_of_a_conversation_keeps_its_bytes() {
    let conversation = [
        user("one"),
        assistant("Looking.", &[("a", json!({ "z": 1, "query": "x" }))]),
        results(&[("a", false)]),
        assistant("Found it.", &[]),
        user("two"),
        assistant("", &[("b", json!({})), ("c", json!({}))]),
        results(&[("b", false), ("c", true)]),
        assistant("Done.", &[]),
        user("three"),
    ];
    let turns: Vec<String> = [1, 3, 5, 7, 9]
        .iter()
        .map(|length| String::from_utf8(written(&request(conversation[..*length].to_vec()))).unwrap())
        .collect();
    for pair in turns.windows(2) {
        let unmarked = |body: &str| body.replace(MARK, "");
        let (earlier, later) = (unmarked(&pair[0]), unmarked(&pair[1]));
        let beginning = earlier.strip_suffix("]}").unwrap();
        assert!(later.starts_with(beginning), "\n{earlier}\n{later}");
        // The newest mark of a request stands in the next one too, so that what it cached is found again.
        let (marked, _) = pair[0].rsplit_once(MARK).unwrap();
        assert!(later.starts_with(&unmarked(marked)));
        let position = unmarked(marked).len();
        let kept =
            pair[1].match_indices(MARK).any(|(place, _)| unmarked(&pair[1][..place]).len() == position);
        assert!(kept, "\n{}\n{}", pair[0], pair[1]);
        assert!(pair[1].matches("cache_control").count() <= 4);
    }
}

#[test]
fn nothing_to_say_is_refused_before_it_is_sent() {
    assert!(bytes("claude-sonnet-4-5", None, &request(vec![user("  ")])).is_err());
}

/// One round of a conversation: what we say, and what the model says to it.
fn round() -> impl Strategy<Value = [Message; 2]> {
    let ours = prop_oneof![
        "[a-zé🦀\"\\\\ \n]{1,12}x".prop_map(Message::User),
        proptest::collection::vec(any::<bool>(), 1..3).prop_map(|failed| {
            let ids: Vec<(&str, bool)> = ["a", "b"].into_iter().zip(failed).collect();
            results(&ids)
        }),
    ];
    let kept = proptest::option::of(Just(Kept::new(
        "anthropic",
        json!([
            { "type": "server_tool_use", "id": "s", "name": "web_search", "input": {} },
            { "type": "web_search_tool_result", "tool_use_id": "s", "content": [] },
        ]),
    )));
    let theirs = ("[a-zé ]{0,8}x", any::<bool>(), kept).prop_map(|(text, calls, kept)| {
        let calls = if calls { &[("a", json!({ "z": 1, "a": 2 }))][..] } else { &[] };
        let Message::Assistant { text, calls, .. } = assistant(&text, calls) else { unreachable!() };
        Message::Assistant { text, calls, kept }
    });
    (ours, theirs).prop_map(|(ours, theirs)| [ours, theirs])
}

proptest! {
    /// Whatever was said: each request begins with the one before it, byte for byte but for the marks, of which there are
    /// at most four; and the newest mark of a request stands in the next one too.
    #[test]
    fn a_growing_conversation_is_read_from_the_cache(rounds in proptest::collection::vec(round(), 2..7)) {
        let search = WebSearch { most: 2, domains: Domains::All };
        let messages: Vec<Message> = rounds.into_iter().flatten().collect();
        let turn = |length: usize| {
            let body = bytes("claude-sonnet-4-5", Some(&search), &request(messages[..length].to_vec()));
            String::from_utf8(body.unwrap()).unwrap()
        };
        let unmarked = |body: &str| body.replace(MARK, "");
        for length in (1..messages.len() - 2).step_by(2) {
            let (earlier, later) = (turn(length), turn(length + 2));
            let beginning = unmarked(&earlier);
            let goes_on = unmarked(&later).starts_with(beginning.strip_suffix("]}").unwrap());
            prop_assert!(goes_on, "\n{}\n{}", earlier, later);
            let newest = unmarked(earlier.rsplit_once(MARK).unwrap().0).len();
            let stands = later.match_indices(MARK).any(|(place, _)| unmarked(&later[..place]).len() == newest);
            prop_assert!(stands && later.matches("cache_control").count() <= 4);
        }
    }
}
