//! Scripted faults and the request log.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Outside};

async fn post(outside: &Outside, text: &str) -> Option<Answer> {
    let token = outside.card.bot_token.clone();
    outside.api_as(&token, "chat.postMessage", json!({"channel": "general", "text": text})).await
}

async fn texts(outside: &Outside) -> Vec<String> {
    let shown = outside.get("/slack/messages?channel=general").await;
    let text = |message: &Value| message["text"].as_str().unwrap().to_owned();
    shown["messages"].as_array().unwrap().iter().map(text).collect()
}

#[tokio::test]
async fn a_rate_limit_comes_with_retry_after_and_nothing_is_posted() {
    let outside = Outside::new().await;
    let kind = json!({"status": {"code": 429, "retry_after": 7}});
    outside.post("/faults", json!({"service": "slack", "method": "chat.*", "kind": kind, "times": 1})).await;
    let limited = post(&outside, "one").await.unwrap();
    assert_eq!((limited.status, &limited.body["error"]), (429, &json!("ratelimited")));
    assert_eq!(limited.headers["retry-after"], "7");
    assert_eq!(post(&outside, "two").await.unwrap().body["ok"], true);
    assert_eq!(texts(&outside).await, ["two"]);
}

#[tokio::test]
async fn a_connection_dropped_after_the_commit_has_posted_and_one_dropped_before_has_not() {
    let outside = Outside::new().await;
    for (kind, text) in [("drop_before", "before"), ("drop_after_commit", "after")] {
        let fault = json!({"service": "slack", "method": "chat.postMessage", "kind": kind, "times": 1});
        outside.post("/faults", fault).await;
        assert!(post(&outside, text).await.is_none(), "{kind} gives no answer");
    }
    assert_eq!(texts(&outside).await, ["after"]);
    let log = outside.get("/requests?service=slack&method=chat.postMessage").await;
    assert_eq!(log["requests"][0]["faults"], json!(["drop_before"]));
    assert_eq!(log["requests"][0]["status"], Value::Null);
    assert_eq!(log["requests"][1]["status"], 200);
    assert_eq!(log["requests"][1]["caller"], "app");
    assert!(log["requests"][1]["body"].as_str().unwrap().contains("after"));
    let since = log["requests"][0]["number"].as_u64().unwrap();
    let later = outside.get(&format!("/requests?since={since}")).await;
    assert_eq!(later["requests"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn slowness_is_felt_a_hanging_request_is_never_answered_and_a_held_one_is_let_go() {
    let outside = Outside::new().await;
    let slow = json!({"service": "slack", "method": "auth.test", "kind": {"latency": {"ms": 80}}});
    outside.post("/faults", slow).await;
    let started = Instant::now();
    assert_eq!(outside.api("auth.test", json!({})).await["ok"], true);
    assert!(started.elapsed() >= Duration::from_millis(80));
    outside.post("/faults", json!({"service": "slack", "method": "api.test", "kind": "hang"})).await;
    let token = outside.card.bot_token.clone();
    let hanging = outside.api_as(&token, "api.test", json!({}));
    assert!(tokio::time::timeout(Duration::from_millis(200), hanging).await.is_err());
    outside
        .until("/requests?method=api.test", |shown| shown["requests"][0]["faults"] == json!(["hang"]))
        .await;
    let cleared = Request::delete(&outside).await;
    assert_eq!(cleared["faults"], json!([]));
    outside.post("/faults", json!({"service": "slack", "method": "api.test", "kind": "hold"})).await;
    let held = outside.api_as(&token, "api.test", json!({}));
    let released = async {
        outside
            .until("/requests?method=api.test", |shown| shown["requests"][1]["faults"] == json!(["hold"]))
            .await;
        Request::delete(&outside).await
    };
    assert_eq!(tokio::join!(held, released).0.unwrap().body["ok"], true);
    assert_eq!(outside.api("api.test", json!({})).await["ok"], true);
    tokio::time::timeout(Duration::from_mins(2), outside.sandbox.stop())
        .await
        .expect("stops in time")
        .unwrap();
}

struct Request;

impl Request {
    async fn delete(outside: &Outside) -> Value {
        let request = http::Request::delete(format!("{}/faults", outside.card.control_url));
        outside.send(request.body(http_body_util::Full::default()).unwrap()).await.unwrap().body
    }
}
