//! Messages, threads and what Slack refuses.

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::Outside;

async fn asked(outside: &Outside, text: &str) -> (String, String) {
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": text})).await;
    (posted["channel"].as_str().unwrap().to_owned(), posted["ts"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_mention_makes_two_events_with_one_ts_and_two_event_ids() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let (channel, ts) = asked(&outside, "@countersign hello").await;
    let (first, second) = (socket.take().await, socket.take().await);
    let events: Vec<&Value> =
        [&first, &second].iter().map(|envelope| &envelope["payload"]["event"]).collect();
    assert_eq!(events[0]["type"], "message");
    assert_eq!(events[1]["type"], "app_mention");
    for event in events {
        assert_eq!((&event["channel"], &event["ts"]), (&json!(channel), &json!(ts)));
    }
    assert_ne!(first["payload"]["event_id"], second["payload"]["event_id"]);
    outside.until("/slack/deliveries", |shown| shown["deliveries"][1]["stage"] == "acknowledged").await;
}

#[tokio::test]
async fn the_mention_can_come_before_the_message_or_alone() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let post =
        |order: &str| json!({"person": "ana", "channel": "general", "text": "@countersign", "order": order});
    outside.post("/slack/post", post("mention_first")).await;
    assert_eq!(socket.take().await["payload"]["event"]["type"], "app_mention");
    assert_eq!(socket.take().await["payload"]["event"]["type"], "message");
    let alone = outside.post("/slack/post", post("mention_only")).await;
    assert_eq!(alone["event_ids"].as_array().unwrap().len(), 1);
    assert_eq!(socket.take().await["payload"]["event"]["type"], "app_mention");
}

#[tokio::test]
async fn the_app_hears_of_its_own_posts_and_updates_as_a_bot() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted = outside.api("chat.postMessage", json!({"channel": "general", "text": "one"})).await;
    let own = socket.take().await["payload"]["event"].clone();
    assert_eq!(own["bot_id"], posted["message"]["bot_id"]);
    let update = json!({"channel": posted["channel"], "ts": posted["ts"], "text": "two"});
    assert_eq!(outside.api("chat.update", update).await["ok"], true);
    let changed = socket.take().await["payload"]["event"].clone();
    assert_eq!(changed["subtype"], "message_changed");
    assert_eq!(changed["message"]["text"], "two");
    assert_eq!(changed["previous_message"]["text"], "one");
}

#[tokio::test]
async fn direct_messages_are_of_type_im_and_never_mentions() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted = outside
        .post("/slack/post", json!({"person": "ben", "channel": "dm", "text": "@countersign psst"}))
        .await;
    assert_eq!(posted["event_ids"].as_array().unwrap().len(), 1);
    assert_eq!(socket.take().await["payload"]["event"]["channel_type"], "im");
}

#[tokio::test]
async fn what_slack_refuses_is_refused_with_slacks_code() {
    let outside = Outside::new().await;
    let (channel, ts) = asked(&outside, "hello").await;
    let refused = [
        ("chat.postMessage", json!({"channel": "C0", "text": "x"}), "channel_not_found"),
        ("chat.postMessage", json!({"channel": "lonely", "text": "x"}), "not_in_channel"),
        ("chat.postMessage", json!({"channel": "secret", "text": "x"}), "channel_not_found"),
        ("chat.postMessage", json!({"channel": channel}), "no_text"),
        ("chat.postMessage", json!({"text": "x"}), "invalid_arguments"),
        ("chat.postMessage", json!({"channel": channel, "text": "x", "colour": "red"}), "invalid_arguments"),
        (
            "chat.postMessage",
            json!({"channel": channel, "text": "x", "thread_ts": "1699999999.000001"}),
            "thread_not_found",
        ),
        (
            "chat.postMessage",
            json!({"channel": channel, "text": "x", "blocks": "nonsense"}),
            "invalid_blocks_format",
        ),
        (
            "chat.postMessage",
            json!({"channel": channel, "text": "x", "blocks": [{"type": "x"}]}),
            "invalid_blocks",
        ),
        ("chat.update", json!({"channel": channel, "ts": ts, "text": "x"}), "cant_update_message"),
        (
            "chat.update",
            json!({"channel": channel, "ts": "1699999999.000001", "text": "x"}),
            "message_not_found",
        ),
        ("chat.delete", json!({"channel": channel, "ts": ts}), "cant_delete_message"),
        ("chat.postEphemeral", json!({"channel": channel, "user": "U0", "text": "x"}), "user_not_in_channel"),
        ("users.info", json!({"user": "U0"}), "user_not_found"),
        ("users.lookupByEmail", json!({"email": "x@y.example"}), "users_not_found"),
        ("conversations.history", json!({"channel": channel, "cursor": "x"}), "invalid_cursor"),
        ("conversations.replies", json!({"channel": channel, "ts": "1699999999.000001"}), "thread_not_found"),
        (
            "agents.sessions.setStatus",
            json!({"channel_id": channel, "thread_ts": ts, "status": "busy"}),
            "invalid_arguments",
        ),
        ("apps.connections.open", json!({}), "not_allowed_token_type"),
        ("chat.unknown", json!({}), "unknown_method"),
    ];
    for (method, arguments, code) in refused {
        let answer = outside.api(method, arguments.clone()).await;
        assert_eq!(answer["error"], code, "{method} {arguments} gave {answer}");
    }
    let nobody = outside.api_as("xoxb-stolen", "auth.test", json!({})).await.unwrap();
    assert_eq!((nobody.status, &nobody.body["error"]), (200, &json!("invalid_auth")));
    let silent =
        Request::get(format!("{}auth.test", outside.card.slack_api_url)).body(Full::default()).unwrap();
    assert_eq!(outside.send(silent).await.unwrap().body["error"], "not_authed");
}

#[tokio::test]
async fn forms_and_queries_say_the_same_as_json() {
    let outside = Outside::new().await;
    let form: String = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("token", &outside.card.bot_token)
        .append_pair("channel", "general")
        .append_pair("text", "from a form")
        .append_pair("blocks", r#"[{"type":"divider"}]"#)
        .finish();
    let request = Request::post(format!("{}chat.postMessage", outside.card.slack_api_url))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::from(form));
    let posted = outside.send(request.unwrap()).await.unwrap();
    assert_eq!(posted.body["message"]["blocks"][0]["type"], "divider");
    assert!(posted.headers["x-oauth-scopes"].to_str().unwrap().contains("chat:write"));
    let query = format!(
        "{}conversations.history?channel={}",
        outside.card.slack_api_url,
        posted.body["channel"].as_str().unwrap(),
    );
    let asked = Request::get(query)
        .header(header::AUTHORIZATION, format!("Bearer {}", outside.card.bot_token))
        .body(Full::default());
    let history = outside.send(asked.unwrap()).await.unwrap();
    assert_eq!(history.body["messages"][0]["text"], "from a form");
}

#[tokio::test]
async fn a_thread_is_read_page_by_page_with_its_metadata_on_request() {
    let outside = Outside::new().await;
    let (channel, ts) = asked(&outside, "root").await;
    for n in 0..3 {
        let metadata = json!({"event_type": "n", "event_payload": {"n": n}});
        let reply =
            json!({"channel": channel, "thread_ts": ts, "text": format!("reply {n}"), "metadata": metadata});
        assert_eq!(outside.api("chat.postMessage", reply).await["ok"], true);
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let ask =
            json!({"channel": channel, "ts": ts, "limit": 2, "cursor": cursor, "include_all_metadata": true});
        let page = outside.api("conversations.replies", ask).await;
        seen.extend(page["messages"].as_array().unwrap().clone());
        match page["response_metadata"]["next_cursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => break,
        }
    }
    let texts: Vec<&str> = seen.iter().map(|message| message["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["root", "reply 0", "reply 1", "reply 2"]);
    assert_eq!(seen[0]["reply_count"], 3);
    assert_eq!(seen[3]["metadata"]["event_payload"]["n"], 2);
    let plain = outside.api("conversations.replies", json!({"channel": channel, "ts": ts})).await;
    assert!(plain["messages"][3].get("metadata").is_none());
    let one = json!({"channel": channel, "ts": seen[2]["ts"]});
    let one = outside.api("conversations.replies", one).await;
    assert_eq!((&one["messages"][0]["text"], &one["has_more"]), (&json!("reply 1"), &json!(false)));
    assert_eq!(one["messages"].as_array().unwrap().len(), 1, "the ts of a reply gives that reply alone");
}

#[tokio::test]
async fn slack_itself_is_a_user_and_no_bot() {
    let outside = Outside::new().await;
    let slackbot = outside.api("users.info", json!({"user": "USLACKBOT"})).await["user"].clone();
    assert_eq!((&slackbot["real_name"], &slackbot["is_bot"]), (&json!("Slackbot"), &json!(false)));
    let members = outside.api("users.list", json!({})).await["members"].clone();
    assert_eq!(members.as_array().unwrap().iter().filter(|it| **it == slackbot).count(), 1);
}

#[tokio::test]
async fn every_kind_of_conversation_has_scopes_of_its_own_and_so_have_addresses() {
    let outside = Outside::new().await;
    let scopes = json!({"scopes": ["channels:history", "channels:read", "im:write", "users:read"]});
    outside.post("/slack/app", scopes).await;
    let ana = outside.card.people[0].slack_user_id.clone();
    let direct = outside.api("conversations.open", json!({"users": ana})).await["channel"]["id"].clone();
    for (method, needed) in [
        ("conversations.history", "im:history"),
        ("conversations.info", "im:read"),
        ("conversations.members", "im:read"),
    ] {
        let refused = outside.api(method, json!({"channel": direct})).await;
        assert_eq!(
            (&refused["error"], &refused["needed"]),
            (&json!("missing_scope"), &json!(needed)),
            "{method}"
        );
        assert!(refused["provided"].as_str().unwrap().contains("channels:history"), "{refused}");
    }
    let channels = outside.api("conversations.list", json!({})).await["channels"].clone();
    let public =
        channels.as_array().unwrap().iter().find(|it| it["is_member"] == true).unwrap()["id"].clone();
    assert_eq!(outside.api("conversations.history", json!({"channel": public})).await["ok"], true);
    let refused = outside.api("conversations.list", json!({"types": "private_channel"})).await;
    assert_eq!((&refused["error"], &refused["needed"]), (&json!("missing_scope"), &json!("groups:read")));
    let user = outside.api("users.info", json!({"user": ana})).await["user"].clone();
    assert!(user["profile"]["real_name"].is_string() && user["profile"].get("email").is_none(), "{user}");
}

#[tokio::test]
async fn what_there_is_little_of_is_answered_in_slacks_shapes() {
    let outside = Outside::new().await;
    let scopes = [
        "channels:read",
        "channels:manage",
        "files:read",
        "users:read",
        "users.profile:read",
        "emoji:read",
        "usergroups:read",
        "pins:read",
        "bookmarks:read",
    ];
    outside.post("/slack/app", json!({ "scopes": scopes })).await;
    let ana = outside.card.people[0].slack_user_id.clone();
    let channels = outside.api("conversations.list", json!({})).await["channels"].clone();
    let public =
        channels.as_array().unwrap().iter().find(|it| it["is_member"] == true).unwrap()["id"].clone();
    for (method, arguments, pointer) in [
        ("conversations.mark", json!({"channel": public, "ts": "1700000000.000100"}), "/ok"),
        ("users.profile.get", json!({"user": ana}), "/profile/real_name"),
        ("users.getPresence", json!({"user": ana}), "/presence"),
        ("files.list", json!({"channel": public}), "/paging/total"),
        ("emoji.list", json!({}), "/emoji"),
        ("usergroups.list", json!({}), "/usergroups"),
        ("auth.teams.list", json!({}), "/teams/0/id"),
        ("pins.list", json!({"channel": public}), "/items"),
        ("bookmarks.list", json!({"channel_id": public}), "/bookmarks"),
    ] {
        let answer = outside.api(method, arguments).await;
        assert!(answer["ok"] == true && answer.pointer(pointer).is_some(), "{method}: {answer}");
    }
    assert_eq!(outside.api("users.getPresence", json!({"user": "U0NONE"})).await["error"], "user_not_found");
    let nowhere = json!({"channel": "C0NONE", "ts": "1700000000.000100"});
    assert_eq!(outside.api("conversations.mark", nowhere).await["error"], "channel_not_found");
}

#[tokio::test]
async fn a_missing_scope_is_named() {
    let outside = Outside::new().await;
    outside.post("/slack/app", json!({"scopes": ["users:read"]})).await;
    let refused = outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await;
    assert_eq!((&refused["error"], &refused["needed"]), (&json!("missing_scope"), &json!("chat:write")));
}
