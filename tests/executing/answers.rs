//! Answers: their order, their budget, and what is too long to be shown whole.

use std::sync::{Arc, Mutex};

use kernel::{Message, Request};
use serde_json::{Value, json};

use super::newest_results;
use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, all_text, call, calls, newest, results, says, small_world,
};

const BUDGET: usize = 4_000;

/// A town in which the asker has three mails, the second of which is long, and a model that does as the words say:
/// `read`, `search`, or `on ID FROM`.
struct Reading {
    town: Town,
    cast: Cast,
    model: Arc<ScriptedModel>,
    long: String,
}

async fn reading(config: &str) -> Reading {
    let (mut world, cast) = small_world();
    let long = (0..800).map(|number| format!("word{number:05} ")).collect::<Vec<_>>().concat();
    world.mail[1].text = Some(long.clone());
    let ids: Arc<Mutex<Vec<String>>> = Arc::default();
    let known = Arc::clone(&ids);
    let model = ScriptedModel::new(move |request| speak(request, &known.lock().unwrap()));
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let mails = town.control.mailbox(&cast.asker, "INBOX").await;
    for subject in [cast.subject.as_str(), "Lunch", "Morning paper"] {
        let mail = mails.iter().find(|mail| mail["subject"] == subject).unwrap();
        ids.lock().unwrap().push(mail["id"].as_str().unwrap().to_owned());
    }
    Reading { town, cast, model, long }
}

fn speak(request: &Request, ids: &[String]) -> kernel::Reply {
    let words = newest(request).lines().last().unwrap_or_default().to_owned();
    if !results(request).is_empty() {
        return says("That is all.");
    }
    let numbered = |place: usize, tool: &str, args: Value| {
        let mut call = call(request, tool, args);
        call.id.0 = format!("c{place}{}", call.id.0);
        call
    };
    if words.contains("look") {
        let read = json!({ "id": ids[0] });
        return calls(vec![numbered(0, "gmail.read", read), numbered(1, "gmail.labels", json!({}))]);
    }
    if words.contains("read") {
        let each = ids.iter().enumerate();
        return calls(each.map(|(place, id)| numbered(place, "gmail.read", json!({ "id": id }))).collect());
    }
    match words.split_once("on ") {
        Some((_, place)) => {
            let (id, from) = place.split_once(' ').unwrap();
            let (id, from) = (id.parse::<u64>().unwrap(), from.trim().parse::<usize>().unwrap());
            calls(vec![call(request, "result.read", json!({ "id": id, "from": from }))])
        }
        None => says("Good."),
    }
}

impl Reading {
    async fn asks(&self, words: &str, thread: Option<&Posted>) -> Posted {
        self.town.control.say(&self.cast.asker, "dm", words, thread.map(|posted| posted.ts.as_str())).await
    }

    fn heard(&self) -> Vec<Request> {
        self.model.heard.lock().unwrap().clone()
    }
}

/// The number and the place that a cut answer names.
fn rest_of(told: &str) -> (u64, usize) {
    let (_, rest) = told.split_once("rest with result.read id=").unwrap();
    let (id, rest) = rest.split_once(" from=").unwrap();
    (id.parse().unwrap(), rest.split_once(']').unwrap().0.parse().unwrap())
}

fn fenced(told: &str) -> &str {
    let (_, rest) = told.split_once(">>>\n").unwrap();
    rest.split_once("\n<<<end:").unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn results_come_in_the_order_of_the_calls_whichever_ended_first() {
    let reading = reading("").await;
    let slow = json!({ "service": "google", "method": "gmail.users.messages.get", "kind": { "latency": { "ms": 900 } }, "times": 1 });
    reading.town.control.fault(slow).await;
    let asked = reading.asks("read", None).await;
    reading.town.control.reply(&asked, 0).await;
    let told = newest_results(reading.heard().last().unwrap());
    let subjects: Vec<bool> = [reading.cast.subject.as_str(), "Lunch", "Morning paper"]
        .iter()
        .zip(&told)
        .map(|(subject, told)| told.words.contains(subject))
        .collect();
    assert_eq!(subjects, [true; 3], "{told:?}");
    let ids: Vec<bool> =
        told.iter().enumerate().map(|(place, told)| told.call.0.starts_with(&format!("c{place}"))).collect();
    assert_eq!(ids, [true; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_leave_unused_goes_to_the_long_answer_and_its_rest_can_be_read() {
    let reading = reading(&format!("[limits]\nresults = {BUDGET}")).await;
    let control = &reading.town.control;
    let asked = reading.asks("read", None).await;
    control.reply(&asked, 0).await;
    let told = newest_results(reading.heard().last().unwrap());
    let shown: usize = told.iter().map(|one| fenced(&one.words).chars().count()).sum();
    assert_eq!(shown, BUDGET, "all of it is used, and no more");
    let long = &told[1].words;
    assert!(fenced(long).chars().count() > BUDGET / 3, "more than an even part");
    assert!(!told[0].words.contains("[truncated") && !told[2].words.contains("[truncated"));
    let (id, from) = rest_of(long);
    assert_eq!(from, fenced(long).chars().count());
    assert!(long.lines().last().unwrap().starts_with("[truncated — "), "outside of the fence: {long}");

    let mut whole = fenced(long).to_owned();
    let mut next = Some((id, from));
    let mut seen = 1;
    while let Some((id, from)) = next {
        reading.asks(&format!("on {id} {from}"), Some(&asked)).await;
        control.reply(&asked, seen).await;
        seen += 1;
        let told = newest_results(reading.heard().last().unwrap());
        assert!(!told[0].failed && told[0].words.starts_with("<<<untrusted:"), "{}", told[0].words);
        assert!(told[0].words.contains("source=\"gmail.read\""), "it is what it was");
        whole.push_str(fenced(&told[0].words));
        next = told[0].words.contains("[truncated").then(|| rest_of(&told[0].words));
    }
    let whole: Value = serde_json::from_str(&whole).unwrap();
    assert!(whole.to_string().contains(reading.long.trim()), "every letter of it, once");
    assert!(seen > 2, "it took several readings");
    let before = reading.heard();
    let growing = before.windows(2).all(|pair| pair[1].messages.starts_with(&pair[0].messages));
    assert!(growing, "what the model was shown once stays as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_changes_nothing_of_what_was_shown() {
    let mut reading = reading(&format!("[limits]\nresults = {BUDGET}")).await;
    let asked = reading.asks("read", None).await;
    reading.town.control.reply(&asked, 0).await;
    reading.town.close().await;
    reading.town.open().await;
    reading.asks("fine", Some(&asked)).await;
    reading.town.control.reply(&asked, 1).await;
    let heard = reading.heard();
    let [.., before, after] = heard.as_slice() else { panic!("{heard:?}") };
    let bytes = |messages: &[Message]| serde_json::to_string(messages).unwrap();
    assert_eq!(bytes(&after.messages[..before.messages.len()]), bytes(&before.messages));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_on_in_what_was_looked_up_for_somebody_else_nor_in_what_was_deleted() {
    let reading = reading(&format!("[limits]\nresults = {BUDGET}")).await;
    let (control, cast) = (&reading.town.control, &reading.cast);
    let asked = control.say(&cast.asker, &cast.channel, "@countersign read", None).await;
    control.reply(&asked, 0).await;
    let (id, from) = rest_of(&newest_results(reading.heard().last().unwrap())[1].words);

    let words = format!("@countersign on {id} {from}");
    control.say(&cast.colleague, &cast.channel, &words, Some(&asked.ts)).await;
    control.reply(&asked, 1).await;
    let told = newest_results(reading.heard().last().unwrap());
    assert!(told[0].failed && told[0].words.starts_with("not_found: There is no answer"), "{told:?}");

    let words = "@countersign on 9999 0";
    control.say(&cast.asker, &cast.channel, words, Some(&asked.ts)).await;
    control.reply(&asked, 2).await;
    let unknown = newest_results(reading.heard().last().unwrap());
    assert!(unknown[0].words.contains("Ask for it anew"), "{unknown:?}");

    control.withdraw(&cast.asker, &asked).await;
    control
        .until("the answer to it is gone", async || {
            let replies = control.replies(&asked).await;
            (replies.iter().filter(|reply| all_text(reply).contains("That is all.")).count() < 3)
                .then_some(())
        })
        .await;
    let heard = reading.heard().len();
    let words = format!("@countersign on {id} {from}");
    control.say(&cast.asker, &cast.channel, &words, Some(&asked.ts)).await;
    control.until("the model is told", async || (reading.heard().len() >= heard + 2).then_some(())).await;
    let told = newest_results(reading.heard().last().unwrap());
    assert!(told[0].failed && told[0].words.starts_with("not_found"), "{told:?}");
}

/// What the thread shows of us, whole or not.
async fn ours(town: &Town, asked: &Posted) -> Vec<Value> {
    let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
    let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
    messages.retain(|message| message["bot_id"].is_string());
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_takes_long_is_named_in_the_thread_until_it_is_done() {
    let reading = reading("").await;
    let control = &reading.town.control;
    control.fault(json!({ "service": "google", "method": "gmail.users.messages.get", "kind": "hold" })).await;
    let asked = reading.asks("read", None).await;
    let named = async || {
        let shown = ours(&reading.town, &asked).await;
        shown.iter().any(|message| message.to_string().contains("Reads one")).then_some(shown)
    };
    control.until("a line that names what is being done", named).await;
    control.delete("/faults").await;
    assert_eq!(control.reply(&asked, 0).await, "That is all.");
    control
        .until("nothing but the answer is left", async || {
            let left = ours(&reading.town, &asked).await;
            (left.len() == 1 && !left[0].to_string().contains("in_progress")).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_to_be_silent_is_not_named_while_it_runs_and_is_done_all_the_same() {
    let reading = reading("[tools.hooks]\nsilent = [\"gmail.read\"]\n").await;
    let control = &reading.town.control;
    for method in ["gmail.users.messages.get", "gmail.users.labels.list"] {
        control.fault(json!({ "service": "google", "method": method, "kind": "hold" })).await;
    }
    let asked = reading.asks("look", None).await;
    let named = async || {
        let shown = ours(&reading.town, &asked).await;
        let shown = Value::from(shown).to_string();
        shown.contains("Lists the labels").then_some(shown)
    };
    let shown = control.until("a line that names the other call", named).await;
    assert!(!shown.contains("Reads one"), "{shown}");
    control.delete("/faults").await;
    assert_eq!(control.reply(&asked, 0).await, "That is all.");
    let told = newest_results(reading.heard().last().unwrap());
    assert!(told[0].words.contains(&reading.cast.subject), "{told:?}");
}
