//! A model that goes round in circles.

use std::sync::Arc;

use serde_json::json;

use super::newest_results;
use crate::harness::{Plan, ScriptedModel, call, calls, newest, results, says, small_world};

/// Asks for the same mail for ever; or for as many things at once as the words say.
fn a_stubborn_model() -> Arc<ScriptedModel> {
    ScriptedModel::new(|request| {
        let many = newest(request).contains("many");
        if many && !results(request).is_empty() {
            return says("That was too much.");
        }
        let count = if many { 12 } else { 1 };
        let one = |place: usize| {
            // However it is called, it is the same.
            let (tool, args) = match (many, results(request).len() % 2) {
                (true, _) => ("gmail.search", json!({ "query": format!("q{place}") })),
                (false, 0) => ("gmail.search", json!({ "query": "in:inbox", "limit": 5 })),
                (false, _) => {
                    ("google_gmail", json!({ "action": "search", "limit": 5, "query": "in:inbox" }))
                }
            };
            let mut call = call(request, tool, args);
            call.id.0 = format!("c{place}x{}", call.id.0);
            call
        };
        calls((0..count).map(one).collect())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_call_with_the_same_answer_is_refused_and_then_the_turn_ends() {
    let (world, cast) = small_world();
    let model = a_stubborn_model();
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let asked = town.control.say(&cast.asker, "dm", "look", None).await;
    let words = town.control.reply(&asked, 0).await;
    assert!(words.contains("limit of 3 refusals in a row") && words.contains("Ask me to go on"), "{words}");
    let heard = model.heard.lock().unwrap().clone();
    assert_eq!(heard.len(), 6, "three were answered, three refused");
    let last = newest_results(heard.last().unwrap());
    assert!(
        last[0].failed && last[0].words.starts_with("denied: You have asked for exactly this three times")
    );
    assert_eq!(town.control.requests("google", "gmail.users.messages.list").await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_ten_at_once_are_not_begun() {
    let (world, cast) = small_world();
    let model = a_stubborn_model();
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let asked = town.control.say(&cast.asker, "dm", "many", None).await;
    town.control.reply(&asked, 0).await;
    let told = newest_results(model.heard.lock().unwrap().last().unwrap());
    let refused: Vec<bool> = told.iter().map(|one| one.failed).collect();
    assert_eq!(refused, [vec![false; 10], vec![true; 2]].concat());
    assert!(told[11].words.contains("too many calls at once; ask again"), "{}", told[11].words);
}
