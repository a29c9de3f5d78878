//! Ten thousand questions while events come again, come twice and in any order, connections break and are replaced, and
//! the product is killed three times. Every question is one thread; in the end each has exactly one answer, also when some
//! of what was answered long ago comes once more.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{Posted, Town, posted};
use crate::served::{Served, a_larger_town, everybody_signs_in};
use crate::{Measure, Verdict};

const QUESTIONS: usize = 10_000;
const CHANNELS: usize = 100;
const WAVE: usize = 250;
const KILLS: usize = 3;
const LARGEST: u64 = 60 << 20;

pub async fn measures() -> Vec<Measure> {
    let town = a_larger_town().await;
    let mut served = Served::start(&town).await;
    everybody_signs_in(&town).await;
    // Slack's minutes would be hours here: what is not acknowledged comes again after 0, 0.6 and 3 s.
    let timing = json!({ "ack_ms": 3000, "retry_ms": [0, 600, 3000] });
    town.control.post("/slack/timing", timing).await;

    let began = Instant::now();
    let mut asked = Vec::new();
    let mut kills = 0;
    for wave in 0..QUESTIONS / WAVE {
        asked.extend(ask(&town).await);
        trouble(&town, wave, &asked).await;
        // Spread over the waves, each time with work in hand.
        if (wave + 1) * (KILLS + 1) / (QUESTIONS / WAVE) > kills && kills < KILLS {
            served.kill().await;
            served = Served::start(&town).await;
            kills += 1;
        }
        answered(&town, &asked, asked.len().saturating_sub(2 * WAVE)).await;
    }
    answered(&town, &asked, asked.len()).await;
    let took = began.elapsed();
    let warm = served.memory();
    served.kill().await;
    let served = Served::start(&town).await;
    let reopened = served.memory();
    let counts = once_more(&town, &asked).await;
    served.kill().await;
    let deliveries = deliveries(&town).await;
    let events = deliveries.len();
    let again: u64 = deliveries.iter().map(|one| one["attempts"].as_u64().unwrap() - 1).sum();
    let (lost, doubled) = (counts.lost, counts.doubled);
    vec![
        Measure {
            what: format!(
                "{QUESTIONS} questions as {events} events, {again} of them sent again, {kills} times kill -9 ({:.0} s)",
                took.as_secs_f64()
            ),
            bound: "0 lost, 0 doubled".to_owned(),
            measured: format!("{lost} lost, {doubled} doubled"),
            verdict: Verdict::kept(lost == 0 && doubled == 0),
        },
        Measure {
            what: format!("memory with {QUESTIONS} kept threads (PSS)"),
            bound: "≤ 60 MB".to_owned(),
            measured: format!(
                "{} at the end of it, {} after a restart",
                megabytes(warm),
                megabytes(reopened)
            ),
            verdict: Verdict::kept(warm.max(reopened) <= LARGEST),
        },
    ]
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / f64::from(1 << 20))
}

async fn ask(town: &Town) -> Vec<Posted> {
    let burst =
        json!({ "messages": WAVE, "channels": CHANNELS, "text": "@countersign what's new in my mail?" });
    let burst = town.control.post("/slack/burst", burst).await;
    burst["posted"].as_array().unwrap().iter().map(posted).collect()
}

/// Another kind of it with every wave.
async fn trouble(town: &Town, wave: usize, asked: &[Posted]) {
    let control = &town.control;
    match wave % 6 {
        0 => drop(control.post("/slack/sockets/fault", json!({ "kind": "duplicate", "times": 50 })).await),
        1 => drop(control.post("/slack/sockets/drop", json!({})).await),
        2 => drop(control.post("/slack/sockets/fault", json!({ "kind": "reorder", "times": 50 })).await),
        3 => {
            let reason = json!({ "reason": "refresh_requested", "close_after_ms": 200 });
            drop(control.post("/slack/sockets/disconnect", reason).await);
        }
        4 => {
            drop(
                control.post("/slack/sockets/fault", json!({ "kind": "drop_after_send", "times": 1 })).await,
            );
        }
        _ => {}
    }
    // Old and new ones come again, out of the blue.
    for question in asked.iter().rev().step_by(37).take(40) {
        for event in &question.event_ids {
            control.post("/slack/redeliver", json!({ "event_id": event, "times": 3 })).await;
        }
    }
}

/// Of every fifth question all events come again, and new questions after them. When those are answered and nothing is on its
/// way any more, whatever would be answered twice has been.
async fn once_more(town: &Town, asked: &[Posted]) -> Counts {
    for question in asked.iter().step_by(5) {
        for event in &question.event_ids {
            town.control.post("/slack/redeliver", json!({ "event_id": event, "times": 1 })).await;
        }
    }
    let last = ask(town).await;
    answered(town, &last, last.len()).await;
    let arrived = async || {
        let all = deliveries(town).await;
        (!all.iter().any(|one| one["stage"] == "waiting" || one["stage"] == "sent")).then_some(())
    };
    town.control.until("everything is acknowledged", arrived).await;
    answered(town, asked, asked.len()).await
}

struct Counts {
    lost: usize,
    doubled: usize,
}

/// Waits until so many of the questions have an answer, or nothing moves any more.
async fn answered(town: &Town, asked: &[Posted], enough: usize) -> Counts {
    let began = Instant::now();
    loop {
        let answers = answers(town, asked).await;
        let of = |question: &Posted| answers.get(&(question.channel.clone(), question.ts.clone())).copied();
        let lost = asked.iter().filter(|question| of(question).is_none()).count();
        let doubled = asked.iter().filter(|question| of(question).is_some_and(|count| count > 1)).count();
        if asked.len() - lost >= enough || began.elapsed() > Duration::from_mins(2) {
            return Counts { lost, doubled };
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

/// How many messages of the product stand below each question.
async fn answers(town: &Town, asked: &[Posted]) -> BTreeMap<(String, String), usize> {
    let channels: HashSet<&str> = asked.iter().map(|question| question.channel.as_str()).collect();
    let mut counts = BTreeMap::new();
    for channel in channels {
        let messages = town.control.get(&format!("/slack/messages?channel={channel}")).await;
        let messages: &Vec<Value> = messages["messages"].as_array().unwrap();
        for message in messages.iter().filter(|message| message["bot_id"].is_string()) {
            let thread = message["thread_ts"].as_str().unwrap_or_default();
            *counts.entry((channel.to_owned(), thread.to_owned())).or_default() += 1;
        }
    }
    counts
}

async fn deliveries(town: &Town) -> Vec<Value> {
    town.control.get("/slack/deliveries").await["deliveries"].as_array().unwrap().clone()
}
