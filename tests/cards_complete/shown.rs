//! What a card shows, where, and to whom.

use sandbox::World;
use serde_json::{Value, json};

use super::{Scene, Script, one_mail, scene, scene_where};
use crate::harness::{Acting, Plan, all_text, button, call, calls, results, says};

/// Reads the friend's mail, then writes about it.
fn tells_what_it_read(secret: &str) -> Box<Script> {
    let mail = mail_with(&format!("They wrote: {secret}"));
    Box::new(move |request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        1 => calls(vec![call(request, "gmail.send", mail.clone())]),
        _ => says("Told: all"),
    })
}

fn mail_with(body: &str) -> Value {
    json!({ "to": ["ben@elsewhere.example"], "subject": "Keys", "body": body })
}

const AS_SHIPPED: &str = "# private_results is not set";

/// Everything anybody sees in the thread.
async fn seen_in_thread(scene: &Scene) -> String {
    scene.town.control.replies(&scene.asked).await.iter().map(all_text).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn private_data_in_a_public_thread_is_shown_to_the_requester_alone() {
    let scene = scene_where("channel", AS_SHIPPED, tells_what_it_read("the lantern word")).await;
    let card = scene.card().await;
    assert_eq!(card["channel"], "dm");
    let shown = all_text(&card);
    for content in ["ben@elsewhere.example", "They wrote: the lantern word", "Keys"] {
        assert!(shown.contains(content), "all of it is there: {shown}");
    }
    let pointer =
        scene.town.control.ephemeral_saying(&scene.cast.asker, "I asked you in a direct message").await;
    assert!(all_text(&pointer).contains("|Open the card>"), "{pointer}");
    scene.click(&card, "Approve").await;
    scene.says(&card, "Done").await;
    assert_eq!(scene.sent().await.len(), 1);
    scene.town.control.reply(&scene.asked, 0).await;
    let seen = seen_in_thread(&scene).await;
    for content in ["ben@", "lantern", "Keys", "mail from"] {
        assert!(!seen.contains(content), "{content} stands in the channel: {seen}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_answers_are_posted_the_card_in_the_thread_is_a_summary_and_all_of_it_is_for_the_requester() {
    let config = "[slack]\nprivate_results = \"thread\"";
    let scene = scene_where("channel", config, tells_what_it_read("the lantern word")).await;
    let card = scene.card().await;
    let shown = all_text(&card);
    assert!(shown.contains("ben@elsewhere.example"), "{shown}");
    assert!(shown.contains("“you” on this card is"), "others read it: {shown}");
    // A subject is as good a place for it as a letter.
    for content in ["lantern", "Keys"] {
        assert!(!shown.contains(content), "what was read may stand in the channel: {shown}");
    }
    scene.town.control.click(&scene.cast.colleague, &card, "View all").await;
    scene.town.control.ephemeral_saying(&scene.cast.colleague, "Only Ada Asker").await;
    scene.click(&card, "View all").await;
    let form = scene.form().await;
    for content in ["They wrote: the lantern word", "Keys"] {
        assert!(form.to_string().contains(content), "{form}");
    }
    scene.click(&card, "Approve").await;
    let done = scene.says(&card, "Done").await;
    assert!(!all_text(&done).contains("lantern"));
    assert_eq!(scene.sent().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn that_there_is_nothing_of_the_kind_is_told_the_requester_alone() {
    let plan = Plan::new(World::fernwood()).config(AS_SHIPPED);
    let acting = Acting::on(plan, "ana", &["calendar.readonly", "drive.readonly"]).await;
    let args = json!({ "from": "2026-01-01", "to": "2027-12-31", "skip": 100_000 });
    let act = acting.act_in("general", "calendar.list_events", args).await;
    assert_eq!(act.answer().await.json()["events"], json!([]));
    let said = acting.control().reply(act.posted(), 0).await;
    assert!(said.contains("I answered you in a direct message"), "how many there are is for her: {said}");

    let act = acting.act_in("general", "drive.list", json!({ "folder": "Clients/Nobody" })).await;
    assert_eq!(act.answer().await.code(), Some("not_found"));
    let said = acting.control().reply(act.posted(), 0).await;
    assert!(said.contains("I answered you in a direct message"), "what is not there is for her: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn that_there_is_nothing_to_change_is_told_the_requester_alone() {
    let plan = Plan::new(World::fernwood()).config(AS_SHIPPED);
    let acting = Acting::on(plan, "ana", &["drive", "documents"]).await;
    let missing = json!({ "file": "Clients/Nobody", "name": "Somebody" });
    let act = acting.act_in("general", "drive.rename", missing).await;
    assert_eq!(act.answer().await.code(), Some("not_found"));
    let said = acting.control().reply(act.posted(), 0).await;
    assert!(said.contains("I answered you in a direct message"), "what is not there is for her: {said}");

    // What is wrong with a wish is seen without looking.
    let same = json!({ "document": "Clients/Nobody", "find": "same", "replace": "same" });
    let act = acting.act_in("general", "docs.replace", same).await;
    assert_eq!(act.answer().await.code(), Some("input_invalid"));
    let said = acting.control().reply(act.posted(), 0).await;
    assert!(!said.contains("direct message"), "nothing was looked up: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_card_in_a_direct_message_shows_everything() {
    let scene = scene("dm", tells_what_it_read("the lantern word")).await;
    assert!(all_text(&scene.card().await).contains("They wrote: the lantern word"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_body_can_be_read_whole_in_a_form() {
    let body = format!("{} the very end", "word ".repeat(4000));
    let scene = scene("dm", one_mail(&body)).await;
    let card = scene.card().await;
    scene.click(&card, "View all").await;
    let form = scene.form().await;
    assert!(form.to_string().contains("the very end"));
    assert!(form.get("submit").is_none_or(Value::is_null), "it is only read");
}

#[tokio::test(flavor = "multi_thread")]
async fn high_risk_asks_once_more_before_the_press_counts() {
    let to: Vec<String> = (0..12).map(|number| format!("p{number}@elsewhere.example")).collect();
    let args = json!({ "to": to, "subject": "All", "body": "Hello" });
    let script: Box<Script> = Box::new(move |request| match results(request).last() {
        None => calls(vec![call(request, "gmail.send", args.clone())]),
        Some(_) => says("Told: all"),
    });
    let many = scene("dm", script).await;
    assert!(button(&many.card().await, "Approve").unwrap()["confirm"].is_object());
    let one = scene("dm", one_mail("The keys")).await;
    assert!(button(&one.card().await, "Approve").unwrap()["confirm"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_has_a_link_to_it() {
    let acting = Acting::as_ana(&["documents", "drive"]).await;
    let args = json!({ "title": "Harbour notes", "content": "Hello" });
    let act = acting.act("docs.create", args).await;
    let card = act.card().await;
    acting.control().click("ana", &card, "Approve").await;
    let done = acting.control().card_says(act.posted(), &card, "Done").await;
    assert!(all_text(&done).contains("|Open it>"), "{}", all_text(&done));
}
