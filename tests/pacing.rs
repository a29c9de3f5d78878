//! With Slack's limits in force: nothing is refused, nothing is lost, and what was asked first is answered first.

use serde_json::{Value, json};

use crate::harness::{Plan, ScriptedModel, all_text, newest, says, small_world};

const QUESTIONS: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_kept_and_no_reply_is_dropped() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        let number = newest(request).split("number ").nth(1).unwrap_or_default();
        says(&format!("Answer to {}", number.split(';').next().unwrap_or_default()))
    });
    let town = Plan::new(world).config("[slack]\nrate_limits = \"slack\"").model(model).build().await;
    town.control.post("/slack/rate_limits", json!({ "mode": "real" })).await;
    let mut asked = Vec::new();
    for number in 0..QUESTIONS {
        let words = format!("@countersign number {number};");
        asked.push(town.control.say(&cast.asker, &cast.channel, &words, None).await);
    }
    for (number, question) in asked.iter().enumerate() {
        assert_eq!(town.control.reply(question, 0).await, format!("Answer to {number}"));
        assert_eq!(town.control.replies(question).await.len(), 1);
    }
    let counters = town.control.get("/slack/rate_limits").await;
    let refused = |counter: &&Value| counter["refused"].as_u64().unwrap_or_default() > 0;
    let refused: Vec<&Value> = counters["counters"].as_array().unwrap().iter().filter(refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_that_slack_asks_for_is_kept_and_the_reply_comes() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(ScriptedModel::new(|_| says("Here."))).build().await;
    let busy = json!({ "service": "slack", "method": "chat.postMessage", "times": 1,
        "kind": { "status": { "code": 429, "retry_after": 2 } } });
    town.control.fault(busy).await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    let posts = town.control.requests("slack", "chat.postMessage").await;
    let times: Vec<jiff::Timestamp> =
        posts.iter().map(|post| post["at"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(posts.len(), 2, "once refused, once taken: {posts:?}");
    assert!(times[1].duration_since(times[0]).as_millis() >= 2000, "{times:?}");
    let replies = town.control.replies(&asked).await;
    assert_eq!(replies.iter().map(all_text).filter(|text| text.contains("Here.")).count(), 1);
}
