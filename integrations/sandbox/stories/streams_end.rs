//! How streams end by other hands: after five minutes by themselves, and when somebody presses Stop.

use serde_json::json;

use super::{
    client::Outside,
    streaming::{asked, said, start},
};

#[tokio::test]
async fn after_its_time_a_stream_takes_no_more_and_an_update_makes_it_whole() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let ts = start(&outside, &begun, json!({"markdown_text": "half"})).await["ts"].clone();
    let update = |text: &str| json!({"channel": begun.channel, "ts": ts, "text": text});
    assert_eq!(outside.api("chat.update", update("whole")).await["error"], "streaming_state_conflict");
    let gone = outside.api("chat.delete", json!({"channel": begun.channel, "ts": ts})).await;
    assert_eq!(gone["error"], "cant_delete_message");
    outside.post("/slack/timing", json!({"ack_ms": 3000, "retry_ms": [], "stream_ms": 0})).await;
    let streams = outside.until("/slack/streams", |shown| shown["streams"][0]["state"] == "errored").await;
    assert_eq!(streams["streams"][0]["markdown"], "half");
    for method in ["chat.appendStream", "chat.stopStream"] {
        let refused = said(&outside, method, (&begun, &ts), json!({"markdown_text": "more"})).await;
        assert_eq!(refused["error"], "message_not_in_streaming_state", "{method}");
    }
    let messages = outside.get("/slack/messages?channel=dm:ana").await;
    assert_eq!(messages["messages"][1]["streaming_state"], "errored");
    let mended = outside.api("chat.update", update("whole")).await;
    assert_eq!(mended["text"], "whole");
    let messages = outside.get("/slack/messages?channel=dm:ana").await;
    assert_eq!(messages["messages"][1]["streaming_state"], "completed");
}

#[tokio::test]
async fn a_test_may_end_one_stream_and_leave_the_others() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let first = start(&outside, &begun, json!({"markdown_text": "one"})).await["ts"].clone();
    let second = start(&outside, &begun, json!({"markdown_text": "two"})).await["ts"].clone();
    let ended = outside.post("/slack/streams/end", json!({"ts": first})).await;
    assert_eq!(ended["streams"][0]["state"], "errored");
    assert_eq!(outside.try_post("/slack/streams/end", json!({"ts": first})).await.status, 404);
    let more = json!({"markdown_text": "!"});
    assert_eq!(said(&outside, "chat.appendStream", (&begun, &second), more).await["ok"], true);
}

#[tokio::test]
async fn stop_ends_the_streams_of_the_thread_and_leaves_the_session_as_it_is() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let begun = asked(&outside).await;
    let session =
        |status: &str| json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": status});
    outside.api("agents.sessions.setStatus", session("processing")).await;
    let ts = start(&outside, &begun, json!({"markdown_text": "half"})).await["ts"].clone();
    let press = json!({"person": "ana", "channel": "dm", "thread_ts": begun.thread});
    assert_eq!(outside.try_post("/slack/stop", press).await.status, 200);
    let stopped = loop {
        let event = socket.take().await["payload"]["event"].clone();
        if event["type"] == "agent_session_stopped" {
            break event;
        }
    };
    assert_eq!(stopped["streaming_message_ts"], json!([ts]));
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["session"], "processing");
    for method in ["chat.appendStream", "chat.stopStream"] {
        let refused = said(&outside, method, (&begun, &ts), json!({"markdown_text": "more"})).await;
        assert_eq!(refused["error"], "stopped_by_user", "{method}");
    }
    assert_eq!(outside.api("agents.sessions.setStatus", session("active")).await["status"], "active");
}

#[tokio::test]
async fn the_app_may_move_its_session_on_as_it_stops() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let session = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": "processing"});
    outside.api("agents.sessions.setStatus", session).await;
    let ts = start(&outside, &begun, json!({"markdown_text": "May I?"})).await["ts"].clone();
    let wrong = said(&outside, "chat.stopStream", (&begun, &ts), json!({"session_status": "waiting"})).await;
    assert_eq!(wrong["error"], "invalid_arguments");
    let stopped =
        said(&outside, "chat.stopStream", (&begun, &ts), json!({"session_status": "suspended"})).await;
    assert_eq!(stopped["ok"], true);
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["session"], "suspended");
}

#[tokio::test]
async fn a_stream_outlives_a_restart_and_not_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let outside = Outside::with_state(Some(state.clone())).await;
    let begun = asked(&outside).await;
    let ts = start(&outside, &begun, json!({"markdown_text": "half"})).await["ts"].clone();
    outside.sandbox.stop().await.unwrap();
    let again = Outside::with_state(Some(state)).await;
    let more = json!({"markdown_text": " and whole"});
    assert_eq!(said(&again, "chat.appendStream", (&begun, &ts), more).await["ok"], true);
    assert_eq!(again.get("/slack/streams").await["streams"][0]["markdown"], "half and whole");
}
