//! Details of what Slack answers that its own libraries read.

use std::time::Duration;

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::{Answer, Outside};

async fn in_json(outside: &Outside, method: &str, arguments: Value) -> Answer {
    let request = Request::post(format!("{}{method}", outside.card.slack_api_url))
        .header(header::AUTHORIZATION, format!("Bearer {}", outside.card.bot_token))
        .header(header::CONTENT_TYPE, "application/json; charset=utf-8")
        .body(Full::from(arguments.to_string()));
    outside.send(request.unwrap()).await.unwrap()
}

async fn general(outside: &Outside) -> Value {
    outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await
}

fn person(outside: &Outside, at: usize) -> String {
    outside.card.people[at].slack_user_id.clone()
}

#[tokio::test]
async fn methods_that_read_do_not_look_into_json() {
    let outside = Outside::new().await;
    outside
        .post(
            "/slack/app",
            json!({"scopes": ["users:read", "users:read.email", "channels:read",
        "channels:history", "files:read", "files:write", "reactions:read", "chat:write", "team:read"]}),
        )
        .await;
    let posted = general(&outside).await;
    let (channel, ts, ana) = (&posted["channel"], &posted["ts"], person(&outside, 0));
    for (method, arguments) in [
        ("files.getUploadURLExternal", json!({"filename": "a.txt", "length": "5"})),
        ("users.info", json!({"user": ana})),
        ("users.lookupByEmail", json!({"email": "ana@fernwood.example"})),
        ("conversations.replies", json!({"channel": channel, "ts": ts})),
        ("conversations.history", json!({"channel": channel})),
        ("conversations.info", json!({"channel": channel})),
        ("conversations.members", json!({"channel": channel})),
        ("chat.getPermalink", json!({"channel": channel, "message_ts": ts})),
    ] {
        assert_eq!(outside.api(method, arguments.clone()).await["ok"], true, "{method} in a form");
        let refused = in_json(&outside, method, arguments).await.body;
        assert_eq!(refused["error"], "invalid_arguments", "{method} in JSON");
    }
    for method in ["users.list", "conversations.list", "users.conversations", "team.info", "bots.info"] {
        let ignored =
            in_json(&outside, method, json!({"limit": "many", "bot": "B0", "team": "T0"})).await.body;
        assert_eq!(ignored["ok"], true, "{method}: {ignored}");
    }
    assert_eq!(
        in_json(&outside, "chat.postMessage", json!({"channel": "general", "text": "x"})).await.body["ok"],
        true
    );
}

#[tokio::test]
async fn the_scopes_a_method_takes_are_told_with_commas() {
    let outside = Outside::new().await;
    let token = outside.card.bot_token.clone();
    let answer = outside.api_as(&token, "conversations.list", json!({})).await.unwrap();
    assert_eq!(answer.headers["x-accepted-oauth-scopes"], "channels:read,groups:read,im:read,mpim:read");
}

#[tokio::test]
async fn a_direct_message_of_several_is_opened_once() {
    let outside = Outside::new().await;
    let users = format!("{},{}", person(&outside, 0), person(&outside, 1));
    let refused = outside.api("conversations.open", json!({"users": users})).await;
    assert_eq!((&refused["error"], &refused["needed"]), (&json!("missing_scope"), &json!("mpim:write")));
    outside.post("/slack/app", json!({"scopes": ["mpim:write", "mpim:read", "chat:write"]})).await;
    let only_look = json!({"users": users, "prevent_creation": true});
    assert_eq!(outside.api("conversations.open", only_look).await["error"], "channel_not_found");
    let opened = outside.api("conversations.open", json!({"users": users})).await;
    assert!(opened.get("already_open").is_none(), "{opened}");
    let again = outside.api("conversations.open", json!({"users": users, "return_im": true})).await;
    assert_eq!((&again["already_open"], &again["channel"]["id"]), (&json!(true), &opened["channel"]["id"]));
    let shown = outside.api("conversations.info", json!({"channel": opened["channel"]["id"]})).await;
    assert_eq!(
        (&shown["channel"]["is_mpim"], &shown["channel"]["name"]),
        (&json!(true), &json!("mpdm-ana--ben--countersign-1"))
    );
    let post = json!({"channel": opened["channel"]["id"], "text": "hello, both"});
    assert_eq!(outside.api("chat.postMessage", post).await["ok"], true);
    let alone = outside.api("conversations.open", json!({"users": person(&outside, 0)})).await;
    assert_eq!(alone["needed"], "im:write");
    let many: Vec<String> = (0..9).map(|n| format!("U0{n}")).collect();
    let many = outside.api("conversations.open", json!({"users": many.join(",")})).await;
    assert_eq!(many["error"], "too_many_users");
    let nobody = outside.api("conversations.open", json!({"users": format!("{users},U0")})).await;
    assert_eq!(nobody["error"], "user_not_found");
}

#[tokio::test]
async fn a_file_says_where_it_is_shown_and_what_is_read_to_those_who_cannot_see_it() {
    let outside = Outside::new().await;
    let root = general(&outside).await;
    let wanted = json!({"filename": "a.txt", "length": "5", "alt_text": "Five letters"});
    let given = outside.api("files.getUploadURLExternal", wanted).await;
    let upload = Request::post(given["upload_url"].as_str().unwrap()).body(Full::from("hello")).unwrap();
    assert_eq!(outside.send(upload).await.unwrap().status, 200);
    let complete =
        json!({"files": [{"id": given["file_id"]}], "channel_id": root["channel"], "thread_ts": root["ts"]});
    assert_eq!(outside.api("files.completeUploadExternal", complete).await["ok"], true);
    outside.until("/slack/messages?channel=general", |all| all["messages"][1].is_object()).await;
    let file = outside.api("files.info", json!({"file": given["file_id"]})).await["file"].clone();
    assert_eq!(file["alt_txt"], "Five letters");
    let channel = root["channel"].as_str().unwrap();
    let share = &file["shares"]["public"][channel][0];
    assert_eq!((&share["thread_ts"], &share["channel_name"]), (&root["ts"], &json!("general")));
    let thread = outside.api("conversations.replies", json!({"channel": channel, "ts": root["ts"]})).await;
    assert_eq!(thread["messages"][1]["ts"], share["ts"]);
    assert_eq!(file["shares"].get("private"), None);
}

#[tokio::test]
async fn reactions_are_read_with_what_they_are_about() {
    let outside = Outside::new().await;
    let posted = general(&outside).await;
    let item = |more: Value| {
        let mut item = json!({"channel": posted["channel"], "timestamp": posted["ts"]});
        item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        item
    };
    outside.api("reactions.add", item(json!({"name": "eyes"}))).await;
    let unheard_of = item(json!({"name": "thumbs_up"}));
    assert_eq!(outside.api("reactions.add", unheard_of).await["error"], "invalid_name");
    let got = outside.api("reactions.get", item(json!({"full": true}))).await;
    assert_eq!((&got["type"], &got["channel"]), (&json!("message"), &posted["channel"]));
    assert_eq!(
        (&got["message"]["ts"], &got["message"]["reactions"][0]["name"]),
        (&posted["ts"], &json!("eyes"))
    );
    assert!(got["message"]["permalink"].as_str().unwrap().contains("/archives/"));
    assert_eq!(outside.api("reactions.get", json!({})).await["error"], "no_item_specified");
    let gone = json!({"channel": posted["channel"], "timestamp": "1699999999.000001"});
    assert_eq!(outside.api("reactions.get", gone).await["error"], "message_not_found");
    assert_eq!(outside.api("reactions.get", json!({"file": "F0"})).await["error"], "file_not_found");
}

#[tokio::test]
async fn people_and_channels_have_a_language_and_people_a_picture() {
    let outside = Outside::new().await;
    let (ana, channel) = (person(&outside, 0), general(&outside).await["channel"].clone());
    let user = outside.api("users.info", json!({"user": ana, "include_locale": true})).await["user"].clone();
    assert_eq!(user["locale"], "en-US");
    let plain = outside.api("users.info", json!({"user": ana})).await["user"].clone();
    assert_eq!(plain.get("locale"), None);
    let shown = outside.api("conversations.info", json!({"channel": channel, "include_locale": true})).await;
    assert_eq!(shown["channel"]["locale"], "en-US");
    let everybody = outside.api("users.list", json!({"include_locale": true})).await;
    for member in everybody["members"].as_array().unwrap() {
        assert!(member["locale"].is_string() && member["profile"]["image_72"].is_string(), "{member}");
    }
    for size in [24, 32, 48, 72, 192, 512] {
        let address = user["profile"][format!("image_{size}")].as_str().unwrap().to_owned();
        let picture = outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
        assert_eq!((picture.status, &picture.headers["content-type"]), (200, &"image/png".parse().unwrap()));
    }
    let none = format!("{}/avatars/{ana}-25.png", outside.card.google_base_url);
    assert_eq!(outside.send(Request::get(none).body(Full::default()).unwrap()).await.unwrap().status, 404);
}

#[tokio::test]
async fn a_broadcast_brings_its_root_and_attachments_come_back_numbered() {
    let outside = Outside::new().await;
    let root = general(&outside).await;
    let reply = json!({"channel": "general", "text": "y", "thread_ts": root["ts"], "reply_broadcast": true});
    let broadcast = outside.api("chat.postMessage", reply).await["message"].clone();
    assert_eq!((&broadcast["subtype"], &broadcast["root"]["ts"]), (&json!("thread_broadcast"), &root["ts"]));
    assert_eq!(broadcast["root"]["reply_count"], 1);
    let attachments =
        json!([{"color": "#ff0000", "text": "a"}, {"color": "good", "text": "b"}, {"text": "c"}]);
    let post = json!({"channel": "general", "attachments": attachments, "container_id": "x"});
    let shown = outside.api("chat.postMessage", post).await["message"]["attachments"].clone();
    assert_eq!((&shown[0]["id"], &shown[0]["color"]), (&json!(1), &json!("ff0000")));
    assert_eq!((&shown[1]["id"], &shown[1]["color"]), (&json!(2), &json!("2eb886")));
    assert_eq!((&shown[2]["id"], shown[2].get("color")), (&json!(3), None));
    outside.post("/slack/app", json!({"scopes": ["team:read"]})).await;
    let team = outside.api("team.info", json!({"include_slackbot_availability": true})).await;
    assert_eq!(team["ok"], true, "{team}");
}

#[tokio::test]
async fn a_connection_that_tries_its_reconnecting_is_asked_to_go_early() {
    let outside = Outside::new().await;
    let usual = outside.connect().await.envelope().await;
    assert_eq!(usual["debug_info"]["approximate_connection_time"], 18060);
    outside.post("/slack/timing", json!({"factor": 0.001})).await;
    let mut brief = outside.connect_with("&debug_reconnects=true").await;
    assert_eq!(brief.envelope().await["debug_info"]["approximate_connection_time"], 360);
    let told = tokio::time::timeout(Duration::from_secs(20), brief.envelope()).await.unwrap();
    assert_eq!((&told["type"], &told["reason"]), (&json!("disconnect"), &json!("refresh_requested")));
}
