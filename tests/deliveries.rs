//! Slack delivers twice, in any order, over sockets that come and go. Every message is answered once.

use serde_json::json;

use crate::harness::{Plan, posted, small_world};

/// As many as usual.
const SEVERAL: &str = "[slack]\nsockets = 2";

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_is_one_question_whatever_order_its_events_come_in() {
    let (world, cast) = small_world();
    let town = Plan::new(world).config(SEVERAL).build().await;
    let mut asked = Vec::new();
    for order in ["message_first", "mention_first", "message_only", "mention_only"] {
        let body = json!({ "person": cast.asker, "channel": cast.channel, "text": "@countersign hello", "order": order });
        asked.push(posted(&town.control.post("/slack/post", body).await));
    }
    for question in &asked {
        town.control.reply(question, 0).await;
    }
    // Whatever was still under way has been acknowledged and answered before this one is.
    let last = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.reply(&last, 0).await;
    for question in &asked {
        assert_eq!(town.control.replies(question).await.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redelivered_event_is_answered_once_even_across_a_restart() {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    let redeliver = json!({ "event_id": asked.event_ids[0], "times": 3 });
    town.control.post("/slack/redeliver", redeliver.clone()).await;
    town.close().await;
    town.open().await;
    town.control.post("/slack/redeliver", redeliver).await;
    town.control
        .until("every delivery is acknowledged", async || {
            let deliveries = town.control.get("/slack/deliveries").await;
            let deliveries = deliveries["deliveries"].as_array().unwrap().clone();
            deliveries.iter().all(|delivery| delivery["stage"] == "acknowledged").then_some(())
        })
        .await;
    let last = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&last, 0).await;
    assert_eq!(town.control.replies(&asked).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_question_is_lost_or_doubled_over_reconnects() {
    let (world, cast) = small_world();
    let town = Plan::new(world).config(SEVERAL).build().await;
    let mut asked = Vec::new();
    for round in 0..12 {
        asked.push(town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await);
        match round % 4 {
            1 => drop(
                town.control
                    .post("/slack/sockets/disconnect", json!({ "reason": "refresh_requested" }))
                    .await,
            ),
            3 => drop(town.control.post("/slack/sockets/drop", json!({})).await),
            _ => {}
        }
    }
    for question in &asked {
        town.control.reply(question, 0).await;
    }
    for question in &asked {
        assert_eq!(town.control.replies(question).await.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_waits_until_slack_lets_it_in() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let busy = json!({ "service": "slack", "method": "chat.postMessage",
        "kind": { "status": { "code": 429, "retry_after": 1 } }, "times": 2 });
    town.control.fault(busy).await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    assert_eq!(town.control.replies(&asked).await.len(), 1);
}
