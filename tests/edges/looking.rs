//! What somebody has open in Slack is known when they ask in our messages, and to nobody else.

use serde_json::json;

use super::{ask, echo, town};
use crate::harness::{Cast, Posted, ScriptedModel, Town};

async fn looks_at(town: &Town, cast: &Cast, what: serde_json::Value) {
    let mut look = json!({ "person": cast.asker });
    look.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    let told = town.control.post("/slack/look", look).await;
    let event_ids = told["event_ids"].as_array().unwrap().iter();
    let event_ids: Vec<String> = event_ids.map(|id| id.as_str().unwrap().to_owned()).collect();
    assert_eq!(event_ids.len(), 1, "we are told");
    town.control
        .delivered(&Posted { channel: String::new(), ts: String::new(), event_ids, by: String::new() })
        .await;
}

fn shown(model: &ScriptedModel) -> String {
    format!("{:?}", model.heard.lock().unwrap().last().unwrap().messages)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_looks_at_is_known_when_they_ask_directly() {
    let model = ScriptedModel::new(echo);
    let (town, cast) = town(model.clone()).await;
    let root = town.control.say(&cast.colleague, &cast.channel, "the boat leaves at nine", None).await;

    looks_at(&town, &cast, json!({ "channel": cast.channel })).await;
    let asked = town.control.say(&cast.asker, "dm", "what is this?", None).await;
    town.control.reply(&asked, 0).await;
    let channel = shown(&model);
    let (before, after) = channel.split_once(&format!("the channel #{}", cast.channel)).expect(&channel);
    assert!(before.contains("They have this open") && before.contains("<<<untrusted:"), "{before}");
    assert!(after.contains("<<<end:") && after.contains("what is this?"), "{after}");

    looks_at(&town, &cast, json!({ "channel": cast.channel, "ts": root.ts })).await;
    let asked = town.control.say(&cast.asker, "dm", "and this?", None).await;
    town.control.reply(&asked, 0).await;
    let message = shown(&model);
    assert!(message.contains(&format!("a message in #{}: http", cast.channel)), "{message}");

    // Others read along here.
    let asked = ask(&town, &cast, "what is this?").await;
    town.control.reply(&asked, 0).await;
    assert!(!shown(&model).contains("They have this open"));

    looks_at(&town, &cast, json!({})).await;
    let asked = town.control.say(&cast.asker, "dm", "and now?", None).await;
    town.control.reply(&asked, 0).await;
    assert!(!shown(&model).contains("They have this open"));
}
