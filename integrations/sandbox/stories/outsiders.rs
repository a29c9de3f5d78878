//! Guests, people of other companies, closed accounts, shared channels and other bots.

use serde_json::{Value, json};

use super::client::{Outside, Socket};
use crate::World;

fn world() -> World {
    serde_json::from_value(json!({
        "workspace": "Fernwood Studio", "domain": "fernwood.example",
        "people": [
            {"handle": "ana", "name": "Ana Ruiz"},
            {"handle": "gus", "name": "Gus Guest", "standing": "guest"},
            {"handle": "sol", "name": "Sol One", "standing": "single_channel_guest"},
            {"handle": "mia", "name": "Mia Chen", "standing": "external", "address": "mia@harbor.example"},
            {"handle": "old", "name": "Old Timer", "standing": "deactivated"},
        ],
        "channels": [{"name": "general"}, {"name": "harbor", "members": ["ana", "sol", "mia"]}],
        "connects": [{"channel": "harbor", "with": ["harbor.example"], "pending": ["pier.example"]}],
        "bots": [{"name": "Deploys"}, {"name": "Alerts", "kind": "integration"}, {"name": "Intake", "kind": "workflow"}],
    }))
    .unwrap()
}

async fn started() -> (Outside, Socket) {
    let outside = Outside::with_world(world()).await;
    let socket = outside.connect().await.greeted().await;
    (outside, socket)
}

fn user(outside: &Outside, handle: &str) -> String {
    outside.card.people.iter().find(|person| person.handle == handle).unwrap().slack_user_id.clone()
}

async fn info(outside: &Outside, handle: &str) -> Value {
    outside.api("users.info", json!({"user": user(outside, handle)})).await["user"].clone()
}

async fn channel(outside: &Outside, name: &str) -> Value {
    let channels = outside.get("/channels").await["channels"].as_array().unwrap().clone();
    channels.iter().find(|it| it["name"] == name).unwrap()["id"].clone()
}

#[tokio::test]
async fn everybody_is_shown_as_what_they_are() {
    let (outside, _socket) = started().await;
    let restricted = |shown: &Value| (shown["is_restricted"].clone(), shown["is_ultra_restricted"].clone());
    assert_eq!(restricted(&info(&outside, "ana").await), (json!(false), json!(false)));
    assert_eq!(restricted(&info(&outside, "gus").await), (json!(true), json!(false)));
    assert_eq!(restricted(&info(&outside, "sol").await), (json!(true), json!(true)));
    let mia = info(&outside, "mia").await;
    assert_eq!(mia["is_stranger"], true);
    assert_ne!(mia["team_id"], json!(outside.card.slack_team_id));
    assert!(mia["profile"].get("email").is_none());
    assert_eq!(info(&outside, "old").await["deleted"], true);
    let listed = outside.api("users.list", json!({})).await;
    let names: Vec<&str> =
        listed["members"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(!names.contains(&"mia") && names.contains(&"old") && names.contains(&"deploys"), "{names:?}");
    let found = outside.api("users.lookupByEmail", json!({"email": "mia@harbor.example"})).await;
    assert_eq!(found["error"], "users_not_found");
    let opened = outside.api("conversations.open", json!({"users": user(&outside, "old")})).await;
    assert_eq!(opened["error"], "user_disabled");
}

#[tokio::test]
async fn a_shared_channel_says_whose_it_is_and_so_do_its_messages() {
    let (outside, mut socket) = started().await;
    let harbor = channel(&outside, "harbor").await;
    let shown = outside.api("conversations.info", json!({"channel": harbor})).await["channel"].clone();
    assert_eq!((&shown["is_ext_shared"], &shown["is_pending_ext_shared"]), (&json!(true), &json!(true)));
    assert_eq!(shown["is_org_shared"], false);
    let file = json!([{"name": "plan.txt", "text": "the plan"}]);
    let post = json!({"person": "mia", "channel": "harbor", "text": "@countersign look", "files": file});
    outside.post("/slack/post", post).await;
    let envelope = socket.take().await;
    assert_eq!(envelope["payload"]["is_ext_shared_channel"], true);
    let event = &envelope["payload"]["event"];
    let hers = info(&outside, "mia").await["team_id"].clone();
    for field in ["team", "user_team", "source_team"] {
        assert_eq!(event[field], hers, "{field}");
    }
    assert_eq!(event["files"][0]["file_access"], "check_file_info");
    assert!(event["files"][0].get("url_private").is_none());
    let asked = outside.api("files.info", json!({"file": event["files"][0]["id"]})).await;
    assert_eq!(asked["file"]["name"], "plan.txt");
    let history = outside.api("conversations.history", json!({"channel": harbor})).await;
    assert_eq!(history["messages"][0]["files"][0]["name"], "plan.txt", "history shows the whole file");
    socket.take().await;
    outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "inside"})).await;
    assert_eq!(socket.take().await["payload"]["is_ext_shared_channel"], false);
}

#[tokio::test]
async fn sharing_and_taking_back_are_told_and_outsiders_go() {
    let (outside, mut socket) = started().await;
    let share = |company: &str| json!({"channel": "general", "company": company});
    let refused =
        outside.try_post("/slack/channels/join", json!({"channel": "general", "person": "mia"})).await;
    assert_eq!(refused.status, 409);
    outside.post("/slack/channels/share", share("harbor.example")).await;
    let shared = socket.take().await["payload"]["event"].clone();
    assert_eq!(shared["type"], "channel_shared");
    assert_eq!(shared["connected_team_id"], info(&outside, "mia").await["team_id"]);
    outside.post("/slack/channels/join", json!({"channel": "general", "person": "mia", "by": "ana"})).await;
    let joined = socket.take().await["payload"]["event"].clone();
    assert_eq!((&joined["type"], &joined["channel_type"]), (&json!("member_joined_channel"), &json!("C")));
    assert_eq!(joined["inviter"], user(&outside, "ana"));
    outside.post("/slack/channels/unshare", share("harbor.example")).await;
    let unshared = socket.take().await["payload"]["event"].clone();
    assert_eq!((&unshared["type"], &unshared["is_ext_shared"]), (&json!("channel_unshared"), &json!(false)));
    let general = channel(&outside, "general").await;
    let members = outside.api("conversations.members", json!({"channel": general})).await;
    assert!(!members["members"].as_array().unwrap().contains(&json!(user(&outside, "mia"))));
}

#[tokio::test]
async fn a_channel_gets_another_id_and_keeps_what_is_in_it() {
    let (outside, mut socket) = started().await;
    let old = outside.api("chat.postMessage", json!({"channel": "general", "text": "kept"})).await;
    socket.take().await;
    let changed = outside.post("/slack/channels/change_id", json!({"channel": "general"})).await;
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!((&event["old_channel_id"], &event["new_channel_id"]), (&old["channel"], &changed["channel"]));
    let gone = outside.api("conversations.history", json!({"channel": old["channel"]})).await;
    assert_eq!(gone["error"], "channel_not_found");
    let history = outside.api("conversations.history", json!({"channel": changed["channel"]})).await;
    assert_eq!(history["messages"][0]["text"], "kept");
}

#[tokio::test]
async fn people_of_other_companies_press_buttons_and_have_no_commands() {
    let (outside, mut socket) = started().await;
    let button = json!({"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}});
    let blocks = json!([{"type": "actions", "elements": [button]}]);
    let card = json!({"channel": "harbor", "text": "Go?", "blocks": blocks});
    let posted = outside.api("chat.postMessage", card).await;
    socket.take().await;
    let click = json!({"person": "mia", "channel": "harbor", "ts": posted["ts"], "action": "go"});
    outside.post("/slack/click", click).await;
    let hers = socket.take().await["payload"]["user"]["team_id"].clone();
    assert_eq!(hers, info(&outside, "mia").await["team_id"]);
    let command = json!({"person": "mia", "channel": "harbor", "command": "/google"});
    assert_eq!(outside.try_post("/slack/command", command).await.status, 409);
    let guest = json!({"channel": "general", "person": "sol"});
    assert_eq!(outside.try_post("/slack/channels/join", guest).await.status, 409, "one channel only");
}

#[tokio::test]
async fn other_bots_post_as_what_they_are() {
    let (outside, mut socket) = started().await;
    let post = |bot: &str| json!({"bot": bot, "channel": "general", "text": "red", "attachments": [{"fallback": "x"}]});
    for (bot, subtype) in
        [("Deploys", Value::Null), ("Alerts", json!("bot_message")), ("Intake", json!("bot_message"))]
    {
        outside.post("/slack/bot_post", post(bot)).await;
        let event = socket.take().await["payload"]["event"].clone();
        assert_eq!(event["subtype"], subtype, "{bot}");
        assert!(event["bot_id"].as_str().unwrap().starts_with('B'));
        assert_eq!(event["bot_profile"]["name"], bot);
        let named = outside.api("bots.info", json!({"bot": event["bot_id"]})).await;
        assert_eq!(named["bot"]["app_id"], event["app_id"]);
        if let Some(user) = event["user"].as_str() {
            assert_eq!(outside.api("users.info", json!({"user": user})).await["user"]["is_bot"], true);
        }
        let update = json!({"channel": event["channel"], "ts": event["ts"], "text": "mine"});
        assert_eq!(outside.api("chat.update", update).await["error"], "cant_update_message");
    }
}

#[tokio::test]
async fn a_closed_account_acts_no_more_and_a_new_person_can_be_made() {
    let (outside, mut socket) = started().await;
    outside.post("/slack/people/standing", json!({"person": "gus", "standing": "deactivated"})).await;
    let post = |person: &str| json!({"person": person, "channel": "general", "text": "x"});
    assert_eq!(outside.try_post("/slack/post", post("gus")).await.status, 409);
    let made =
        outside.post("/slack/people", json!({"handle": "zoe", "name": "Zoe New", "standing": "guest"})).await;
    assert_eq!(made["address"], "zoe@fernwood.example");
    outside.post("/slack/channels/join", json!({"channel": "general", "person": "zoe"})).await;
    // The changed standing and the new person are told of first.
    for (kind, user) in
        [("user_change", "/user/id"), ("team_join", "/user/id"), ("member_joined_channel", "/user")]
    {
        let event = socket.take().await["payload"]["event"].clone();
        assert_eq!(event["type"], kind);
        if kind != "user_change" {
            assert_eq!(event.pointer(user), Some(&made["slack_user_id"]));
        }
    }
    assert_eq!(outside.try_post("/slack/post", post("zoe")).await.status, 200);
    let new = json!({"name": "quiet", "members": ["ana"], "private": true});
    assert_eq!(outside.try_post("/slack/channels", new).await.status, 200);
    outside.post("/slack/channels/organisation", json!({"channel": "quiet", "shared": true})).await;
    outside.post("/slack/channels/join", json!({"channel": "quiet", "by": "ana"})).await;
    let quiet = channel(&outside, "quiet").await;
    let shown = outside.api("conversations.info", json!({"channel": quiet})).await;
    assert_eq!(
        (&shown["channel"]["is_org_shared"], &shown["channel"]["is_member"]),
        (&json!(true), &json!(true))
    );
}
