//! A channel gets another id when it is shared with another company; its threads go on.

use serde_json::json;

use super::{echo, sends};
use crate::harness::{HesitantModel, Plan, Posted, Town, all_text, small_world};

/// The same message under the channel's new id, once the product has heard of it.
async fn moves(town: &Town, asked: &Posted) -> Posted {
    let told = town.control.post("/slack/channels/change_id", json!({ "channel": asked.channel })).await;
    let channel = told["channel"].as_str().unwrap().to_owned();
    let event_ids = told["event_ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned());
    let heard = Posted { channel: channel.clone(), event_ids: event_ids.collect(), ..asked.clone() };
    town.control.delivered(&heard).await;
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_goes_on_under_the_new_id_of_its_channel_and_after_a_restart() {
    let (world, cast) = small_world();
    let model = echo();
    let mut town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign one", None).await;
    town.control.reply(&asked, 0).await;
    let asked = moves(&town, &asked).await;
    town.control.say(&cast.asker, &asked.channel, "two", Some(&asked.ts)).await;
    assert_eq!(town.control.reply(&asked, 1).await, "to two");
    let shown = model.shown();
    assert!(shown.last().unwrap().contains("one"), "it is the same conversation: {shown:?}");
    // A second move, and a restart.
    let asked = moves(&town, &asked).await;
    town.close().await;
    town.open().await;
    town.control.say(&cast.asker, &asked.channel, "three", Some(&asked.ts)).await;
    assert_eq!(town.control.reply(&asked, 2).await, "to three");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_can_be_approved_after_its_channel_has_moved() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(HesitantModel::new(|request| Some(sends(request)))).build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let words = "@countersign send it to (mara@harbour.example)";
    let asked = town.control.say(&cast.asker, &cast.channel, words, None).await;
    town.control.live_card(&asked).await;
    let asked = moves(&town, &asked).await;
    let card = town.control.live_card(&asked).await;
    town.control.click(&cast.asker, &card, "Approve").await;
    let done = town.control.card_says(&asked, &card, "Done").await;
    assert!(all_text(&done).contains("mara@harbour.example"), "{done}");
    assert_eq!(town.control.mailbox(&cast.asker, "SENT").await.len(), 1);
}
