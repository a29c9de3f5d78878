//! With Slack's limits in force: nothing is refused, nothing is lost, and what was asked first is answered first.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    Cast, Plan, ScriptedModel, Town, all_text, call, calls, newest, results, says, small_world,
};

const QUESTIONS: usize = 12;
/// More than there are other events.
const PROFILES: i64 = 20;

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

/// The status carries the button that stops the work, so it is tried again while the work goes on.
#[tokio::test(flavor = "multi_thread")]
async fn work_whose_status_slack_refuses_has_its_stop_soon_after() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_hours(1), |_| says("Too late."));
    let town = Plan::new(world).config("[slack]\nrate_limits = \"slack\"").model(model).build().await;
    let busy = json!({ "service": "slack", "method": "agents.sessions.setStatus", "times": 1,
        "kind": { "status": { "code": 429, "retry_after": 1 } } });
    town.control.fault(busy).await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.press_stop(&cast.asker, &asked.ts).await;
    assert!(town.control.reply(&asked, 0).await.contains("Stopped"));
}

/// Where a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Direct,
    AmongMembers,
    WithAGuest,
}

/// A product with the settings it is shipped with, that has answered a question in this place before and hears of changed
/// profiles. Its model looks into the mailbox for each answer.
async fn after_an_answer(place: Place) -> (Town, Cast) {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        _ => says("Nothing new."),
    });
    let settings = "[slack]\nrate_limits = \"slack\"\nprivate_results = \"ask\"";
    let town = Plan::new(world).config(settings).model(model).build().await;
    town.grant(&cast.asker, &["gmail.modify"]).await;
    let room = json!({ "name": "room", "members": [cast.asker, cast.colleague], "agent": true });
    town.control.post("/slack/channels", room).await;
    if place == Place::WithAGuest {
        let guest = json!({ "handle": "gus", "name": "Gus", "standing": "guest" });
        town.control.post("/slack/people", guest).await;
        let joining = json!({ "channel": "room", "person": "gus", "by": cast.asker });
        town.control.post("/slack/channels/join", joining).await;
    }
    let status = json!({ "person": cast.colleague, "status": "At lunch" });
    town.control.post("/slack/people/status", status).await;
    // Once at the start, and once more because the event shows that changes are told.
    let listed = async || (town.control.requests("slack", "users.list").await.len() >= 2).then_some(());
    town.control.until("everybody is listed again", listed).await;
    ask(&town, &cast, place).await;
    (town, cast)
}

/// Asks, and waits until the turn is over: its last call is the status.
async fn ask(town: &Town, cast: &Cast, place: Place) {
    let channel = if place == Place::Direct { "dm" } else { "room" };
    let asked = town.control.say(&cast.asker, channel, "@countersign what's new?", None).await;
    let answer = town.control.reply(&asked, 0).await;
    assert_eq!(answer.contains("Nothing new."), place == Place::Direct, "{answer}");
    let over = async || {
        let statuses = town.control.requests("slack", "agents.sessions.setStatus").await;
        statuses.iter().any(|status| status["body"].as_str().unwrap().contains(&asked.ts)).then_some(())
    };
    town.control.until("the turn is over", over).await;
}

/// How often each method of Slack's was called.
async fn counted(town: &Town) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for request in town.control.get("/requests?service=slack").await["requests"].as_array().unwrap() {
        *counted.entry(request["method"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    counted
}

/// A call more for each answer is a second more for everybody once a workspace is busy, so each has to be wanted here.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_makes_these_calls_and_no_others() {
    let status = ("agents.sessions.setStatus", 1);
    let (posts, members) = (|times| ("chat.postMessage", times), ("conversations.members", 1));
    for (place, expected) in [
        (Place::Direct, vec![status, posts(1)]),
        // The answer and the button that posts it go to the person; the third message says so in the thread.
        (Place::AmongMembers, vec![status, posts(3), members]),
        // Private results are never posted where a guest reads, so there is no button.
        (Place::WithAGuest, vec![status, posts(2), members]),
    ] {
        let (town, cast) = after_an_answer(place).await;
        let before = counted(&town).await;
        ask(&town, &cast, place).await;
        let mut made = counted(&town).await;
        for (method, times) in before {
            *made.get_mut(&method).unwrap() -= times;
        }
        made.retain(|_, times| *times > 0);
        let made: Vec<(&str, usize)> = made.iter().map(|(method, times)| (method.as_str(), *times)).collect();
        assert_eq!(made, expected, "{place:?}");
    }
}

/// In a large workspace somebody sets a status every second, and a row for each would outnumber all questions.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_profile_is_used_and_leaves_no_row_in_the_inbox() {
    let (mut town, cast) = after_an_answer(Place::AmongMembers).await;
    let gone = json!({ "person": cast.colleague, "standing": "guest" });
    town.control.post("/slack/people/standing", gone).await;
    for number in 0..PROFILES {
        let status = json!({ "person": cast.asker, "status": format!("In meeting {number}") });
        town.control.post("/slack/people/status", status).await;
    }
    let looked_up = town.control.requests("slack", "users.info").await.len();
    ask(&town, &cast, Place::WithAGuest).await;
    assert_eq!(town.control.requests("slack", "users.info").await.len(), looked_up, "the event told it");
    town.close().await;
    let address = format!("sqlite://{}", town.data().join("inbox.db").display());
    let mut database = SqliteConnection::connect(&address).await.unwrap();
    let rows: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM inbound").fetch_one(&mut database).await.unwrap();
    assert!((1..PROFILES).contains(&rows), "{rows} rows");
}
