//! What comes back.

use bytes::Bytes;
use kernel::ports::ModelError;
use kernel::{Ended, Label, Reply, Usage};
use serde_json::{Value, json};
use wire::WireError;

use super::said::{
    answer, begun, block_ended, call_begun, ended, input, ping, saying, stream, text, text_begun,
};
use super::{Heard, ask, definition};
use crate::anthropic::draft::{AskedFor, Told};
use crate::anthropic::reply::hear;
use crate::stream::{Collector, FailedAttempt};

async fn hear_pieces(pieces: Vec<Bytes>) -> (Result<Told, FailedAttempt>, String) {
    let mut heard = Heard::default();
    let pieces = futures_util::stream::iter(pieces.into_iter().map(Ok::<_, WireError>));
    let tools = [definition("gmail.search")];
    let asked = AskedFor { tools: &tools, has_spoken: false, shows_updates: false };
    let reply = hear(pieces, &asked, &mut Collector::new(&mut heard)).await;
    (reply, heard.0)
}

fn rich() -> Vec<Value> {
    let [delta, stop] = ended("tool_use");
    vec![
        begun(),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "thinking", "thinking": "" } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "thinking_delta", "thinking": "hm" } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "signature_delta", "signature": "x" } }),
        block_ended(0),
        ping(),
        text_begun(1),
        text(1, "Grüße, "),
        text(1, "日本 🦀"),
        block_ended(1),
        json!({ "type": "a_kind_of_next_year", "novel": [1, 2] }),
        call_begun(2, "toolu_1", "gmail__search"),
        call_begun(3, "toolu_2", "calendar__list_events"),
        input(2, ""),
        input(2, "{\"query\": \"é"),
        input(3, "{\"limit\":"),
        input(2, "\\n🦀\"}"),
        input(3, "3}"),
        block_ended(2),
        block_ended(3),
        call_begun(4, "toolu_3", "gmail__search"),
        block_ended(4),
        delta,
        stop,
    ]
}

fn check_rich(reply: &Told, heard: &str) {
    assert_eq!(reply.text, "Grüße, 日本 🦀");
    assert_eq!(heard, reply.text);
    let calls: Vec<_> =
        reply.calls.iter().map(|call| (call.id.0.as_str(), call.tool.as_str(), call.args.clone())).collect();
    assert_eq!(
        calls,
        [
            ("toolu_1", "gmail.search", json!({ "query": "é\n🦀" })),
            ("toolu_2", "calendar__list_events", json!({ "limit": 3 })),
            ("toolu_3", "gmail.search", json!({})),
        ]
    );
    assert_eq!(reply.ended, Ended::Complete);
}

/// A reply, as far as it can be compared with what was told.
fn told(reply: &Reply) -> Told {
    let Reply { text, calls, ended, .. } = reply.clone();
    Told { text, calls, ended, ..Told::default() }
}

#[tokio::test]
async fn a_stream_cut_at_any_byte_is_the_same_stream() {
    let whole = Bytes::from(stream(&rich()));
    for cut in 0..=whole.len() {
        let (reply, heard) = hear_pieces(vec![whole.slice(..cut), whole.slice(cut..)]).await;
        check_rich(&reply.unwrap(), &heard);
    }
    let bytes = (0..whole.len()).map(|place| whole.slice(place..=place)).collect();
    let (reply, heard) = hear_pieces(bytes).await;
    check_rich(&reply.unwrap(), &heard);
}

#[tokio::test]
async fn a_stream_that_ends_anywhere_before_its_end_is_a_failure() {
    let whole = Bytes::from(stream(&rich()));
    for cut in (0..whole.len()).step_by(7) {
        assert!(hear_pieces(vec![whole.slice(..cut)]).await.0.is_err(), "cut at {cut}");
    }
}

#[tokio::test]
async fn text_calls_usage_and_cost_arrive_over_the_wire() {
    let (reply, heard, server) = ask(vec![answer(&rich())]).await;
    let reply = reply.unwrap();
    check_rich(&told(&reply), &heard);
    assert_eq!(reply.model, "claude-sonnet-4-5");
    let thinking = json!({ "type": "thinking", "thinking": "hm", "signature": "x" });
    assert_eq!(reply.kept.as_ref().unwrap().content["blocks"][0], thinking);
    assert_eq!(reply.read, Label::trusted());
    // 100 × 3 + 50 × 15 + 1000 × 0.3 + 200 × 3.75 millionths
    let usage = Usage { input: 100, output: 50, cache_read: 1000, cache_write: 200, cost: 2100 };
    assert_eq!(reply.usage, usage);

    let asked = server.asked().remove(0);
    assert_eq!(asked.path, "/v1/messages");
    assert_eq!(asked.headers["x-api-key"], "sk-test");
    assert_eq!(asked.headers["anthropic-version"], "2023-06-01");
    assert_eq!(asked.body["stream"], true);
}

#[tokio::test]
async fn arguments_that_are_no_json_are_told_as_what_was_wrong_with_them() {
    let [delta, stop] = ended("max_tokens");
    let events =
        [begun(), call_begun(0, "toolu_1", "gmail__search"), input(0, "{\"query\": \"bud"), delta, stop];
    let reply = hear_pieces(vec![Bytes::from(stream(&events))]).await.0.unwrap();
    let told = reply.calls[0].args.as_str().unwrap();
    assert!(told.contains("its arguments break off") && told.ends_with("{\"query\": \"bud"), "{told}");
    assert_eq!(reply.ended, Ended::Length);
}

#[tokio::test]
async fn a_reply_with_too_many_calls_is_told_as_that() {
    let calls = (0..=256).map(|index| call_begun(index, &format!("toolu_{index}"), "gmail__search"));
    let events: Vec<Value> = [begun()].into_iter().chain(calls).collect();
    let missed = hear_pieces(vec![Bytes::from(stream(&events))]).await.0.unwrap_err();
    assert!(matches!(missed.error, ModelError::Overasked(_)), "{missed:?}");
}

#[tokio::test]
async fn a_refusal_is_told_from_an_answer() {
    let [delta, stop] = ended("refusal");
    let reply = hear_pieces(vec![Bytes::from(stream(&[begun(), delta, stop]))]).await.0.unwrap();
    assert_eq!(reply.ended, Ended::Refused);
}

#[tokio::test]
async fn a_second_text_begins_a_new_paragraph() {
    let [delta, stop] = ended("end_turn");
    let events = [begun(), text_begun(0), text(0, "One."), text_begun(1), text(1, "Two."), delta, stop];
    let (reply, heard) = hear_pieces(vec![Bytes::from(stream(&events))]).await;
    assert_eq!(reply.unwrap().text, "One.\n\nTwo.");
    assert_eq!(heard, "One.\n\nTwo.");
}

#[tokio::test]
async fn a_large_piece_is_taken_and_an_endless_one_is_not() {
    let large = "x".repeat(1_000_000);
    let (reply, heard, _) = ask(vec![saying(&large)]).await;
    assert_eq!(reply.unwrap().text.len(), large.len());
    assert_eq!(heard.len(), large.len());

    let piece = Bytes::from(vec![b'x'; 1024 * 1024]);
    let missed = hear_pieces(vec![piece; 20]).await.0.unwrap_err();
    assert!(missed.error.to_string().contains("larger than"), "{}", missed.error);
    assert_eq!(missed.again(), wire::Again::No);
}
