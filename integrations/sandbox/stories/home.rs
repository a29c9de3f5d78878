//! The Home tab: published, opened, pressed on.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn view() -> Value {
    let button = json!({"type": "button", "action_id": "revoke", "value": "v", "text": plain("Revoke")});
    let option = |value: &str| json!({"text": plain(value), "value": value});
    let choice =
        json!({"type": "static_select", "action_id": "account", "options": [option("a"), option("b")]});
    let note = json!({"type": "plain_text_input", "action_id": "note"});
    json!({"type": "home", "private_metadata": "m", "callback_id": "home", "blocks": [
        {"type": "header", "text": plain("Accounts")},
        {"type": "actions", "block_id": "acts", "elements": [button, choice]},
        {"type": "input", "block_id": "in", "label": plain("Note"), "dispatch_action": true, "element": note},
    ]})
}

async fn published(outside: &Outside) -> Value {
    let ana = &outside.card.people[0].slack_user_id;
    let answer = outside.api("views.publish", json!({"user_id": ana, "view": view()})).await;
    assert_eq!(answer["ok"], true, "{answer}");
    answer["view"].clone()
}

async fn event(socket: &mut Socket) -> Value {
    socket.take().await["payload"]["event"].clone()
}

#[tokio::test]
async fn whoever_opens_a_tab_is_announced_with_what_they_see() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/home", json!({"person": "ana", "tab": "home"})).await;
    let first = event(&mut socket).await;
    assert_eq!((&first["type"], &first["tab"]), (&json!("app_home_opened"), &json!("home")));
    assert_eq!(first["user"], outside.card.people[0].slack_user_id);
    assert!(first["channel"].as_str().unwrap().starts_with('D') && first.get("view").is_none());
    let view = published(&outside).await;
    assert_eq!(
        (&view["type"], &view["root_view_id"], &view["private_metadata"]),
        (&json!("home"), &view["id"], &json!("m"))
    );
    outside.post("/slack/home", json!({"person": "ana", "tab": "home"})).await;
    assert_eq!(event(&mut socket).await["view"], view);
    outside.post("/slack/home", json!({"person": "ana", "tab": "messages"})).await;
    let messages = event(&mut socket).await;
    assert_eq!((&messages["tab"], messages.get("view")), (&json!("messages"), None));
    assert_eq!(outside.get("/slack/home?person=ana").await["view"], view);
    assert_eq!(outside.get("/slack/home?person=ben").await["view"], Value::Null);
}

#[tokio::test]
async fn a_publication_that_comes_too_late_or_is_no_home_is_refused() {
    let outside = Outside::new().await;
    let ana = outside.card.people[0].slack_user_id.clone();
    let first = published(&outside).await;
    let publish = |view: Value, hash: &Value| json!({"user_id": ana, "view": view, "hash": hash});
    let second = outside.api("views.publish", publish(view(), &first["hash"])).await;
    assert_eq!((&second["ok"], &second["view"]["id"]), (&json!(true), &first["id"]), "it is the same view");
    assert_eq!(outside.api("views.publish", publish(view(), &first["hash"])).await["error"], "hash_conflict");
    let many = json!({"type": "home", "blocks": vec![json!({"type": "divider"}); 101]});
    let refused = outside.api("views.publish", json!({"user_id": ana, "view": many})).await;
    assert_eq!(
        refused["response_metadata"]["messages"][0],
        "[ERROR] no more than 100 items allowed [json-pointer:/view/blocks]"
    );
    let titled = json!({"type": "home", "title": plain("x"), "blocks": []});
    let refused = outside.api("views.publish", json!({"user_id": ana, "view": titled})).await;
    assert_eq!(
        refused["response_metadata"]["messages"][0],
        "[ERROR] invalid additional property: title [json-pointer:/view]"
    );
    let modal = json!({"type": "modal", "title": plain("x"), "blocks": []});
    assert_eq!(
        outside.api("views.publish", json!({"user_id": ana, "view": modal})).await["error"],
        "invalid_arguments"
    );
    let nobody = json!({"user_id": "U0NOBODY", "view": view()});
    assert_eq!(outside.api("views.publish", nobody).await["error"], "user_not_found");
    let large = json!({"type": "home", "private_metadata": "x".repeat(250_000), "blocks": []});
    assert_eq!(
        outside.api("views.publish", json!({"user_id": ana, "view": large})).await["error"],
        "view_too_large"
    );
    outside.post("/slack/app", json!({"home_tab": false})).await;
    assert_eq!(
        outside.api("views.publish", json!({"user_id": ana, "view": view()})).await["error"],
        "not_enabled"
    );
}

#[tokio::test]
async fn a_press_on_the_home_tab_names_the_view_and_no_message() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let press = |more: Value| {
        let mut press = json!({"person": "ana", "on": "home"});
        press.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        press
    };
    assert_eq!(outside.try_post("/slack/press", press(json!({"action": "revoke"}))).await.status, 404);
    let view = published(&outside).await;
    outside.post("/slack/press", press(json!({"action": "Revoke"}))).await;
    let payload = socket.take().await["payload"].clone();
    assert_eq!((&payload["type"], &payload["view"]["id"]), (&json!("block_actions"), &view["id"]));
    assert_eq!(payload["container"], json!({"type": "view", "view_id": view["id"]}));
    assert_eq!(
        (&payload["actions"][0]["value"], &payload["actions"][0]["block_id"]),
        (&json!("v"), &json!("acts"))
    );
    for field in ["message", "channel", "response_url"] {
        assert!(payload.get(field).is_none(), "{field}");
    }
    outside.post("/slack/press", press(json!({"action": "account", "option": "b"}))).await;
    let chosen = socket.take().await["payload"].clone();
    assert_eq!(chosen["actions"][0]["selected_option"]["value"], "b");
    assert_eq!(chosen["view"]["state"]["values"]["acts"]["account"]["selected_option"]["value"], "b");
    outside.post("/slack/press", press(json!({"action": "note", "option": "typed"}))).await;
    let typed = socket.take().await["payload"].clone();
    assert_eq!(typed["actions"][0]["value"], "typed");
    assert_eq!(
        typed["view"]["state"]["values"]["in"]["note"],
        json!({"type": "plain_text_input", "value": "typed"})
    );
    let trigger = typed["trigger_id"].clone();
    let modal = json!({"type": "modal", "title": plain("More"), "blocks": []});
    assert_eq!(outside.api("views.open", json!({"trigger_id": trigger, "view": modal})).await["ok"], true);
}
