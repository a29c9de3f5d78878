//! Edits that mention the app: it hears of the change, and of each mention anew.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

async fn event(socket: &mut Socket) -> Value {
    socket.take().await["payload"].clone()
}

async fn edit(outside: &Outside, channel: &str, ts: &Value, text: &str) -> usize {
    let edit = json!({"person": "ana", "channel": channel, "ts": ts, "text": text});
    outside.post("/slack/edit", edit).await["event_ids"].as_array().unwrap().len()
}

#[tokio::test]
async fn every_edit_that_mentions_the_app_is_a_fresh_mention_of_the_same_message() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let post = json!({"person": "ana", "channel": "general", "text": "@countersign one"});
    let posted = outside.post("/slack/post", post).await;
    let mut known =
        vec![event(&mut socket).await["event_id"].clone(), event(&mut socket).await["event_id"].clone()];
    for text in ["@countersign two", "three, @countersign"] {
        assert_eq!(edit(&outside, "general", &posted["ts"], text).await, 2);
        let (changed, mention) = (event(&mut socket).await, event(&mut socket).await);
        assert_eq!(changed["event"]["subtype"], "message_changed");
        let told = &mention["event"];
        assert_eq!((&told["type"], &told["ts"]), (&json!("app_mention"), &posted["ts"]));
        assert_eq!(
            (&told["channel"], &told["user"]),
            (&posted["channel"], &changed["event"]["message"]["user"])
        );
        assert_eq!(
            (&told["text"], &told["edited"]),
            (&changed["event"]["message"]["text"], &changed["event"]["message"]["edited"])
        );
        assert!(told["edited"]["ts"].is_string());
        assert!(!known.contains(&mention["event_id"]), "an event of its own");
        known.push(mention["event_id"].clone());
    }
}

#[tokio::test]
async fn an_edit_without_a_mention_or_in_a_direct_message_or_by_the_app_itself_is_a_change_alone() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let post = |channel: &str| json!({"person": "ana", "channel": channel, "text": "one"});
    let public = outside.post("/slack/post", post("general")).await;
    assert_eq!(edit(&outside, "general", &public["ts"], "two").await, 1);
    assert_eq!(edit(&outside, "general", &public["ts"], "@countersign two").await, 2, "mentioned only now");
    let direct = outside.post("/slack/post", post("dm")).await;
    assert_eq!(edit(&outside, "dm", &direct["ts"], "@countersign two").await, 1);
    for _ in 0..6 {
        socket.take().await;
    }
    let own = outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await;
    let words = format!("I am <@{}>", outside.card.bot_user_id);
    outside.api("chat.update", json!({"channel": own["channel"], "ts": own["ts"], "text": words})).await;
    outside.post("/slack/post", post("general")).await;
    let told: Vec<Value> =
        [event(&mut socket).await, event(&mut socket).await, event(&mut socket).await].into();
    let kinds: Vec<&Value> = told.iter().map(|it| &it["event"]["type"]).collect();
    assert_eq!(kinds, ["message", "message", "message"], "posted, changed, and what came afterwards");
}
