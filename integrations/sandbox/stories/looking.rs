//! Shortcuts, the app's home, what somebody looks at, and how messages change behind people's backs.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

async fn event(socket: &mut Socket) -> Value {
    socket.take().await["payload"]["event"].clone()
}

async fn posted(outside: &Outside, socket: &mut Socket, text: &str) -> Value {
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": text})).await;
    for _ in posted["event_ids"].as_array().unwrap() {
        socket.take().await;
    }
    posted
}

#[tokio::test]
async fn shortcuts_come_on_a_message_and_anywhere() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let shortcuts = json!([
        {"callback_id": "ask_about", "kind": "message"}, {"callback_id": "new_task", "kind": "global"},
    ]);
    outside.post("/slack/app", json!({"shortcuts": shortcuts})).await;
    let message = posted(&outside, &mut socket, "what is this?").await;
    let on = json!({"person": "ben", "callback_id": "ask_about", "channel": "general", "ts": message["ts"]});
    outside.post("/slack/shortcut", on).await;
    let envelope = socket.take().await;
    let payload = &envelope["payload"];
    assert_eq!((&envelope["type"], &payload["type"]), (&json!("interactive"), &json!("message_action")));
    assert_eq!(
        (&payload["message_ts"], &payload["message"]["text"]),
        (&message["ts"], &json!("what is this?"))
    );
    assert_eq!(payload["callback_id"], "ask_about");
    let url = payload["response_url"].as_str().unwrap().to_owned();
    assert_eq!(
        outside.post_to(&url, json!({"delete_original": true})).await.status,
        400,
        "it is Ana's message"
    );
    outside.post("/slack/shortcut", json!({"person": "ben", "callback_id": "new_task"})).await;
    let payload = socket.take().await["payload"].clone();
    assert_eq!((&payload["type"], payload.get("channel")), (&json!("shortcut"), None));
    let unknown = json!({"person": "ben", "callback_id": "ask_about"});
    assert_eq!(outside.try_post("/slack/shortcut", unknown).await.status, 404, "it is one for messages");
}

#[tokio::test]
async fn the_app_hears_who_opens_its_home_and_what_they_look_at() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/home", json!({"person": "ana"})).await;
    let opened = event(&mut socket).await;
    assert_eq!((&opened["type"], &opened["tab"]), (&json!("app_home_opened"), &json!("home")));
    assert!(opened["channel"].as_str().unwrap().starts_with('D'));
    outside.post("/slack/look", json!({"person": "ana", "channel": "general"})).await;
    let looked = event(&mut socket).await;
    assert_eq!(looked["type"], "app_context_changed");
    assert_eq!(looked["context"]["entities"][0]["type"], "slack#/types/channel_id");
    outside.post("/slack/home", json!({"person": "ana", "tab": "messages"})).await;
    assert_eq!(event(&mut socket).await["context"], looked["context"]);
    let write = |person: &str| json!({"person": person, "channel": "dm", "text": "what is this?"});
    outside.post("/slack/post", write("ana")).await;
    assert_eq!(event(&mut socket).await["app_context"], looked["context"]);
    outside.post("/slack/post", write("ben")).await;
    assert_eq!(event(&mut socket).await["app_context"], json!({}), "he looks at nothing");
    outside.post("/slack/look", json!({"person": "ana"})).await;
    assert_eq!(event(&mut socket).await["context"], json!({}));
    outside.post("/slack/post", write("ana")).await;
    assert_eq!(event(&mut socket).await["app_context"], json!({}));
    let aloud = json!({"person": "ana", "channel": "general", "text": "hello"});
    outside.post("/slack/post", aloud).await;
    assert!(event(&mut socket).await.get("app_context").is_none(), "in channels it is nobody's business");
    outside.post("/slack/app", json!({"events": ["message.im"]})).await;
    let unheard = outside.post("/slack/home", json!({"person": "ana"})).await;
    assert_eq!(unheard["event_ids"], json!([]), "it has not subscribed");
}

#[tokio::test]
async fn an_unfurl_changes_a_message_whose_text_stays() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let message = posted(&outside, &mut socket, "see https://example.com").await;
    let unfurl = json!({"channel": "general", "ts": message["ts"], "attachments": [{"title": "Example", "from_url": "https://example.com"}]});
    outside.post("/slack/unfurl", unfurl).await;
    let changed = event(&mut socket).await;
    assert_eq!(changed["subtype"], "message_changed");
    assert_eq!(changed["message"]["text"], changed["previous_message"]["text"]);
    assert!(changed["message"].get("edited").is_none());
    assert_eq!(changed["message"]["attachments"][0]["title"], "Example");
}

#[tokio::test]
async fn a_deleted_root_becomes_a_tombstone_and_a_deleted_reply_is_gone() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let root = posted(&outside, &mut socket, "root").await;
    let reply = json!({"person": "ana", "channel": "general", "text": "reply", "thread_ts": root["ts"]});
    let reply = outside.post("/slack/post", reply).await;
    event(&mut socket).await;
    let delete = |ts: &Value| json!({"person": "ana", "channel": "general", "ts": ts});
    outside.post("/slack/delete", delete(&root["ts"])).await;
    let buried = event(&mut socket).await;
    assert_eq!(buried["subtype"], "message_changed");
    assert_eq!(
        (&buried["message"]["subtype"], &buried["message"]["user"]),
        (&json!("tombstone"), &json!("USLACKBOT"))
    );
    assert_eq!(buried["previous_message"]["text"], "root");
    outside.post("/slack/delete", delete(&reply["ts"])).await;
    let gone = event(&mut socket).await;
    assert_eq!((&gone["subtype"], &gone["deleted_ts"]), (&json!("message_deleted"), &reply["ts"]));
}

#[tokio::test]
async fn what_only_one_person_sees_is_in_no_history_cannot_be_updated_and_ends_with_a_reload() {
    let outside = Outside::new().await;
    let ana = outside.card.people[0].slack_user_id.clone();
    let channels = outside.get("/channels").await["channels"].as_array().unwrap().clone();
    let general = channels.iter().find(|it| it["name"] == "general").unwrap()["id"].clone();
    let posted =
        outside.api("chat.postEphemeral", json!({"channel": general, "user": ana, "text": "psst"})).await;
    let at = json!({"channel": general, "ts": posted["message_ts"], "text": "louder"});
    assert_eq!(outside.api("chat.update", at).await["error"], "message_not_found");
    assert_eq!(outside.post("/slack/reload", json!({"person": "ben"})).await["gone"], 0);
    assert_eq!(outside.post("/slack/reload", json!({"person": "ana"})).await["gone"], 1);
    assert_eq!(outside.get("/slack/ephemerals").await["ephemerals"], json!([]));
}
