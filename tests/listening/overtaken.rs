//! A reply can arrive before the message it replies to.

use serde_json::json;

use super::{echo, post};
use crate::harness::{HesitantModel, Plan, newest, says, small_world};

/// The message that ends in `held` comes after the one that ends in `by`.
async fn overtake(town: &crate::harness::Town, held: &str, by: &str) {
    let fault = json!({ "kind": { "overtake": { "held": held, "by": by } } });
    town.control.post("/slack/sockets/fault", fault).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_that_overtakes_its_question_is_answered_after_it() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(echo()).build().await;
    overtake(&town, "one", "two").await;
    let question = json!({ "text": "@countersign one", "order": "message_only" });
    let root = post(&town, &cast, &question).await;
    town.control.say(&cast.colleague, &cast.channel, "two", Some(&root.ts)).await;
    assert_eq!(town.control.reply(&root, 0).await, "to one");
    assert_eq!(town.control.reply(&root, 1).await, "to two");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_that_overtakes_its_question_stops_it() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| (!newest(request).contains("ponder")).then(|| says("done")));
    let town = Plan::new(world).model(model).build().await;
    overtake(&town, "ponder", "stop").await;
    let question = json!({ "text": "@countersign ponder", "order": "message_only" });
    let root = post(&town, &cast, &question).await;
    town.control.say(&cast.asker, &cast.channel, "stop", Some(&root.ts)).await;
    let told = town.control.reply(&root, 0).await;
    assert!(told.contains("Stopped"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_that_overtakes_a_follow_up_stops_it_before_it_begins() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| (!newest(request).contains("ponder")).then(|| says("done")));
    let town = Plan::new(world).model(model).build().await;
    let question = json!({ "text": "@countersign begin", "order": "message_only" });
    let root = post(&town, &cast, &question).await;
    assert_eq!(town.control.reply(&root, 0).await, "done");
    overtake(&town, "ponder", "stop").await;
    town.control.say(&cast.asker, &cast.channel, "ponder", Some(&root.ts)).await;
    town.control.say(&cast.asker, &cast.channel, "stop", Some(&root.ts)).await;
    town.control.ephemeral_saying(&cast.asker, "Stopped. I had not begun with it").await;
    town.control.say(&cast.asker, &cast.channel, "and now?", Some(&root.ts)).await;
    assert_eq!(town.control.reply(&root, 1).await, "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_said_among_themselves_is_not_taken_for_a_question_once_we_are_asked() {
    let (world, cast) = small_world();
    let model = echo();
    let town = Plan::new(world).model(model.clone()).build().await;
    let root = town.control.say(&cast.asker, &cast.channel, "lunch?", None).await;
    let reply = town.control.say(&cast.colleague, &cast.channel, "at noon", Some(&root.ts)).await;
    town.control.delivered(&reply).await;
    town.control.say(&cast.asker, &cast.channel, "@countersign where?", Some(&root.ts)).await;
    assert_eq!(town.control.reply(&root, 0).await, "to where?");
    town.control.say(&cast.asker, &cast.channel, "@countersign and when?", Some(&root.ts)).await;
    assert_eq!(town.control.reply(&root, 1).await, "to and when?");
    assert_eq!(model.shown().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_one_of_two_connections_swallows_what_it_is_sent() {
    let (world, cast) = small_world();
    let town = Plan::new(world).config("[slack]\nsockets = 2").model(echo()).build().await;
    let sockets = town.control.get("/slack/sockets").await;
    let fault = json!({ "kind": "half_open", "socket": sockets["sockets"][0]["socket"] });
    town.control.post("/slack/timing", json!({ "ack_ms": 300, "retry_ms": vec![0; 40] })).await;
    town.control.post("/slack/sockets/fault", fault).await;
    let mut threads = Vec::new();
    for number in 1..=6 {
        let words = format!("@countersign {number}");
        let root = town.control.say(&cast.asker, &cast.channel, &words, None).await;
        town.control.say(&cast.colleague, &cast.channel, "and then?", Some(&root.ts)).await;
        threads.push(root);
    }
    for (place, root) in threads.iter().enumerate() {
        assert_eq!(town.control.reply(root, 0).await, format!("to {}", place + 1));
        assert_eq!(town.control.reply(root, 1).await, "to and then?");
    }
}
