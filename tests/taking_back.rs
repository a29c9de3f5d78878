//! Time to think again: a countersigned mail waits a little, and what was done can be undone.

use serde_json::json;

use crate::harness::{
    Acting, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, is_card, results, says,
};

const MAIL: [&str; 1] = ["gmail.modify"];

async fn holding(seconds: u32) -> Acting {
    let plan = Plan::new(sandbox::World::fernwood());
    Acting::on(plan.config(&format!("[google]\nsend_undo_seconds = {seconds}")), "ana", &MAIL).await
}

fn a_mail() -> serde_json::Value {
    json!({ "to": ["ben@fernwood.example"], "subject": "Second thoughts", "body": "Forget it." })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_taken_back_in_time_is_never_sent() {
    let acting = holding(600).await;
    let act = acting.act("gmail.send", a_mail()).await;
    let card = act.card().await;
    let control = acting.control();
    control.click("ana", &card, "Approve").await;
    let held = control.card_says(act.posted(), &card, "unless you undo it").await;
    assert!(button(&held, "Approve").is_none());
    control.click("ana", &held, "Undo").await;
    let back = control.card_says(act.posted(), &card, "not done").await;
    assert!(button(&back, "Undo").is_none(), "{}", all_text(&back));
    assert!(all_text(&back).contains("You took it back in time"), "{}", all_text(&back));
    assert_eq!(act.told_code().await, "cancelled");
    assert!(act.requests_to("gmail.users.drafts.send").await.is_empty());
    assert!(control.mailbox("ben", "INBOX").await.iter().all(|mail| mail["subject"] != "Second thoughts"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_not_taken_back_goes_out_by_itself() {
    let acting = holding(1).await;
    let act = acting.act("gmail.send", a_mail()).await;
    let answer = act.approved().await;
    assert!(!answer.failed, "{}", answer.words);
    assert_eq!(act.requests_to("gmail.users.drafts.send").await.len(), 1);
}

/// Ana orders a mail in her own words, so that nobody is asked.
async fn ordered(seconds: u32) -> (Town, Posted) {
    let config = format!("approvals = \"provenance\"\n[google]\nsend_undo_seconds = {seconds}");
    let model = ScriptedModel::new(|request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.send", a_mail())]),
        _ => says("Sent."),
    });
    let town = Plan::new(sandbox::World::fernwood()).config(&config).model(model).build().await;
    town.grant("ana", &["gmail.modify", "gmail.compose"]).await;
    let order = "Send ben@fernwood.example a mail titled “Second thoughts” with the words “Forget it.”";
    let posted = town.control.say("ana", "dm", order, None).await;
    (town, posted)
}

async fn seen(town: &Town, posted: &Posted, words: &str) {
    let says_so = async || {
        let replies = town.control.replies(posted).await;
        assert!(!replies.iter().any(is_card), "{replies:?}");
        replies.iter().any(|reply| all_text(reply).contains(words)).then_some(())
    };
    town.control.until(words, says_so).await;
}

async fn was_sent(town: &Town) -> bool {
    let inbox = town.control.mailbox("ben", "INBOX").await;
    inbox.iter().any(|mail| mail["subject"] == "Second thoughts")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_nobody_is_asked_about_is_held_as_well_and_not_sent_if_they_say_stop() {
    let (town, posted) = ordered(600).await;
    let thread = format!("/slack/messages?channel={}&thread_ts={}", posted.channel, posted.ts);
    let says_so =
        async || town.control.get(&thread).await.to_string().contains("unless you say stop").then_some(());
    town.control.until("that it can be stopped", says_so).await;
    town.control.say("ana", "dm", "stop", Some(&posted.ts)).await;
    seen(&town, &posted, "Nothing had been sent or changed").await;
    assert!(!was_sent(&town).await);
    assert!(town.control.requests("google", "gmail.users.drafts.send").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_nobody_is_asked_about_goes_out_by_itself_once_its_time_is_over() {
    let (town, posted) = ordered(2).await;
    seen(&town, &posted, "Sent.").await;
    assert!(was_sent(&town).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_puts_back_what_was_done_and_overwrites_nothing() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    let mail = &control.mailbox("ana", "INBOX").await[0].clone();
    let labels = async || control.message("ana", mail["id"].as_str().unwrap()).await["labels"].clone();
    let before = labels().await;
    let act = acting.act("gmail.archive", json!({ "id": mail["id"] })).await;
    act.approved().await;
    assert_ne!(labels().await, before);
    assert!(act.taken_back().await.contains("*Undone*"));
    assert_eq!(labels().await, before);

    let unread = before.as_array().unwrap().iter().any(|label| label == "UNREAD");
    let act = acting.act("gmail.mark_read", json!({ "id": mail["id"], "unread": !unread })).await;
    act.approved().await;
    let hers = if unread { "add" } else { "remove" };
    control.post("/google/mark", json!({ "person": "ana", "id": mail["id"], hers: ["UNREAD"] })).await;
    let now = labels().await;
    let told = act.taken_back().await;
    assert!(told.contains("*Not undone*"), "{told}");
    assert_eq!(labels().await, now, "what she did herself since is left alone");
}
