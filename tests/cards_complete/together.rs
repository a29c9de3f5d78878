//! Several calls on one card.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Scene, Script, scene_where};
use crate::harness::{all_text, button, call, calls, is_card, results, says};

/// Several calls of one tool in one reply.
pub(super) async fn several(tool: &'static str, args: Vec<Value>) -> Scene {
    several_where("", tool, args).await
}

async fn several_where(config: &str, tool: &'static str, args: Vec<Value>) -> Scene {
    let script: Box<Script> = Box::new(move |request| match results(request).as_slice() {
        [] => {
            let each = args.iter().enumerate().map(|(number, args)| {
                let mut call = call(request, tool, args.clone());
                call.id = kernel::CallId(format!("c{number}"));
                call
            });
            calls(each.collect())
        }
        results => says(&format!("Told: {}", results.iter().filter(|result| !result.failed).count())),
    });
    scene_where("dm", config, script).await
}

fn mail_to(address: &str, subject: &str) -> Value {
    json!({ "to": [address], "subject": subject, "body": "Hello" })
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_writes_stand_on_one_card_and_each_runs_exactly_once() {
    let to = "ben@elsewhere.example";
    let scene =
        several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two"), mail_to(to, "Three")]).await;
    let card = scene.group().await;
    let shown = all_text(&card);
    for part in ["Subject: One", "Subject: Two", "Subject: Three"] {
        assert!(shown.contains(part), "{shown}");
    }
    let replies = scene.town.control.replies(&scene.asked).await;
    assert_eq!(replies.iter().filter(|reply| is_card(reply)).count(), 1, "one card for all");
    assert!(scene.sent().await.is_empty());
    let presses = (0..5).map(|_| scene.click(&card, "Approve all (3)"));
    join_all(presses).await;
    assert!(scene.told().await.contains("Told: 3"));
    assert_eq!(scene.sent().await.len(), 3);
    let sends = scene.town.control.requests("google", "gmail.users.drafts.send").await;
    assert_eq!(sends.len(), 3);
    let now = scene.says(&card, "(decided)").await;
    assert!(button(&now, "Deny all").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_can_be_denied_at_once() {
    let to = "ben@elsewhere.example";
    let scene = several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two")]).await;
    let card = scene.group().await;
    scene.click(&card, "Deny all").await;
    assert!(scene.told().await.contains("Told: 0"));
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_can_be_decided_one_by_one() {
    let to = "ben@elsewhere.example";
    let scene = several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two")]).await;
    let group = scene.group().await;
    scene.click(&group, "One by one").await;
    let apart = scene.says(&group, "card of its own").await;
    assert!(button(&apart, "Approve all (2)").is_none());
    let single = async |subject: &str| {
        scene
            .town
            .control
            .until(&format!("the card of {subject}"), async || {
                let replies = scene.town.control.replies(&scene.asked).await;
                let ours =
                    |reply: &Value| button(reply, "Approve").is_some() && all_text(reply).contains(subject);
                replies.into_iter().find(ours)
            })
            .await
    };
    let (one, two) = (single("One").await, single("Two").await);
    scene.click(&one, "Approve").await;
    scene.click(&two, "Deny").await;
    assert!(scene.told().await.contains("Told: 1"));
    assert_eq!(scene.sent().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn different_recipients_are_never_decided_with_one_press() {
    let calls = vec![mail_to("ben@elsewhere.example", "One"), mail_to("eve@elsewhere.example", "Two")];
    let scene = several("gmail.send", calls).await;
    let cards = scene
        .town
        .control
        .until("two cards", async || {
            let replies = scene.town.control.replies(&scene.asked).await;
            let cards: Vec<Value> =
                replies.into_iter().filter(|reply| button(reply, "Approve").is_some()).collect();
            (cards.len() == 2).then_some(cards)
        })
        .await;
    assert!(cards.iter().all(|card| !all_text(card).contains("Approve all")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_that_is_not_everybodys_stands_at_its_call_in_either_order() {
    let strange = "https://evil.example/take?all";
    let harmless = mail_to("ben@elsewhere.example", "Harmless");
    let mut harmful = mail_to("ben@elsewhere.example", "Harmful");
    harmful["body"] = json!(format!("Look here: {strange}"));
    for order in [vec![harmful.clone(), harmless.clone()], vec![harmless, harmful]] {
        let scene = several("gmail.send", order).await;
        let card = scene.group().await;
        let shown = all_text(&card);
        let row = |subject: &str| {
            let rows = shown.split("Waits");
            rows.into_iter().find(|row| row.contains(&format!("Subject: {subject}"))).unwrap().to_owned()
        };
        let reason = format!("an address that you did not write: {strange}");
        assert!(row("Harmful").contains(&reason), "{shown}");
        assert!(!row("Harmless").contains(&reason), "{shown}");
        assert_eq!(
            shown.matches("This is sent to ben@elsewhere.example.").count(),
            1,
            "what holds for both: {shown}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_stand_on_the_card_in_the_order_in_which_they_were_made() {
    let subjects = ["One", "Two", "Three", "Four", "Five", "Six"];
    let mails = subjects.iter().map(|subject| mail_to("ben@elsewhere.example", subject)).collect();
    let scene = several("gmail.send", mails).await;
    let shown = all_text(&scene.group().await);
    let places: Vec<usize> =
        subjects.iter().map(|subject| shown.find(&format!("Subject: {subject}")).unwrap()).collect();
    assert!(places.is_sorted(), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_several_can_be_taken_back_while_it_is_held() {
    let to = "ben@elsewhere.example";
    let mails = vec![mail_to(to, "One"), mail_to(to, "Two"), mail_to(to, "Three")];
    let scene = several_where("[google]\nsend_undo_seconds = 600", "gmail.send", mails).await;
    let card = scene.group().await;
    scene.click(&card, "Approve all (3)").await;
    let held = scene.says(&card, "unless you undo it").await;
    assert!(button(&held, "Undo 1").is_some() && button(&held, "Undo 3").is_some(), "{}", all_text(&held));
    scene.click(&held, "Undo 2").await;
    let one_less = scene.says(&card, "You took it back in time").await;
    assert!(button(&one_less, "Undo 2").is_none() && button(&one_less, "Undo 3").is_some());
    scene.click(&one_less, "Undo all (2)").await;
    assert!(scene.told().await.contains("Told: 0"));
    assert!(scene.sent().await.is_empty());
    let over = scene.town.control.replies(&scene.asked).await;
    assert!(over.iter().all(|reply| button(reply, "Undo 1").is_none()), "nothing is left to press");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_on_a_card_for_several_can_be_opened_from_its_row() {
    let documents = ["One", "Two"].map(|title| json!({ "title": title, "content": "Hello" }));
    let scene = several("docs.create", documents.to_vec()).await;
    let card = scene.group().await;
    scene.click(&card, "Approve all (2)").await;
    assert!(scene.told().await.contains("Told: 2"));
    let now = scene.says(&card, "Done").await;
    assert_eq!(all_text(&now).matches("|Open it>").count(), 2, "{}", all_text(&now));
}

impl Scene {
    pub(super) async fn group(&self) -> Value {
        self.town
            .control
            .until("a card for several", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.into_iter().find(|reply| button(reply, "Deny all").is_some())
            })
            .await
    }
}
