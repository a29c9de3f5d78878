//! Buttons, ephemeral messages, response URLs, Stop and commands.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

fn card() -> Value {
    let button = |action: &str, words: &str| json!({"type": "button", "action_id": action, "value": "v-1", "text": {"type": "plain_text", "text": words}});
    json!([{"type": "actions", "block_id": "b", "elements": [button("approve", "Approve"), button("deny", "Deny")]}])
}

async fn interaction(socket: &mut Socket) -> Value {
    loop {
        let envelope = socket.take().await;
        if envelope["type"] == "interactive" {
            return envelope["payload"].clone();
        }
    }
}

#[tokio::test]
async fn a_double_click_is_two_interactions_in_slacks_full_shape() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let root = outside.api("chat.postMessage", json!({"channel": "general", "text": "root"})).await;
    let post = json!({"channel": "general", "text": "Send?", "thread_ts": root["ts"], "blocks": card()});
    let posted = outside.api("chat.postMessage", post).await;
    let click =
        json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": "Approve", "times": 2});
    let clicked = outside.post("/slack/click", click).await;
    let (first, second) = (interaction(&mut socket).await, interaction(&mut socket).await);
    assert_eq!(first, clicked["payloads"][0]);
    assert_ne!(first["trigger_id"], second["trigger_id"]);
    assert_eq!(first["type"], "block_actions");
    assert_eq!(first["actions"][0]["action_id"], "approve");
    assert_eq!(first["actions"][0]["block_id"], "b");
    assert_eq!(first["actions"][0]["value"], "v-1");
    assert_eq!(first["container"]["thread_ts"], root["ts"]);
    assert_eq!(first["message"]["ts"], posted["ts"]);
    assert_eq!(first["enterprise"], Value::Null);
    let forged = json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": "Approve", "value": "v-2"});
    outside.post("/slack/click", forged).await;
    assert_eq!(interaction(&mut socket).await["actions"][0]["value"], "v-2");
    let unknown = json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": "Maybe"});
    let refused = outside.try_post("/slack/click", unknown).await;
    assert_eq!(refused.status, 404);
    assert!(refused.body["error"].as_str().unwrap().contains("approve, deny"));
}

#[tokio::test]
async fn a_response_url_replaces_the_original_and_serves_five_times() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted = outside
        .api("chat.postMessage", json!({"channel": "general", "text": "Send?", "blocks": card()}))
        .await;
    let click = json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": "deny"});
    outside.post("/slack/click", click).await;
    let url = interaction(&mut socket).await["response_url"].as_str().unwrap().to_owned();
    for _ in 0..5 {
        let answer = outside.post_to(&url, json!({"replace_original": true, "text": "Denied."})).await;
        assert_eq!(answer.status, 200);
    }
    let sixth = outside.post_to(&url, json!({"text": "again"})).await;
    assert_eq!((sixth.status, &sixth.body["error"]), (404, &json!("used_url")));
    let messages = outside.get("/slack/messages?channel=general").await;
    assert_eq!(messages["messages"][0]["text"], "Denied.");
    assert_eq!(messages["messages"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_buttons_of_an_ephemeral_message_are_its_recipients_alone() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let ana = outside.card.people[0].slack_user_id.clone();
    let general =
        outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await["channel"].clone();
    let given = json!({"channel": general, "user": ana, "text": "Connect", "blocks": card()});
    let ts = outside.api("chat.postEphemeral", given).await["message_ts"].clone();
    assert_eq!(outside.get("/slack/ephemerals?person=ana").await["ephemerals"][0]["ts"], ts);
    assert_eq!(outside.get("/slack/ephemerals?person=ben").await["ephemerals"], json!([]));
    let history = outside.api("conversations.history", json!({"channel": general})).await;
    assert_eq!(history["messages"].as_array().unwrap().len(), 1, "no history shows it");
    let click = |person: &str| json!({"person": person, "channel": "general", "ts": ts, "action": "approve"});
    assert_eq!(outside.try_post("/slack/click", click("ben")).await.status, 409);
    assert_eq!(outside.try_post("/slack/click", click("ana")).await.status, 200);
    let payload = interaction(&mut socket).await;
    assert_eq!(payload["container"]["is_ephemeral"], true);
    let url = payload["response_url"].as_str().unwrap().to_owned();
    outside.post_to(&url, json!({"delete_original": true})).await;
    assert_eq!(outside.get("/slack/ephemerals").await["ephemerals"], json!([]));
}

#[tokio::test]
async fn stop_can_be_pressed_only_while_the_session_is_processing() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "go"})).await;
    socket.take().await;
    let press = json!({"person": "ana", "channel": "dm", "thread_ts": posted["ts"]});
    assert_eq!(outside.try_post("/slack/stop", press.clone()).await.status, 409);
    let session = json!({"channel_id": posted["channel"], "thread_ts": posted["ts"], "status": "processing"});
    assert_eq!(outside.api("agents.sessions.setStatus", session).await["ok"], true);
    assert_eq!(socket.take().await["payload"]["event"]["subtype"], "message_changed", "of the root");
    assert_eq!(outside.try_post("/slack/stop", press).await.status, 200);
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!((&event["type"], &event["thread_ts"]), (&json!("agent_session_stopped"), &posted["ts"]));
}

#[tokio::test]
async fn the_status_line_goes_away_when_the_agent_speaks() {
    let outside = Outside::new().await;
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "go"})).await;
    let thread =
        |status: &str| json!({"channel_id": posted["channel"], "thread_ts": posted["ts"], "status": status});
    outside.api("assistant.threads.setStatus", thread("is thinking…")).await;
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["status"], "is thinking…");
    let reply = json!({"channel": posted["channel"], "thread_ts": posted["ts"], "text": "done"});
    outside.api("chat.postMessage", reply).await;
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["status"], "");
}

#[tokio::test]
async fn a_status_line_that_nobody_renews_goes_away_by_itself() {
    let outside = Outside::new().await;
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "go"})).await;
    let status = json!({"channel_id": posted["channel"], "thread_ts": posted["ts"], "status": "is thinking…",
        "loading_messages": ["Looking …"]});
    outside.api("assistant.threads.setStatus", status).await;
    outside.post("/slack/timing", json!({"status_ms": 600_000})).await;
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["status"], "is thinking…");
    outside.post("/slack/timing", json!({"factor": 0.000_01})).await;
    let gone = outside.until("/slack/statuses", |shown| shown["statuses"][0]["status"] == "").await;
    assert_eq!(gone["statuses"][0]["loading_messages"], json!([]));
}
