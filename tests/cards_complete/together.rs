//! Several calls on one card.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Scene, Script, scene};
use crate::harness::{all_text, button, call, calls, is_card, results, says};

/// Several calls of one tool in one reply.
async fn several(tool: &'static str, args: Vec<Value>) -> Scene {
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
    scene("dm", script).await
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

impl Scene {
    async fn group(&self) -> Value {
        self.town
            .control
            .until("a card for several", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.into_iter().find(|reply| button(reply, "Deny all").is_some())
            })
            .await
    }
}
