//! Dry runs: everything is looked up, nothing is done, and that is said.

use serde_json::json;

use crate::harness::{Acting, Plan, all_text};

fn a_mail() -> serde_json::Value {
    json!({ "to": ["jonas@partner.example"], "subject": "Offer", "body": "The key is AKIAABCDEFGHIJKLMNOP." })
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_the_house_and_what_would_is_told() {
    let plan = Plan::new(sandbox::World::fernwood()).config("dry_run = true");
    let acting = Acting::on(plan, "ana", &["gmail.modify"]).await;
    let control = acting.control();
    let sending = acting.act("gmail.send", a_mail()).await;
    let told = sending.answer().await;
    assert!(told.words.starts_with("dry_run: Nothing was done") && told.is_fenced(), "{}", told.words);
    for part in ["jonas@partner.example", "Subject: Offer", "\"body\":\"[redacted]\""] {
        assert!(told.words.contains(part), "{part}: {}", told.words);
    }
    let reply = control.reply(sending.posted(), 0).await;
    assert!(reply.contains("This was a dry run: nothing was sent or changed."), "{reply}");
    let wrote = sending.requests().await.into_iter().filter(|asked| asked.method.contains("drafts"));
    assert_eq!(wrote.count(), 0);
    assert!(control.mailbox("ana", "SENT").await.iter().all(|mail| mail["subject"] != "Offer"));

    let looking = acting.act("gmail.search", json!({ "query": "in:inbox" })).await;
    assert!(looking.answer().await.json()["messages"].is_array(), "looking is done");
    assert!(!control.reply(looking.posted(), 0).await.contains("dry run"));
}

async fn own(acting: &Acting, words: &str) -> String {
    let control = acting.control();
    let before = control.ephemerals("ana").await.len();
    let given = json!({ "person": "ana", "channel": "dm", "command": "/countersign", "text": words });
    control.post("/slack/command", given).await;
    let told = async || control.ephemerals("ana").await.get(before).map(all_text);
    control.until(&format!("an answer to {words}"), told).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_switches_it_on_and_off_and_a_card_that_waits_does_nothing_meanwhile() {
    let acting = Acting::as_ana(&["gmail.modify"]).await;
    let control = acting.control();
    assert!(own(&acting, "dry-run").await.starts_with("Your dry run is off."));
    let waiting = acting.act("gmail.send", a_mail()).await;
    let card = waiting.card().await;
    assert!(own(&acting, "dry-run on").await.contains("do none of it"));
    let told = acting.act("gmail.send", a_mail()).await.answer().await;
    assert!(told.words.starts_with("dry_run:"), "{}", told.words);
    control.click("ana", &card, "Approve").await;
    control.card_says(waiting.posted(), &card, "This is a dry run, so nothing was done").await;
    assert!(waiting.requests_to("gmail.users.drafts.send").await.is_empty());

    assert!(own(&acting, "dry-run off").await.contains("do again"));
    let again = acting.act("gmail.send", a_mail()).await;
    let told = again.approved().await;
    assert!(!told.failed && !told.words.contains("dry_run"), "{}", told.words);
    assert_eq!(again.requests_to("gmail.users.drafts.send").await.len(), 1);
}
