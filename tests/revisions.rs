//! People change and delete what they wrote, and write on while we work.

use kernel::Reply;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    Cast, HesitantModel, Plan, Posted, Town, all_text, button, call, calls, is_card, newest, results, says,
    small_world,
};
use crate::serving::countersign;

/// Sends a mail with the words behind `saying`, and answers everything else with its last line.
fn sends(request: &kernel::Request) -> Reply {
    let words = newest(request);
    match (results(request).last(), words.split_once("saying ")) {
        (None, Some((_, body))) => {
            let args = json!({ "to": ["mara@harbour.example"], "subject": "Keys", "body": body.trim() });
            calls(vec![call(request, "gmail.send", args)])
        }
        _ => says(&format!("to {}", words.lines().last().unwrap_or_default())),
    }
}

/// Thinks for ever about whatever contains this word.
fn stuck_on(word: &'static str) -> std::sync::Arc<HesitantModel> {
    HesitantModel::new(move |request| {
        let last = newest(request).lines().last().unwrap_or_default().to_owned();
        (!newest(request).contains(word)).then(|| says(&format!("to {last}")))
    })
}

async fn asked_times(town: &Town, model: &HesitantModel, times: usize) {
    town.control
        .until("the model is asked", async || (model.heard.lock().unwrap().len() >= times).then_some(()))
        .await;
}

/// A town in which a card waits.
async fn waiting() -> (Town, Cast, Posted, Value) {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(HesitantModel::new(|request| Some(sends(request)))).build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let words = "@countersign send a mail saying the first thing";
    let asked = town.control.say(&cast.asker, &cast.channel, words, None).await;
    let card = town.control.live_card(&asked).await;
    (town, cast, asked, card)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_before_the_turn_begins_is_what_is_answered() {
    let (world, cast) = small_world();
    let model = stuck_on("ponder");
    let town = Plan::new(world).model(model.clone()).build().await;
    let first = town.control.say(&cast.asker, &cast.channel, "@countersign ponder", None).await;
    asked_times(&town, &model, 1).await;
    let second = town.control.say(&cast.colleague, &cast.channel, "apples", Some(&first.ts)).await;
    town.control.edit(&cast.colleague, &second, "pears").await;
    town.control.say(&cast.asker, &cast.channel, "stop", Some(&first.ts)).await;
    town.control.reply(&first, 1).await;
    let shown = model.shown();
    let last = shown.last().unwrap();
    assert!(last.contains("pears") && !last.contains("apples") && !last.contains("[event]"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_while_the_model_works_makes_it_begin_anew() {
    let (world, cast) = small_world();
    let model = stuck_on("apples");
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "find apples", None).await;
    asked_times(&town, &model, 1).await;
    town.control.edit(&cast.asker, &asked, "find pears").await;
    assert_eq!(town.control.reply(&asked, 0).await, "to find pears");
    assert_eq!(town.control.replies(&asked).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_changed_into_a_question_to_us_is_answered_once() {
    let (world, cast) = small_world();
    let model = stuck_on("ponder");
    let town = Plan::new(world).model(model.clone()).build().await;
    let said = town.control.say(&cast.asker, &cast.channel, "find apples", None).await;
    town.control.edit(&cast.asker, &said, "@countersign find apples").await;
    assert_eq!(town.control.reply(&said, 0).await, "to find apples");
    town.control.edit(&cast.asker, &said, "@countersign find pears").await;
    let again = town.control.say(&cast.asker, &cast.channel, "@countersign and now?", Some(&said.ts)).await;
    town.control.delivered(&again).await;
    assert_eq!(town.control.reply(&said, 1).await, "to and now?");
    assert_eq!(model.shown().len(), 2, "what was answered is not answered again");
}

/// Asks for something that is looked up in a mailbox, and ends when Google has been asked and takes its time.
async fn while_google_works(town: &Town, cast: &Cast, words: &str) -> Posted {
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let slow =
        json!({ "service": "google", "method": "gmail.users.*", "kind": { "latency": { "ms": 4000 } } });
    town.control.fault(slow).await;
    let asked = town.control.say(&cast.asker, "dm", words, None).await;
    town.control
        .until("Google is asked", async || {
            (!town.control.requests("google", "gmail.users.*").await.is_empty()).then_some(())
        })
        .await;
    asked
}

/// The model has asked for something already, so it must be told what changed.
#[tokio::test(flavor = "multi_thread")]
async fn an_edit_while_tools_run_is_told_with_the_next_request() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        Some(match (request.messages.len(), results(request).len()) {
            (1, 0) => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
            _ => says("found"),
        })
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = while_google_works(&town, &cast, "look for apples").await;
    town.control.edit(&cast.asker, &asked, "look for pears").await;
    town.control.reply(&asked, 0).await;
    let shown = model.shown();
    assert_eq!(shown.len(), 2);
    let changed = "[event] A message was changed by its author. It reads now:";
    assert!(shown[1].contains(changed) && shown[1].contains("pears"), "{}", shown[1]);
    assert!(shown[1].find("apples") < shown[1].find(changed), "how it read before stays: {}", shown[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_while_a_card_waits_voids_the_card_and_the_turn_goes_on_with_the_new_words() {
    let (town, cast, asked, card) = waiting().await;
    let control = &town.control;
    control.edit(&cast.asker, &asked, "@countersign send a mail saying the second thing").await;
    let void = control.card_says(&asked, &card, "The request was changed").await;
    assert!(button(&void, "Approve").is_none());
    let second = control.live_card(&asked).await;
    assert!(all_text(&second).contains("the second thing"), "{}", all_text(&second));
    control.click(&cast.asker, &second, "Approve").await;
    control.card_says(&asked, &second, "Done").await;
    let sent = control.mailbox(&cast.asker, "SENT").await;
    assert_eq!(sent.len(), 1);
    let mail = control.message(&cast.asker, sent[0]["id"].as_str().unwrap()).await;
    assert!(mail["text"].as_str().unwrap().contains("the second thing"), "{mail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_voids_a_card_whose_turn_has_ended_and_is_answered_if_it_is_still_for_us() {
    let (town, cast, asked, card) = waiting().await;
    let control = &town.control;
    control.say(&cast.asker, &cast.channel, "meanwhile", Some(&asked.ts)).await;
    control.reply(&asked, 0).await;
    control.edit(&cast.asker, &asked, "@countersign say hello").await;
    control.card_says(&asked, &card, "The request was changed").await;
    assert_eq!(control.reply(&asked, 1).await, "to say hello");
    assert!(control.mailbox(&cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_no_longer_names_us_voids_its_card() {
    let (town, cast, asked, card) = waiting().await;
    town.control.edit(&cast.asker, &asked, "send a mail saying the first thing").await;
    let void = town.control.card_says(&asked, &card, "The request was changed").await;
    assert!(button(&void, "Approve").is_none());
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_and_an_edit_without_a_change_are_not_noticed() {
    let (town, cast, asked, card) = waiting().await;
    let control = &town.control;
    let preview = json!({ "channel": asked.channel, "ts": asked.ts, "attachments": [{ "title": "a page" }] });
    control.post("/slack/unfurl", preview).await;
    control.edit(&cast.asker, &asked, "@countersign send a mail saying the first thing").await;
    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    assert_eq!(control.mailbox(&cast.asker, "SENT").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_request_that_is_changed_is_only_remembered() {
    let (world, cast) = small_world();
    let model = stuck_on("nothing at all");
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "apples", None).await;
    town.control.reply(&asked, 0).await;
    town.control.edit(&cast.asker, &asked, "pears").await;
    town.control.say(&cast.asker, "dm", "and now?", Some(&asked.ts)).await;
    assert_eq!(town.control.reply(&asked, 1).await, "to and now?");
    let shown = model.shown();
    assert_eq!(shown.len(), 2, "it was not answered again");
    assert!(shown[1].contains("It reads now:") && shown[1].contains("pears"), "{}", shown[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_takes_its_answer_with_it_and_nothing_of_it_is_kept() {
    let (world, cast) = small_world();
    let model = stuck_on("nothing at all");
    let mut town = Plan::new(world).model(model.clone()).build().await;
    let root = town.control.say(&cast.asker, "dm", "good morning", None).await;
    town.control.reply(&root, 0).await;
    let asked = town.control.say(&cast.asker, "dm", "the code is 4711", Some(&root.ts)).await;
    town.control.reply(&root, 1).await;
    town.control.withdraw(&cast.asker, &asked).await;
    town.control
        .until("the answer is gone", async || {
            let replies = town.control.replies(&root).await;
            (replies.len() == 1 && !all_text(&replies[0]).contains("4711")).then_some(())
        })
        .await;
    town.control.say(&cast.asker, "dm", "and now?", Some(&root.ts)).await;
    town.control.reply(&root, 1).await;
    let shown = model.shown();
    let last = shown.last().unwrap();
    assert!(last.contains("good morning") && !last.contains("4711"), "{last}");
    town.close().await;
    let open = async |file: &str| {
        let address = format!("sqlite://{}", town.data().join(file).display());
        SqliteConnection::connect(&address).await.unwrap()
    };
    let (mut store, mut inbox) = (open("countersign.db").await, open("inbox.db").await);
    for (table, column) in
        [("bodies", "words"), ("journal", "entry"), ("inbound", "raw"), ("audit", "record")]
    {
        let file = if table == "inbound" { &mut inbox } else { &mut store };
        let statement = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%4711%'");
        let (found,): (i64,) = sqlx::query_as(sqlx::AssertSqlSafe(statement)).fetch_one(file).await.unwrap();
        assert_eq!(found, 0, "{table} still holds it");
    }
    let (kept,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM bodies WHERE words LIKE '%good morning%'")
        .fetch_one(&mut store)
        .await
        .unwrap();
    assert!(kept > 0, "what others said stays");
    store.close().await.unwrap();
    let (code, words) = countersign(&["audit", "verify", "--data-dir", town.data().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_ends_the_work_at_once_and_leaves_no_answer() {
    let (world, cast) = small_world();
    let model = stuck_on("ponder");
    let town = Plan::new(world).model(model.clone()).build().await;
    let root = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&root, 0).await;
    let asked = town.control.say(&cast.asker, "dm", "ponder", Some(&root.ts)).await;
    asked_times(&town, &model, 2).await;
    let working = async || {
        let statuses = town.control.get("/slack/statuses").await.to_string();
        statuses.contains("\"processing\"")
    };
    town.control.until("it is at work", async || working().await.then_some(())).await;
    town.control.withdraw(&cast.asker, &asked).await;
    town.control.until("it rests", async || (!working().await).then_some(())).await;
    assert_eq!(town.control.replies(&root).await.len(), 1, "nothing is said about it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_voids_its_card() {
    let (town, cast, asked, card) = waiting().await;
    town.control.withdraw(&cast.asker, &asked).await;
    let void = town.control.card_says(&asked, &card, "The request was deleted").await;
    assert!(button(&void, "Approve").is_none());
    says_nothing_of_the_mail(&void);
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
    let said = town.control.replies(&asked).await.iter().filter(|reply| !is_card(reply)).count();
    assert_eq!(said, 0, "the card says it all");
}

/// Nothing that the request brought about stands on its card, neither in its blocks nor in its notification.
fn says_nothing_of_the_mail(card: &Value) {
    for words in ["the first thing", "mara@harbour.example", "Keys"] {
        assert!(!card.to_string().contains(words), "{words} is still there: {card}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_takes_its_words_from_a_card_that_was_carried_out() {
    let (town, cast, asked, card) = waiting().await;
    town.control.click(&cast.asker, &card, "Approve").await;
    town.control.card_says(&asked, &card, "Done").await;
    town.control.reply(&asked, 0).await;
    town.control.withdraw(&cast.asker, &asked).await;
    let gone = town.control.card_says(&asked, &card, "gmail.send: done. The request was deleted").await;
    says_nothing_of_the_mail(&gone);
}

/// A text that is too long for a card stands in a file beside it.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_takes_the_file_beside_its_card_with_it() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(HesitantModel::new(|request| Some(sends(request)))).build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let words = format!("@countersign send a mail saying {}", "the whole long story ".repeat(400));
    let asked = town.control.say(&cast.asker, &cast.channel, &words, None).await;
    let card = town.control.live_card(&asked).await;
    let files = async || -> Vec<Value> {
        let replies = town.control.replies(&asked).await;
        replies.iter().filter_map(|reply| reply["files"].as_array().cloned()).flatten().collect()
    };
    assert_eq!(files().await.len(), 1);
    town.control.withdraw(&cast.asker, &asked).await;
    town.control.card_says(&asked, &card, "The request was deleted").await;
    assert_eq!(files().await, Vec::<Value>::new());
    assert_eq!(town.control.requests("slack", "files.delete").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_before_the_request_was_deleted_is_said() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        let args = json!({ "to": ["mara@harbour.example"], "subject": "Keys", "body": "Here." });
        results(request).is_empty().then(|| calls(vec![call(request, "gmail.draft", args)]))
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let asked = town.control.say(&cast.asker, "dm", "write a draft to mara@harbour.example", None).await;
    asked_times(&town, &model, 2).await;
    town.control.withdraw(&cast.asker, &asked).await;
    // The thread went with its only message, so it is said beside it.
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    town.control
        .until("it is said what was done", async || {
            let messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
            let done = "The request was deleted. This had already been done: gmail.draft.";
            messages.iter().any(|message| all_text(message).contains(done)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_message_that_is_deleted_is_dropped_silently() {
    let (world, cast) = small_world();
    let model = stuck_on("ponder");
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    let first = control.say(&cast.asker, &cast.channel, "@countersign ponder", None).await;
    asked_times(&town, &model, 1).await;
    let second = control.say(&cast.colleague, &cast.channel, "apples", Some(&first.ts)).await;
    control.withdraw(&cast.colleague, &second).await;
    control.say(&cast.colleague, &cast.channel, "pears", Some(&first.ts)).await;
    control.say(&cast.asker, &cast.channel, "stop", Some(&first.ts)).await;
    let told = control.reply(&first, 1).await;
    let shown = model.shown();
    assert!(shown.iter().all(|shown| !shown.contains("apples")), "{told}: {shown:?}");
    assert_eq!(shown.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_requester_adds_while_tools_run_steers_the_turn_and_they_are_told() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        Some(match request.messages.len() {
            1 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
            _ => says("found"),
        })
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = while_google_works(&town, &cast, "what is new?").await;
    town.control.say(&cast.asker, "dm", "only about the harbour", Some(&asked.ts)).await;
    // Said only while it waits.
    town.control.ephemeral_saying(&cast.asker, "as soon as what is running now has ended").await;
    town.control.reply(&asked, 0).await;
    town.control.ephemeral_saying(&cast.asker, "taking it into account").await;
    let shown = model.shown();
    assert!(shown[1].contains("only about the harbour"), "{}", shown[1]);
    assert_eq!((shown.len(), town.control.replies(&asked).await.len()), (2, 1), "one turn, one answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_message_waits_and_they_are_told() {
    let (world, cast) = small_world();
    let model = stuck_on("ponder");
    let town = Plan::new(world).model(model.clone()).build().await;
    let first = town.control.say(&cast.asker, &cast.channel, "@countersign ponder", None).await;
    asked_times(&town, &model, 1).await;
    town.control.say(&cast.colleague, &cast.channel, "apples", Some(&first.ts)).await;
    town.control.ephemeral_saying(&cast.colleague, "get to that next").await;
    assert_eq!(model.shown().len(), 1);
    town.control.say(&cast.asker, &cast.channel, "stop", Some(&first.ts)).await;
    let answered = town.control.reply(&first, 1).await;
    assert!(answered.starts_with("to "), "{answered}");
}
