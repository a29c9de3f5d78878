//! Slack calls us: the same product behind a request URL, without any socket.

use std::fmt::Write as _;

use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use wire::{Method, Url};

use crate::harness::{Cast, Plan, Town, button, small_world};
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
        let now = sandbox::now().as_second().to_string();
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

/// Posts what Slack would, signed at this many seconds before now; gives the status.
async fn signed(town: &Town, body: &str, ago: i64) -> u16 {
    let url = Url::parse(&format!("http://127.0.0.1:{}/slack/events", town.port())).unwrap();
    let at = sandbox::now().as_second() - ago;
    let mut seal = Hmac::<Sha256>::new_from_slice(town.card().signing_secret.as_bytes()).unwrap();
    seal.update(format!("v0:{at}:{body}").as_bytes());
    let signature = seal.finalize().into_bytes().iter().fold("v0=".to_owned(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    });
    let request = town
        .control
        .wire()
        .request(Method::POST, url)
        .header("x-slack-signature", &signature)
        .header("x-slack-request-timestamp", &at.to_string())
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.to_owned());
    request.send().await.unwrap().status.as_u16()
}

fn id_of(town: &Town, handle: &str) -> String {
    let person = town.card().people.iter().find(|person| person.handle == handle).unwrap();
    person.slack_user_id.clone()
}

fn form(fields: &[(&str, &str)]) -> String {
    // Slack's own addresses are written the same way.
    let mut url = Url::parse("http://127.0.0.1/").unwrap();
    url.query_pairs_mut().extend_pairs(fields);
    url.query().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_is_sent_again_or_too_late_decides_nothing() {
    let (town, cast) = called().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let mail = |subject: &str| {
        format!("@countersign send a mail to mara@harbour.example about {subject} saying hello")
    };
    let asked = town.control.say(&cast.asker, &cast.channel, &mail("Keys"), None).await;
    let card = town.control.live_card(&asked).await;
    // What Slack would send for a press, with a trigger of its own.
    let action = button(&card, "Approve").unwrap();
    let user = id_of(&town, &cast.asker);
    let press = |trigger: &str| {
        let payload: Value = json!({ "type": "block_actions", "team": { "id": town.card().slack_team_id },
            "user": { "id": user }, "trigger_id": trigger,
            "container": { "channel_id": card["channel"], "message_ts": card["ts"], "thread_ts": asked.ts },
            "actions": [{ "action_id": action["action_id"], "value": action["value"], "type": "button" }] });
        form(&[("payload", &payload.to_string())])
    };
    assert_eq!(signed(&town, &press("1.old"), 600).await, 401, "an old one is somebody's recording");
    assert_eq!(signed(&town, &press("1.early"), -600).await, 401);
    let press = press("1.new");
    assert_eq!(signed(&town, &press, 0).await, 200);
    for ago in [0, 1, 200] {
        assert_eq!(signed(&town, &press, ago).await, 200, "acknowledged, and done once");
    }
    town.control.card_says(&asked, &card, "Done").await;
    assert_eq!(town.control.mailbox(&cast.asker, "SENT").await.len(), 1);
    assert!(town.control.ephemerals(&cast.asker).await.is_empty(), "nobody is told of what did not happen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_sent_again_is_answered_once() {
    let (town, cast) = called().await;
    let hello = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.reply(&hello, 0).await;
    let user = id_of(&town, &cast.asker);
    let command = |trigger: &str, text: &str| {
        form(&[
            ("command", "/google"),
            ("text", text),
            ("team_id", &town.card().slack_team_id),
            ("user_id", &user),
            ("channel_id", &hello.channel),
            ("trigger_id", trigger),
        ])
    };
    assert_eq!(signed(&town, &command("2.old", "status"), 600).await, 401);
    for ago in [0, 0, 30] {
        assert_eq!(signed(&town, &command("2.new", "status"), ago).await, 200);
    }
    assert_eq!(signed(&town, &command("2.last", "help"), 0).await, 200);
    town.control
        .until("both commands are answered", async || {
            (town.control.ephemerals(&cast.asker).await.len() >= 2).then_some(())
        })
        .await;
    let told: Vec<String> = town.control.ephemerals(&cast.asker).await.iter().map(Value::to_string).collect();
    assert_eq!(
        told.iter().filter(|words| words.contains("You have connected no account")).count(),
        1,
        "{told:?}"
    );
}
