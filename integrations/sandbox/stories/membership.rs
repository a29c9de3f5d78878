//! Where the app is, what it belongs to, and whether its manifest would do.

use serde_json::{Value, json};

use super::client::Outside;

#[tokio::test]
async fn the_app_joins_and_leaves_and_says_where_it_is() {
    let outside = Outside::new().await;
    let channels = outside.get("/channels").await["channels"].clone();
    let id =
        |name: &str| channels.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap()["id"].clone();
    let join = json!({"channel": id("lonely")});
    let refused = outside.api("conversations.join", join.clone()).await;
    assert_eq!((&refused["error"], &refused["needed"]), (&json!("missing_scope"), &json!("channels:join")));
    let scopes = json!({"scopes": ["channels:join", "channels:manage", "channels:read", "im:read", "users:read", "team:read"]});
    outside.post("/slack/app", scopes).await;
    let mut socket = outside.connect().await.greeted().await;
    let joined = outside.api("conversations.join", join.clone()).await;
    let told = socket.take().await["payload"]["event"].clone();
    assert_eq!(
        (&told["type"], &told["user"]),
        (&json!("member_joined_channel"), &json!(outside.card.bot_user_id))
    );
    assert_eq!((&joined["ok"], &joined["channel"]["is_member"]), (&json!(true), &json!(true)));
    assert_eq!(outside.api("conversations.join", join.clone()).await["warning"], "already_in_channel");
    let secret = json!({"channel": id("secret")});
    assert_eq!(outside.api("conversations.join", secret).await["error"], "channel_not_found");
    let mine = outside.api("users.conversations", json!({})).await;
    let names: Vec<&str> =
        mine["channels"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"lonely") && names.contains(&"general"), "{names:?}");
    assert_eq!(outside.api("users.conversations", json!({"types": "tea"})).await["error"], "invalid_types");
    let ben = json!({"user": outside.card.people[1].slack_user_id, "types": "im"});
    assert_eq!(outside.api("users.conversations", ben).await["channels"].as_array().unwrap().len(), 1);
    assert_eq!(outside.api("conversations.leave", join.clone()).await["ok"], true);
    assert_eq!(outside.api("conversations.leave", join).await["not_in_channel"], true);
    let general = json!({"channel": id("general")});
    assert_eq!(outside.api("conversations.leave", general).await["error"], "cant_leave_general");
    let team = outside.api("team.info", json!({})).await["team"].clone();
    assert_eq!(
        (&team["name"], &team["email_domain"]),
        (&json!("Fernwood Studio"), &json!("fernwood.example"))
    );
    let bot = outside.api("bots.info", json!({})).await["bot"].clone();
    assert_eq!(bot["user_id"], outside.card.bot_user_id);
    assert_eq!(outside.api("bots.info", json!({"bot": "B0NONE"})).await["error"], "bot_not_found");
}

#[tokio::test]
async fn a_direct_message_of_several_is_told_as_one_and_hidden_from_an_app_outside() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let people: Vec<&str> = outside.card.people.iter().take(2).map(|person| person.handle.as_str()).collect();
    let open =
        |name: &str, agent: bool| json!({"name": name, "members": people, "group": true, "agent": agent});
    let theirs = outside.post("/slack/channels", open("mpdm-theirs", false)).await["channel"].clone();
    let ours = outside.post("/slack/channels", open("mpdm-ours", true)).await["channel"].clone();
    let info = outside.api("conversations.info", json!({"channel": ours})).await["channel"].clone();
    assert_eq!(
        (&info["is_mpim"], &info["is_private"], &info["is_im"]),
        (&json!(true), &json!(true), &json!(false))
    );
    let hidden = outside.api("conversations.info", json!({"channel": theirs})).await;
    assert_eq!(hidden["error"], "channel_not_found");
    let said = json!({"person": people[0], "channel": "mpdm-ours", "text": "hello"});
    outside.post("/slack/post", said).await;
    let told = socket.take().await["payload"]["event"].clone();
    assert_eq!((&told["channel_type"], &told["text"]), (&json!("mpim"), &json!("hello")));
}

#[tokio::test]
async fn a_manifest_is_judged_with_pointers_and_only_for_whoever_configures_apps() {
    let outside = Outside::new().await;
    let token = outside.card.configuration_token.clone();
    let method = "apps.manifest.validate";
    let good = json!({
        "display_information": {"name": "Countersign"},
        "features": {
            "agent_view": {"agent_description": "Works.", "suggested_prompts": [{"title": "New", "message": "What is new?"}]},
            "app_home": {"home_tab_enabled": true, "messages_tab_enabled": true}, "bot_user": {"display_name": "Countersign"},
            "slash_commands": [{"command": "/countersign", "description": "x"}],
            "shortcuts": [{"type": "message", "name": "Ask about this", "callback_id": "ask", "description": "x"}],
        },
        "oauth_config": {"scopes": {"bot": ["chat:write"]}},
        "settings": {"socket_mode_enabled": true, "interactivity": {"is_enabled": true}, "event_subscriptions": {"bot_events": ["app_mention"]}},
    });
    let asked = json!({"manifest": good.to_string()});
    assert_eq!(outside.api(method, asked.clone()).await["error"], "not_allowed_token_type");
    let judged = outside.api_as(&token, method, asked).await.unwrap().body;
    assert_eq!(judged["ok"], true, "{judged}");
    let mut bad = good;
    bad["display_information"]["name"] = json!("x".repeat(36));
    bad["features"]["slash_commands"][0]["command"] = json!("countersign");
    bad["settings"]["socket_mode_enabled"] = json!(false);
    bad["colour"] = json!("red");
    let judged = outside.api_as(&token, method, json!({"manifest": bad})).await.unwrap().body;
    assert_eq!(judged["error"], "invalid_manifest");
    let pointers: Vec<&str> =
        judged["errors"].as_array().unwrap().iter().map(|it| it["pointer"].as_str().unwrap()).collect();
    for pointer in [
        "/display_information/name",
        "/features/slash_commands/0/command",
        "/features/slash_commands/0/url",
        "/settings/event_subscriptions/request_url",
        "/settings/interactivity/request_url",
        "/colour",
    ] {
        assert!(pointers.contains(&pointer), "{pointer} is not in {pointers:?}");
    }
    let nothing = outside.api_as(&token, method, json!({"manifest": "{"})).await.unwrap().body;
    assert_eq!(nothing["error"], "invalid_manifest");
    assert_eq!(
        outside.api_as(&token, "chat.postMessage", Value::Null).await.unwrap().body["error"],
        "json_not_object"
    );
    let posting = outside.api_as(&token, "chat.postMessage", json!({})).await.unwrap().body;
    assert_eq!(posting["error"], "not_allowed_token_type");
}

#[tokio::test]
async fn a_snippet_keeps_its_language() {
    let outside = Outside::new().await;
    let announced = json!({"filename": "answer.rs", "length": 9, "snippet_type": "rust"});
    let made = outside.api("files.getUploadURLExternal", announced).await;
    let request = http::Request::post(made["upload_url"].as_str().unwrap());
    outside.send(request.body("let x = 1".into()).unwrap()).await.unwrap();
    let shared = json!({"files": [{"id": made["file_id"]}], "channel_id": outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await["channel"]});
    outside.api("files.completeUploadExternal", shared).await;
    let file = outside.api("files.info", json!({"file": made["file_id"]})).await["file"].clone();
    assert_eq!(
        (&file["mode"], &file["filetype"], &file["editable"]),
        (&json!("snippet"), &json!("rust"), &json!(true))
    );
    let huge = json!({"filename": "a.txt", "length": 1_048_577, "snippet_type": "text"});
    assert_eq!(outside.api("files.getUploadURLExternal", huge).await["error"], "snippet_too_large");
}
