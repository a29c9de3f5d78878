//! Events, interactions and commands over HTTP: signed, retried, and given up.

use http::StatusCode;
use serde_json::{Value, json};

use super::{
    client::Outside,
    listener::{Listener, Reply},
};

/// An app that is reached at one address, which has answered the challenge.
async fn app() -> (Outside, Listener) {
    let (outside, mut listener) = (Outside::new().await, Listener::new().await);
    let set = json!({
        "transport": "http", "request_url": listener.url, "interactivity_url": listener.url,
        "command_url": listener.url,
    });
    let answer = outside.try_post("/slack/app", set).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(listener.next().await.json()["type"], "url_verification");
    (outside, listener)
}

async fn say(outside: &Outside) -> String {
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello"})).await;
    posted["event_ids"][0].as_str().unwrap().to_owned()
}

fn signature(secret: &str, at: &str, body: &str) -> String {
    let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, secret.as_bytes());
    let tag = aws_lc_rs::hmac::sign(&key, format!("v0:{at}:{body}").as_bytes());
    format!("v0={}", hex::encode(tag.as_ref()))
}

#[tokio::test]
async fn an_event_is_a_signed_request_in_slacks_full_wrapping() {
    let (outside, mut listener) = app().await;
    let event_id = say(&outside).await;
    let heard = listener.next().await;
    let at = heard.header("x-slack-request-timestamp");
    let expected = signature(&outside.card.signing_secret, at, &heard.body);
    assert_eq!(heard.header("x-slack-signature"), expected);
    assert_eq!(heard.header("content-type"), "application/json");
    assert_eq!(heard.header("x-slack-retry-num"), "");
    let wrapped = heard.json();
    assert_eq!((&wrapped["type"], &wrapped["event_id"]), (&json!("event_callback"), &json!(event_id)));
    for field in [
        "token",
        "team_id",
        "context_team_id",
        "context_enterprise_id",
        "api_app_id",
        "event",
        "event_time",
        "authorizations",
        "is_ext_shared_channel",
        "event_context",
    ] {
        assert!(wrapped.get(field).is_some(), "{field}");
    }
    outside.until("/slack/deliveries", |shown| shown["deliveries"][0]["stage"] == "acknowledged").await;
    assert_eq!(outside.get("/slack/deliveries").await["deliveries"][0]["tries"][0]["outcome"], "200");
}

#[tokio::test]
async fn a_request_url_that_does_not_repeat_the_challenge_is_not_taken() {
    let (outside, listener) = (Outside::new().await, Listener::new().await);
    listener.reply([Reply::Say(StatusCode::OK, "hello?")]);
    let refused = outside.try_post("/slack/app", json!({"request_url": listener.url})).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body["error"].as_str().unwrap().contains("challenge"), "{}", refused.body);
    let far = outside.try_post("/slack/app", json!({"request_url": "https://example.com/"})).await;
    assert_eq!(far.status, 409);
    assert_eq!(outside.get("/slack/app").await["request_url"], Value::Null);
}

#[tokio::test]
async fn a_failed_event_comes_again_with_its_count_and_reason_until_the_app_wants_it_no_more() {
    let (outside, mut listener) = app().await;
    outside.post("/slack/timing", json!({"retry_ms": [0, 0, 0]})).await;
    listener.reply([
        Reply::Say(StatusCode::INTERNAL_SERVER_ERROR, ""),
        Reply::Redirect,
        Reply::Redirect,
        Reply::Redirect,
        Reply::NoRetry,
    ]);
    let event_id = say(&outside).await;
    assert_eq!(listener.next().await.json()["event_id"], event_id);
    let second = listener.next().await;
    assert_eq!(
        (second.header("x-slack-retry-num"), second.header("x-slack-retry-reason")),
        ("1", "http_error")
    );
    assert_eq!(second.json()["event_id"], event_id);
    let _two_more_of_the_same = (listener.next().await, listener.next().await);
    let third = listener.next().await;
    assert_eq!(third.header("x-slack-retry-reason"), "too_many_redirects");
    outside.until("/slack/deliveries", |shown| shown["deliveries"][0]["stage"] == "given_up").await;
    assert_eq!(outside.get("/slack/deliveries").await["deliveries"][0]["attempts"], 3);
}

#[tokio::test]
async fn the_first_retry_does_not_wait_for_the_first_request() {
    let (outside, mut listener) = app().await;
    outside.post("/slack/timing", json!({"factor": 0.02})).await;
    listener.reply([Reply::Wait]);
    say(&outside).await;
    listener.next().await;
    let second = listener.next().await;
    assert_eq!(
        (second.header("x-slack-retry-num"), second.header("x-slack-retry-reason")),
        ("1", "http_timeout")
    );
    outside.until("/slack/deliveries", |shown| shown["deliveries"][0]["stage"] == "acknowledged").await;
    listener.let_go();
    let both = |shown: &Value| {
        shown["deliveries"][0]["tries"].as_array().unwrap().iter().all(|it| it["outcome"] == "200")
    };
    outside.until("/slack/deliveries", both).await;
}

#[tokio::test]
async fn nobody_there_is_a_failed_connection() {
    let (outside, mut listener) = app().await;
    outside.post("/slack/timing", json!({"retry_ms": [0]})).await;
    let nobody = "http://127.0.0.1:9/";
    assert_eq!(outside.try_post("/slack/app", json!({"request_url": nobody})).await.status, 409);
    assert_eq!(outside.try_post("/slack/app", json!({"command_url": nobody})).await.status, 200);
    let command = json!({"person": "ana", "channel": "general", "command": "/google"});
    outside.post("/slack/command", command).await;
    let told =
        |shown: &Value| shown["ephemerals"][0]["text"] == "/google failed with the error \"dispatch_failed\"";
    outside.until("/slack/ephemerals?person=ana", told).await;
    say(&outside).await;
    listener.next().await;
}

#[tokio::test]
async fn a_click_is_a_payload_in_a_form_and_a_modal_is_answered_in_the_body() {
    let (outside, mut listener) = app().await;
    let command = json!({"person": "ana", "channel": "general", "command": "/google", "text": "a & b"});
    outside.post("/slack/command", command).await;
    let heard = listener.next().await;
    assert_eq!(heard.header("content-type"), "application/x-www-form-urlencoded");
    assert_eq!((heard.field("command"), heard.field("text")), ("/google".to_owned(), "a & b".to_owned()));
    assert!(heard.field("response_url").starts_with("http://127.0.0.1"));
    let at = heard.header("x-slack-request-timestamp");
    assert_eq!(heard.header("x-slack-signature"), signature(&outside.card.signing_secret, at, &heard.body));
    let text = |words: &str| json!({"type": "plain_text", "text": words});
    let input = json!({"type": "input", "block_id": "b", "label": text("Why"),
        "element": {"type": "plain_text_input", "action_id": "a"}});
    let view = json!({"type": "modal", "title": text("Why"), "submit": text("Send"), "blocks": [input]});
    let opened =
        outside.api("views.open", json!({"trigger_id": heard.field("trigger_id"), "view": view})).await;
    assert_eq!(opened["ok"], true, "{opened}");
    let errors = r#"{"response_action": "errors", "errors": {"b": "Say more."}}"#;
    listener.reply([Reply::Say(StatusCode::OK, errors), Reply::Say(StatusCode::OK, "not JSON")]);
    outside.post("/slack/submit", json!({"person": "ana", "text": "so"})).await;
    let submission = listener.next().await.payload();
    assert_eq!(submission["type"], "view_submission");
    assert_eq!(submission["view"]["state"]["values"]["b"]["a"]["value"], "so");
    outside.until("/slack/views", |shown| shown["views"][0]["errors"]["b"] == "Say more.").await;
    outside.post("/slack/submit", json!({"person": "ana", "text": "because"})).await;
    outside.until("/slack/views", |shown| shown["views"][0]["trouble"].is_string()).await;
    outside.post("/slack/submit", json!({"person": "ana", "text": "because"})).await;
    outside.until("/slack/views", |shown| shown["views"] == json!([])).await;
}

#[tokio::test]
async fn a_command_is_answered_in_the_body_or_whoever_gave_it_hears_that_it_timed_out() {
    let (outside, mut listener) = app().await;
    let command = || json!({"person": "ana", "channel": "general", "command": "/google"});
    listener.reply([Reply::Say(StatusCode::OK, "Plain words.")]);
    outside.post("/slack/command", command()).await;
    let said = |words: &'static str| {
        move |shown: &Value| shown["ephemerals"].as_array().unwrap().iter().any(|it| it["text"] == words)
    };
    outside.until("/slack/ephemerals?person=ana", said("Plain words.")).await;
    outside.post("/slack/timing", json!({"factor": 0.02})).await;
    listener.reply([Reply::Wait]);
    outside.post("/slack/command", command()).await;
    let failed = "/google failed with the error \"operation_timeout\"";
    let shown = outside.until("/slack/ephemerals?person=ana", said(failed)).await;
    let mine = |it: &&Value| it["text"] == failed;
    assert_eq!(shown["ephemerals"].as_array().unwrap().iter().find(mine).unwrap()["from"], "slackbot");
    listener.let_go();
    listener.next().await;
}

#[tokio::test]
async fn an_app_that_fails_nearly_everything_is_sent_no_more_events() {
    let (outside, mut listener) = app().await;
    outside.post("/slack/timing", json!({"retry_ms": []})).await;
    outside.post("/slack/app/failure_limit", json!({"least": 2, "failed": 95, "window_ms": 60000})).await;
    listener.reply([Reply::Say(StatusCode::BAD_GATEWAY, ""), Reply::Say(StatusCode::BAD_GATEWAY, "")]);
    say(&outside).await;
    say(&outside).await;
    outside.until("/slack/app", |shown| shown["subscriptions"]["disabled"] == true).await;
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello?"})).await;
    assert_eq!(posted["event_ids"], json!([]));
    let again = outside.try_post("/slack/app", json!({"request_url": listener.url})).await;
    assert_eq!((again.status, &again.body["subscriptions"]["disabled"]), (200, &json!(false)));
    let event_id = say(&outside).await;
    loop {
        let heard = listener.next().await.json();
        if heard["event_id"] == event_id {
            break;
        }
    }
}

#[tokio::test]
async fn an_app_with_request_urls_has_no_sockets() {
    let outside = Outside::new().await;
    let mut before = outside.connect().await.greeted().await;
    let listener = Listener::new().await;
    outside.post("/slack/app", json!({"transport": "http", "request_url": listener.url})).await;
    assert_eq!(before.envelope().await["reason"], "link_disabled");
    let frame = outside.connect().await.envelope().await;
    assert_eq!((&frame["type"], &frame["reason"]), (&json!("disconnect"), &json!("link_disabled")));
}

#[tokio::test]
async fn a_world_file_can_set_all_of_it() {
    let mut listener = Listener::new().await;
    let mut world = super::client::world();
    world.app = serde_json::from_value(json!({
        "transport": "http", "request_url": listener.url, "signing_secret": "of the world",
        "events": ["message.im"], "rate_limits": "real",
    }))
    .unwrap();
    let outside = Outside::with_world(world).await;
    assert_eq!(outside.card.signing_secret, "of the world");
    assert_eq!(outside.get("/slack/rate_limits").await["mode"], "real");
    let unheard = json!({"person": "ana", "channel": "general", "text": "@countersign hello"});
    assert_eq!(
        outside.post("/slack/post", unheard).await["event_ids"],
        json!([]),
        "it hears direct messages only"
    );
    let event_id = say(&outside).await;
    let heard = listener.next().await;
    assert_eq!(heard.json()["event_id"], event_id);
    let at = heard.header("x-slack-request-timestamp");
    assert_eq!(heard.header("x-slack-signature"), signature("of the world", at, &heard.body));
}
