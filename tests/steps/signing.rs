//! A sign-in that nobody makes.

use std::time::Duration;

use serde_json::json;

use crate::harness::{
    Cast, Control, HesitantModel, Plan, Town, all_text, call, calls, results, says, small_world,
};

/// A thread that waits for the asker to sign in.
async fn waiting() -> (Town, Cast, crate::harness::Posted) {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        Some(match results(request).last() {
            None => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
            Some(result) => says(&format!("Told: {}", result.words)),
        })
    });
    let town = Plan::new(world).model(model).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign what is new?", None).await;
    town.control.ephemeral_saying(&cast.asker, "works once, for ten minutes").await;
    town.control
        .until("the thread rests", async || {
            let statuses = town.control.get("/slack/statuses").await.to_string();
            (!statuses.contains("\"processing\"")).then_some(())
        })
        .await;
    (town, cast, asked)
}

async fn home_saying(control: &Control, person: &str, words: &str) {
    control
        .until(&format!("a page that says {words:?}"), async || {
            let view = control.get(&format!("/slack/home?person={person}")).await["view"].clone();
            (view.is_object() && all_text(&view).contains(words)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_nobody_makes_ends_with_its_link() {
    let (town, _, asked) = waiting().await;
    town.time_passes(Duration::from_mins(11)).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("auth_required: The sign-in was not made in time."), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_is_waited_for_stands_on_ones_page_and_can_be_offered_anew() {
    let (town, cast, asked) = waiting().await;
    let control = &town.control;
    control.post("/slack/home", json!({ "person": cast.asker, "tab": "home" })).await;
    home_saying(control, &cast.asker, "Waits for you to sign in").await;
    town.time_passes(Duration::from_mins(9)).await;
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    let press = json!({ "person": cast.asker, "on": "home", "action": "countersign.sign_in" });
    control.post("/slack/press", press).await;
    let offer = control
        .until("a new offer", async || {
            let messages = control.get(&path).await["messages"].as_array().unwrap().clone();
            messages.into_iter().find(|message| all_text(message).contains("works once, for ten minutes"))
        })
        .await;
    town.time_passes(Duration::from_mins(5)).await;
    town.accept(&cast.asker, &offer).await;
    let told = control.reply(&asked, 0).await;
    assert!(told.contains(&cast.subject), "it goes on: {told}");
    home_saying(control, &cast.asker, "Nothing waits for you.").await;
}
