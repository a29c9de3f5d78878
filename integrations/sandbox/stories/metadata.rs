//! What a message carries for programs: put, left, taken away, and too large.

use serde_json::{Value, json};

use super::client::Outside;

async fn carried(outside: &Outside, posted: &Value) -> Value {
    let all = json!({"channel": posted["channel"], "include_all_metadata": true});
    outside.api("conversations.history", all).await["messages"][0]["metadata"].clone()
}

#[tokio::test]
async fn an_update_leaves_metadata_replaces_it_or_takes_it_away() {
    let outside = Outside::new().await;
    let metadata = |n: u8| json!({"event_type": "n", "event_payload": {"n": n}});
    let post = json!({"channel": "general", "text": "x", "metadata": metadata(1)});
    let posted = outside.api("chat.postMessage", post).await;
    let update = async |more: Value| {
        let mut call = json!({"channel": posted["channel"], "ts": posted["ts"]});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        outside.api("chat.update", call).await
    };
    assert_eq!(update(json!({"text": "y"})).await["ok"], true);
    assert_eq!(carried(&outside, &posted).await, metadata(1), "left");
    assert_eq!(update(json!({"metadata": metadata(2)})).await["ok"], true);
    assert_eq!(carried(&outside, &posted).await, metadata(2), "replaced");
    let removed = update(json!({"metadata": {}})).await;
    assert_eq!((&removed["ok"], &removed["text"]), (&json!(true), &json!("y")));
    assert_eq!(carried(&outside, &posted).await, Value::Null, "taken away");
    assert_eq!(update(json!({})).await["error"], "no_text", "nothing at all is no update");
}

#[tokio::test]
async fn metadata_has_a_size_and_an_app_speaks_as_nobody_else() {
    let outside = Outside::new().await;
    let post = |size: usize| json!({"channel": "general", "text": "x", "metadata": {"event_type": "n", "event_payload": {"n": "x".repeat(size)}}});
    assert_eq!(outside.api("chat.postMessage", post(16_000)).await["ok"], true);
    assert_eq!(outside.api("chat.postMessage", post(16_384)).await["error"], "metadata_too_large");
    let as_user = |flag: bool| json!({"channel": "general", "text": "x", "as_user": flag});
    assert_eq!(outside.api("chat.postMessage", as_user(true)).await["error"], "as_user_not_supported");
    assert_eq!(outside.api("chat.postMessage", as_user(false)).await["ok"], true);
}
