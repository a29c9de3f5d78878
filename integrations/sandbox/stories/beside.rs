//! Several workspaces: one app, and in each of them its own tokens, people and channels.

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};
use url::Url;

use super::client::{Outside, world};
use crate::{WorkspaceSeed, World};

const BACK: &str = "http://127.0.0.1:8400/slack/installed";

/// The same people and channels once more, in a workspace beside the first.
async fn started() -> Outside {
    let first = world();
    let beside = WorkspaceSeed {
        workspace: "Harbour Works".to_owned(),
        domain: "harbour.example".to_owned(),
        people: first.people.clone(),
        channels: first.channels.clone(),
    };
    let organisation = Some("Fernwood Group".to_owned());
    let outside = Outside::with_world(World { workspaces: vec![beside], organisation, ..first }).await;
    outside.post("/slack/app", json!({"redirect_uris": [BACK]})).await;
    outside
}

async fn send_form(outside: &Outside, url: &str, fields: &[(&str, &str)]) -> super::client::Answer {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = Request::post(url).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    outside.send(request.body(Full::from(form)).unwrap()).await.unwrap()
}

/// Ana lets the app into a workspace; gives the answer to its code.
async fn installed(outside: &Outside, team: &str, more: &[(&str, &str)]) -> Value {
    let card = &outside.card;
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("client_id", &card.slack_client_id)
        .append_pair("scope", "chat:write,users:read,channels:read,im:history")
        .append_pair("redirect_uri", BACK)
        .append_pair("team", team)
        .finish();
    let fields = [&[("query", query.as_str()), ("person", "ana"), ("decision", "allow")], more].concat();
    let allowed = send_form(outside, &card.slack_authorize_url, &fields).await;
    let back = Url::parse(allowed.headers["location"].to_str().unwrap()).unwrap();
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let fields = [
        ("client_id", card.slack_client_id.as_str()),
        ("client_secret", &card.slack_client_secret),
        ("code", &code),
        ("redirect_uri", BACK),
    ];
    send_form(outside, &format!("{}oauth.v2.access", card.slack_api_url), &fields).await.body
}

async fn call(outside: &Outside, token: &str, method: &str, arguments: Value) -> Value {
    outside.api_as(token, method, arguments).await.unwrap().body
}

#[tokio::test]
async fn a_token_opens_its_own_workspace_and_no_other() {
    let outside = started().await;
    let beside = outside.card.workspaces[0].clone();
    let granted = installed(&outside, &beside.slack_team_id, &[]).await;
    assert_eq!(
        (&granted["team"]["id"], &granted["app_id"]),
        (&json!(beside.slack_team_id), &json!(outside.card.slack_app_id))
    );
    let token = granted["access_token"].as_str().unwrap();
    assert_ne!(token, outside.card.bot_token);
    assert_eq!(call(&outside, token, "auth.test", json!({})).await["team_id"], json!(beside.slack_team_id));

    let made = json!({"name": "harbour-only", "members": ["ana"], "agent": true});
    outside.post_to(&format!("{}/slack/channels", beside.control_url), made).await;
    let channels = call(&outside, token, "conversations.list", json!({})).await["channels"].clone();
    let own =
        channels.as_array().unwrap().iter().find(|it| it["name"] == "harbour-only").unwrap()["id"].clone();
    let posted = call(&outside, token, "chat.postMessage", json!({"channel": own, "text": "here"})).await;
    assert_eq!(posted["ok"], true, "{posted}");
    let stranger = outside.api("chat.postMessage", json!({"channel": own, "text": "there"})).await;
    assert_eq!(stranger["error"], "channel_not_found");
}

#[tokio::test]
async fn one_socket_carries_what_happens_in_every_workspace() {
    let outside = started().await;
    let beside = outside.card.workspaces[0].clone();
    let hello = json!({"person": "ana", "channel": "dm", "text": "hello"});
    let there = format!("{}/slack/post", beside.control_url);
    let before = outside.post_to(&there, hello.clone()).await.body;
    assert_eq!(before["event_ids"], json!([]), "the app is not there yet");
    installed(&outside, &beside.slack_team_id, &[]).await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post_to(&there, hello.clone()).await;
    let event = socket.take().await["payload"].clone();
    assert_eq!(event["team_id"], json!(beside.slack_team_id));
    assert_eq!(event["authorizations"][0]["team_id"], json!(beside.slack_team_id));
    outside.post("/slack/post", hello).await;
    assert_eq!(socket.take().await["payload"]["team_id"], json!(outside.card.slack_team_id));
    let path = format!("/workspaces/{}/slack/deliveries", beside.slack_team_id);
    let settled = |shown: &Value| {
        shown["deliveries"].as_array().unwrap().iter().all(|one| one["stage"] == "acknowledged")
    };
    outside.until(&path, settled).await;
}

#[tokio::test]
async fn an_installation_in_the_whole_organisation_names_no_workspace() {
    let outside = started().await;
    let granted = installed(&outside, "", &[("everywhere", "1")]).await;
    assert_eq!((&granted["team"], &granted["is_enterprise_install"]), (&Value::Null, &json!(true)));
    let organisation = granted["enterprise"]["id"].clone();
    let token = granted["access_token"].as_str().unwrap();
    let who = call(&outside, token, "auth.test", json!({})).await;
    assert_eq!((&who["team_id"], &who["enterprise_id"]), (&organisation, &organisation));
    let team = json!({"team_id": outside.card.slack_team_id});
    for method in ["bots.info", "conversations.list", "users.conversations", "users.list"] {
        assert_eq!(call(&outside, token, method, json!({})).await["error"], "missing_argument", "{method}");
        assert_eq!(call(&outside, token, method, team.clone()).await["ok"], true, "{method}");
    }
    outside.post("/slack/app", json!({"scopes": ["files:read", "usergroups:read"]})).await;
    for method in ["files.list", "usergroups.list"] {
        assert_eq!(call(&outside, token, method, json!({})).await["error"], "missing_argument", "{method}");
        assert_eq!(call(&outside, token, method, team.clone()).await["ok"], true, "{method}");
    }
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello"})).await;
    let event = socket.take().await["payload"].clone();
    assert_eq!(
        (&event["team_id"], &event["enterprise_id"], &event["authorizations"][0]["team_id"]),
        (&json!(outside.card.slack_team_id), &organisation, &Value::Null)
    );
}
