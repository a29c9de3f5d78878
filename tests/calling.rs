//! Slack calls us: the same product behind a request URL, without any socket.

use serde_json::json;
use wire::{Method, Url};

use crate::harness::{Cast, Plan, Town, small_world};
use crate::story::the_whole_road;

/// A town in which the product has a signing secret and no token for sockets.
async fn called() -> (Town, Cast) {
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world)).await;
    open(&mut town).await;
    let url = format!("http://127.0.0.1:{}/slack/events", town.port());
    let app =
        json!({ "transport": "http", "request_url": url, "interactivity_url": url, "command_url": url });
    // Slack takes the address only if we answer its challenge.
    town.control.post("/slack/app", app).await;
    (town, cast)
}

async fn open(town: &mut Town) {
    let secret = town.card().signing_secret.clone();
    town.open_with(&[("SLACK_APP_TOKEN", ""), ("SLACK_SIGNING_SECRET", &secret)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_road_without_a_socket() {
    let (town, cast) = called().await;
    the_whole_road(&town, &cast).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_answered() {
    let (town, cast) = called().await;
    let command =
        json!({ "person": cast.asker, "channel": cast.channel, "command": "/google", "text": "status" });
    town.control.post("/slack/command", command).await;
    town.control.ephemeral_saying(&cast.asker, "You have connected no account").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_while_we_are_away_comes_again_and_is_answered_once() {
    let (mut town, cast) = called().await;
    town.close().await;
    town.control.post("/slack/timing", json!({ "factor": 0.01 })).await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    open(&mut town).await;
    town.control.reply(&asked, 0).await;
    town.control.post("/slack/redeliver", json!({ "event_id": asked.event_ids[0], "times": 3 })).await;
    let last = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&last, 0).await;
    assert_eq!(town.control.replies(&asked).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_slack_is_listened_to() {
    let (town, cast) = called().await;
    let url = Url::parse(&format!("http://127.0.0.1:{}/slack/events", town.port())).unwrap();
    let event = json!({ "type": "event_callback", "event_id": "Ev1", "event": {
        "type": "message", "channel_type": "im", "text": "hello", "user": cast.asker, "ts": "1.0" } });
    for signature in ["", "v0=", "v0=00", &format!("v0={}", "0".repeat(64))] {
        let now = jiff::Timestamp::now().as_second().to_string();
        let answer = town
            .control
            .wire()
            .request(Method::POST, url.clone())
            .header("x-slack-signature", signature)
            .header("x-slack-request-timestamp", &now)
            .json(&event)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status.as_u16(), 401, "{signature:?}");
    }
    let unsigned = town.control.wire().request(Method::POST, url).json(&event).send().await.unwrap();
    assert_eq!(unsigned.status.as_u16(), 401);
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
}
