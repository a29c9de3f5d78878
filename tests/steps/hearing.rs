//! What people write meanwhile: whom it answers, what they are told, what is shown, and what is forgotten.

use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use super::{scene, scene_without_list_of_people};
use crate::harness::{
    HesitantModel, Plan, all_text, button, call, calls, newest, results, says, small_world,
};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_writes_on_while_the_answer_is_thought_about_is_told_that_it_comes_next() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let asked = scene.asks("@countersign ponder", None).await;
    scene.asked_times(1).await;
    scene.asks("and this", Some(&asked)).await;
    let told = "I\u{2019}m still working on what you asked before. I\u{2019}ll get to that next.";
    control.ephemeral_saying(&scene.cast.asker, told).await;
}

/// A mention comes as two events; where one of the sockets is slow, with many steps in between.
#[tokio::test(flavor = "multi_thread")]
async fn that_something_waits_is_told_once() {
    const MENTIONS: usize = 6;
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        let searched = results(request).len();
        let again = newest(request).contains("look") && searched < 12;
        Some(if again {
            calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))])
        } else {
            says("found")
        })
    });
    let town = Plan::new(world).config("[slack]\nsockets = 2").model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let control = &town.control;
    let slow =
        json!({ "service": "google", "method": "gmail.users.*", "kind": { "latency": { "ms": 200 } } });
    control.fault(slow).await;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign look", None).await;
    control
        .until("it is looked up", async || {
            (!control.requests("google", "gmail.users.*").await.is_empty()).then_some(())
        })
        .await;
    let socket = json!({ "kind": { "slow": { "ms": 1500 } }, "socket": 1 });
    control.post("/slack/sockets/fault", socket).await;
    for number in 0..MENTIONS {
        let words = format!("@countersign question {number}");
        control.say(&cast.colleague, &cast.channel, &words, Some(&asked.ts)).await;
    }
    control.reply(&asked, MENTIONS).await;
    let whispers = control.ephemerals(&cast.colleague).await;
    let told = whispers.iter().filter(|whisper| all_text(whisper).contains("get to that next")).count();
    assert!((1..=MENTIONS).contains(&told), "told {told} times of {MENTIONS} messages");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_see_that_something_happens_before_anything_is_looked_up() {
    let scene = scene_without_list_of_people().await;
    let control = &scene.town.control;
    scene.fault("slack", "users.info", json!("hang")).await;
    let asked = control.say(&scene.cast.colleague, "dm", "hello", None).await;
    control
        .until("it is seen to work", async || {
            let statuses = control.get("/slack/statuses").await.to_string();
            (statuses.contains(&asked.ts) && statuses.contains("\"processing\"")).then_some(())
        })
        .await;
    let lookups = control.requests("slack", "users.info").await;
    assert!(lookups.iter().any(|lookup| lookup["status"].is_null()), "while it hangs: {lookups:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_see_that_something_happens_while_a_thread_is_read() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let root = control.say(&scene.cast.colleague, &scene.cast.channel, "about the harbour", None).await;
    scene.fault("slack", "conversations.replies", json!("hold")).await;
    scene.asks("@countersign what is this?", Some(&root)).await;
    control
        .until("it is seen to work", async || {
            let statuses = control.get("/slack/statuses").await.to_string();
            (statuses.contains(&root.ts) && statuses.contains("\"processing\"")).then_some(())
        })
        .await;
    let read = control.requests("slack", "conversations.replies").await;
    assert!(read.iter().all(|reading| reading["status"].is_null()), "before it was read: {read:?}");
}

/// Asks which day, and repeats only that it heard something.
fn asking_model() -> std::sync::Arc<HesitantModel> {
    HesitantModel::new(|request| {
        let words = newest(request).lines().last().unwrap_or_default().to_owned();
        Some(match results(request).last() {
            Some(_) => says("Thank you."),
            None if words.contains("plan it") => {
                calls(vec![call(request, "user.ask", json!({ "question": "What is the code?" }))])
            }
            None => says(&format!("to {words}")),
        })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn words_written_before_a_question_can_be_seen_do_not_answer_it() {
    let (world, cast) = small_world();
    let model = asking_model();
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    // The question cannot be posted at first.
    let slow = json!({ "status": { "code": 429, "retry_after": 6 } });
    control
        .fault(json!({ "service": "slack", "method": "chat.postMessage", "kind": slow, "times": 1 }))
        .await;
    let asked = control.say(&cast.asker, "dm", "plan it", None).await;
    control
        .until("the question is on its way", async || {
            (!control.requests("slack", "chat.postMessage").await.is_empty()).then_some(())
        })
        .await;
    control.say(&cast.asker, "dm", "also tell Bob", Some(&asked.ts)).await;
    let question = control
        .until("the question", async || {
            let replies = control.replies(&asked).await;
            replies.into_iter().find(|reply| all_text(reply).contains("What is the code?"))
        })
        .await;
    control
        .until("what was written before is answered by itself", async || {
            let replies = control.replies(&asked).await;
            replies.iter().any(|reply| all_text(reply) == "to also tell Bob").then_some(())
        })
        .await;
    let replies = control.replies(&asked).await;
    let now = replies.iter().find(|reply| reply["ts"] == question["ts"]).unwrap();
    assert!(button(now, "Answer…").is_some(), "the question still waits: {}", all_text(now));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_answer_to_a_question_is_forgotten() {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).model(asking_model()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "plan it", None).await;
    town.control
        .until("the question", async || {
            let replies = town.control.replies(&asked).await;
            replies.into_iter().find(|reply| button(reply, "Answer…").is_some())
        })
        .await;
    let answer = town.control.say(&cast.asker, "dm", "the code is 4711", Some(&asked.ts)).await;
    town.control.reply(&asked, 0).await;
    assert!(found(&town, "bodies", "words", "4711").await > 0, "it was known");
    town.control.withdraw(&cast.asker, &answer).await;
    town.control
        .until("it is forgotten", async || (found(&town, "bodies", "words", "4711").await == 0).then_some(()))
        .await;
    // What told of it is kept until it is settled, which comes after that.
    town.control
        .until("what came in is settled", async || {
            (found(&town, "inbound", "raw", "4711").await == 0).then_some(())
        })
        .await;
    town.close().await;
    for (table, column) in [("journal", "entry"), ("inbound", "raw"), ("audit", "record")] {
        assert_eq!(found(&town, table, column, "4711").await, 0, "{table} still holds it");
    }
    assert!(found(&town, "bodies", "words", "What is the code").await > 0, "what was asked stays");
}

/// How many rows of the store hold these words.
async fn found(town: &crate::harness::Town, table: &str, column: &str, words: &str) -> i64 {
    let file = if table == "inbound" { "inbox.db" } else { "countersign.db" };
    let address = format!("sqlite://{}", town.data().join(file).display());
    let mut store = SqliteConnection::connect(&address).await.unwrap();
    let statement = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%{words}%'");
    let (count,): (i64,) =
        sqlx::query_as(sqlx::AssertSqlSafe(statement)).fetch_one(&mut store).await.unwrap();
    store.close().await.unwrap();
    count
}
