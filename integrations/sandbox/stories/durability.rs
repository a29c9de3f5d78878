//! What survives a restart, and how a sandbox starts and stops.

use serde_json::json;

use super::client::{Outside, world};
use crate::{PortChoice, SandboxError, Settings, start};

#[tokio::test]
async fn a_restart_keeps_tokens_messages_and_what_was_not_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    let before = Outside::with_state(Some(file.clone())).await;
    let mut socket = before.connect().await.greeted().await;
    let posted = before.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello"})).await;
    let envelope = socket.envelope().await;
    before.post("/redirect_uris", json!({"redirect_uri": "http://127.0.0.1:1/callback"})).await;
    let (card, token) = (before.card.clone(), before.card.bot_token.clone());
    before.sandbox.stop().await.unwrap();
    assert!(socket.next().await.is_none(), "stopping closes sockets");

    let after = Outside::with_state(Some(file)).await;
    assert_eq!(after.card.app_token, card.app_token);
    assert_eq!(after.card.client_secret, card.client_secret);
    assert_eq!(after.api_as(&token, "auth.test", json!({})).await.unwrap().body["ok"], true);
    assert_eq!(after.get("/redirect_uris").await["redirect_uris"][0], "http://127.0.0.1:1/callback");
    let messages = after.get("/slack/messages?channel=dm:ana").await;
    assert_eq!(messages["messages"][0]["ts"], posted["ts"]);
    let again = after.connect().await.greeted().await.take().await;
    assert_eq!(again["payload"]["event_id"], envelope["payload"]["event_id"]);
    assert_eq!(again["retry_attempt"], 1);
}

#[tokio::test]
async fn an_answered_change_is_in_the_file_already() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    let outside = Outside::with_state(Some(file.clone())).await;
    for n in 0..5 {
        let text = format!("number {n}");
        outside.api("chat.postMessage", json!({"channel": "general", "text": text})).await;
        let saved = std::fs::read_to_string(&file).unwrap();
        assert!(saved.contains(&text), "{text} was answered before it was written");
    }
    let subject = "A letter from outside";
    let mail = json!({"from": "Zoe <zoe@elsewhere.example>", "to": ["ana"], "subject": subject, "text": "x"});
    let before = std::fs::read_to_string(&file).unwrap();
    outside.post("/google/deliver", mail).await;
    assert_ne!(
        std::fs::read_to_string(&file).unwrap(),
        before,
        "the mail was answered before it was written"
    );
}

#[tokio::test]
async fn a_taken_port_is_said_and_the_next_free_one_is_found() {
    let outside = Outside::new().await;
    let taken: u16 = outside.card.page_url.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let settings = |port| Settings { port, state: None, world: world(), redirect_uris: Vec::new() };
    let refused = start(settings(PortChoice::Exact(taken))).await.unwrap_err();
    assert!(matches!(refused, SandboxError::PortTaken { port } if port == taken));
    let moved = start(settings(PortChoice::NextFree(taken))).await.unwrap();
    assert_ne!(moved.card().page_url, outside.card.page_url);
}

#[tokio::test]
async fn a_broken_state_file_and_a_missing_folder_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    std::fs::write(&file, "not json").unwrap();
    let settings =
        |state| Settings { port: PortChoice::Any, state: Some(state), world: world(), redirect_uris: vec![] };
    let broken = start(settings(file)).await.unwrap_err();
    assert!(matches!(broken, SandboxError::StateUnreadable { .. }));
    let nowhere = start(settings(folder.path().join("no/such/folder.json"))).await.unwrap_err();
    assert!(matches!(nowhere, SandboxError::StateUnwritable { .. }));
}
