//! What the Messages API says in a stream.

use serde_json::{Value, json};

use crate::scripted::Answer;

pub(crate) fn answer(events: &[Value]) -> Answer {
    Answer::of(stream(events))
}

/// Events as they travel.
pub(crate) fn stream(events: &[Value]) -> String {
    let written = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    events.iter().map(written).collect::<Vec<_>>().concat()
}

pub(crate) fn begun() -> Value {
    json!({ "type": "message_start", "message": { "id": "m", "role": "assistant", "content": [], "usage": {
        "input_tokens": 100, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 200, "output_tokens": 1 } } })
}

pub(crate) fn text_begun(index: u64) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": { "type": "text", "text": "" } })
}

pub(crate) fn text(index: u64, words: &str) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": { "type": "text_delta", "text": words } })
}

pub(crate) fn call_begun(index: u64, id: &str, name: &str) -> Value {
    json!({ "type": "content_block_start", "index": index,
        "content_block": { "type": "tool_use", "id": id, "name": name, "input": {} } })
}

pub(crate) fn input(index: u64, json: &str) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": { "type": "input_json_delta", "partial_json": json } })
}

pub(crate) fn block_ended(index: u64) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

pub(crate) fn ended(reason: &str) -> [Value; 2] {
    [
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 50 } }),
        json!({ "type": "message_stop" }),
    ]
}

pub(crate) fn ping() -> Value {
    json!({ "type": "ping" })
}

/// A whole short answer.
pub(crate) fn saying(words: &str) -> Answer {
    let [delta, stop] = ended("end_turn");
    answer(&[begun(), text_begun(0), text(0, words), block_ended(0), delta, stop])
}
