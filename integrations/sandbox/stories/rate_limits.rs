//! Slack's rate limits, when they are switched on.

use serde_json::{Value, json};

use super::client::Outside;

fn counter<'a>(shown: &'a Value, method: &str) -> &'a Value {
    shown["counters"].as_array().unwrap().iter().find(|it| it["method"] == method).unwrap()
}

#[tokio::test]
async fn calls_are_counted_and_refused_only_when_the_limits_are_real() {
    let outside = Outside::new().await;
    for _ in 0..30 {
        assert_eq!(outside.api("users.list", json!({})).await["ok"], true);
    }
    let shown = outside.get("/slack/rate_limits").await;
    assert_eq!(shown["mode"], "off");
    assert_eq!(counter(&shown, "users.list")["now"], 30);
    outside.post("/slack/rate_limits", json!({"mode": "real"})).await;
    let token = outside.card.bot_token.clone();
    for _ in 0..20 {
        assert_eq!(outside.api("users.list", json!({})).await["ok"], true);
    }
    let refused = outside.api_as(&token, "users.list", json!({})).await.unwrap();
    assert_eq!((refused.status, &refused.body["error"]), (429, &json!("ratelimited")));
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(outside.api("users.info", json!({"user": outside.card.bot_user_id})).await["ok"], true);
    let shown = outside.get("/slack/rate_limits").await;
    assert_eq!(counter(&shown, "users.list")["refused"], 1);
}

#[tokio::test]
async fn a_channel_counts_once_by_whichever_name() {
    let outside = Outside::new().await;
    outside.post("/slack/rate_limits", json!({"mode": "real"})).await;
    let token = outside.card.bot_token.clone();
    let channels = outside.get("/channels").await["channels"].clone();
    let general =
        channels.as_array().unwrap().iter().find(|it| it["name"] == "general").unwrap()["id"].clone();
    let mut refused = 0;
    for place in [json!("general"), json!("#general"), general].iter().cycle().take(6) {
        let posted = outside.api_as(&token, "chat.postMessage", json!({"channel": place, "text": "x"})).await;
        refused += usize::from(posted.unwrap().status == 429);
    }
    assert_eq!(refused, 1);
}

#[tokio::test]
async fn posting_is_limited_in_each_channel_by_itself() {
    let outside = Outside::new().await;
    outside.post("/slack/rate_limits", json!({"mode": "real"})).await;
    let token = outside.card.bot_token.clone();
    let post = |channel: &'static str| {
        outside.api_as(&token, "chat.postMessage", json!({"channel": channel, "text": "x"}))
    };
    let mut refused = 0;
    for _ in 0..6 {
        refused += usize::from(post("general").await.unwrap().status == 429);
    }
    assert_eq!(refused, 1, "a short burst is let through");
    let ana = outside.card.people[0].slack_user_id.clone();
    let elsewhere = outside.api("chat.postMessage", json!({"channel": ana, "text": "x"})).await;
    assert_eq!(elsewhere["ok"], true);
}

#[tokio::test]
async fn a_limit_can_be_set_and_taken_back() {
    let outside = Outside::new().await;
    let limits = json!({"mode": "real", "limits": {"users.info": {"burst": 2, "per_minute": 1}}});
    outside.post("/slack/rate_limits", limits).await;
    let token = outside.card.bot_token.clone();
    let look = || outside.api_as(&token, "users.info", json!({"user": outside.card.bot_user_id}));
    for status in [200, 200, 429] {
        assert_eq!(look().await.unwrap().status, status);
    }
    let shown = outside.get("/slack/rate_limits").await;
    let counted = counter(&shown, "users.info");
    assert_eq!(
        (&counted["burst"], &counted["per_minute"], &counted["refused"]),
        (&json!(2), &json!(1), &json!(1))
    );
    outside.post("/slack/rate_limits", json!({"mode": "real"})).await;
    assert_eq!(look().await.unwrap().status, 200, "the table counts again");
}
