//! What a card shows, where, and to whom.

use serde_json::{Value, json};

use super::{Script, one_mail, scene};
use crate::harness::{Acting, all_text, button, call, calls, results, says};

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

#[tokio::test(flavor = "multi_thread")]
async fn private_data_in_a_public_thread_is_a_summary_and_all_of_it_is_for_the_requester() {
    let scene = scene("channel", tells_what_it_read("the lantern word")).await;
    let card = scene.card().await;
    let shown = all_text(&card);
    assert!(shown.contains("ben@elsewhere.example"), "{shown}");
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
