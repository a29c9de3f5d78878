//! Whether we hear people, and whether they are told when we do not.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::{Child, Command};

use super::echo;
use crate::harness::{Cast, Plan, ScriptedModel, Town, all_text, small_world, variables};

async fn town(config: &str) -> (Town, Cast) {
    let (world, cast) = small_world();
    (Plan::new(world).config(config).model(ScriptedModel::new(echo)).build().await, cast)
}

async fn open_home(town: &Town, cast: &Cast) {
    town.control.post("/slack/home", json!({ "person": cast.asker, "tab": "home" })).await;
}

async fn home_says(town: &Town, cast: &Cast, words: &str) -> String {
    let path = format!("/slack/home?person={}", cast.asker);
    let look = async || {
        let text = all_text(&town.control.get(&path).await["view"]);
        text.contains(words).then_some(text)
    };
    town.control.until(&format!("a page that says {words:?}"), look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_whether_we_hear_its_person() {
    let (town, cast) = town("[slack]\nopen_timeout = 1").await;
    open_home(&town, &cast).await;
    home_says(&town, &cast, "I am connected to ").await;
    town.control
        .fault(json!({ "service": "slack", "method": "apps.connections.open", "kind": { "status": { "code": 500 } } }))
        .await;
    town.control.post("/slack/sockets/drop", json!({})).await;
    home_says(&town, &cast, "I am not connected to ").await;
    town.control.delete("/faults").await;
    home_says(&town, &cast, "I am connected to ").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_looked_at_their_page_is_told_that_we_were_cut_off() {
    let (town, cast) = town("").await;
    open_home(&town, &cast).await;
    home_says(&town, &cast, "Nothing waits for you.").await;
    town.control.post("/slack/sockets/disconnect", json!({ "reason": "link_disabled" })).await;
    let left = home_says(&town, &cast, "I am no longer connected.").await;
    assert!(left.contains("Socket Mode was switched off"), "{left}");
    assert!(!left.contains("Nothing waits for you."), "nobody would hear a press: {left}");
    let nobody = town.control.get(&format!("/slack/home?person={}", cast.colleague)).await;
    assert!(!nobody.to_string().contains("no longer"), "nobody else is bothered: {nobody}");
}

/// Another process of the same app, with data of its own, and with so many seconds of patience.
fn another(town: &Town, place: &std::path::Path, patience: u64) -> Child {
    let config = place.join("countersign.toml");
    let lines = format!("listen = \"127.0.0.1:0\"\n[slack]\nsockets = 1\ncompany_after = {patience}\n");
    std::fs::write(&config, lines).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.env("OLLAMA_HOST", "off");
    command.arg("serve").arg("--config").arg(&config).arg("--data-dir").arg(place);
    command.env_clear().envs(variables(town.card())).stderr(Stdio::piped()).kill_on_drop(true);
    command.spawn().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_of_one_app_say_so() {
    let (town, cast) = town("[slack]\nsockets = 1\ncompany_after = 1").await;
    open_home(&town, &cast).await;
    home_says(&town, &cast, "I am connected to ").await;
    let place = tempfile::tempdir().unwrap();
    let mut other = another(&town, place.path(), 600);
    let both = async || (sockets(&town).await.len() == 2).then_some(());
    town.control.until("the other is connected too", both).await;
    // Slack renews sockets from time to time; that is when the older of the two hears of it.
    let sockets = town.control.get("/slack/sockets").await["sockets"].as_array().unwrap().clone();
    let oldest = sockets.iter().min_by_key(|socket| socket["socket"].as_u64()).unwrap()["socket"].clone();
    let renewed = json!({ "reason": "refresh_requested", "socket": oldest });
    town.control.post("/slack/sockets/disconnect", renewed).await;
    home_says(&town, &cast, "Another process is connected as this app").await;
    other.kill().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_of_one_app_the_second_leaves() {
    let (town, cast) = town("[slack]\nsockets = 1").await;
    let place = tempfile::tempdir().unwrap();
    let other = another(&town, place.path(), 1);
    let left = tokio::time::timeout(Duration::from_mins(5), other.wait_with_output()).await.unwrap().unwrap();
    let words = String::from_utf8_lossy(&left.stderr).into_owned();
    assert_eq!(left.status.code(), Some(5), "{words}");
    assert!(words.contains("Another process was connected as this app before us"), "{words}");
    let asked = town.control.say(&cast.asker, "dm", "the tide", None).await;
    assert!(town.control.reply(&asked, 0).await.contains("the tide"));
}

async fn sockets(town: &Town) -> Vec<Value> {
    town.control.get("/slack/sockets").await["sockets"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_open_socket_costs_nobody_an_answer() {
    let (town, cast) = town("[slack]\nsockets = 1\nping_every = 1\ndead_after = 2").await;
    let dead = sockets(&town).await[0]["socket"].clone();
    town.control.post("/slack/sockets/fault", json!({ "kind": "half_open", "socket": dead })).await;
    let asked = town.control.say(&cast.asker, "dm", "the tide", None).await;
    let another = async || sockets(&town).await.iter().any(|socket| socket["socket"] != dead).then_some(());
    town.control.until("another socket takes its place", another).await;
    // Slack notices as well, and sends what was not acknowledged again.
    town.control.post("/slack/sockets/drop", json!({ "socket": dead })).await;
    for event in &asked.event_ids {
        town.control.post("/slack/redeliver", json!({ "event_id": event })).await;
    }
    assert!(town.control.reply(&asked, 0).await.contains("the tide"));
}

#[test]
fn a_dead_socket_is_found_within_half_a_minute_unless_told_otherwise() {
    let timing = slack::Timing::default();
    assert_eq!(timing.dead_after, Duration::from_secs(25));
    assert!(timing.ping_every * 2 < timing.dead_after, "one lost ping is no death");
    assert!(timing.write < timing.dead_after, "a write that stalls is no way around it");
}
