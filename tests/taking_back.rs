//! Time to think again: a countersigned mail waits a little, and what was done can be undone.

use serde_json::json;

use crate::harness::{
    Act, Acting, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, is_card, results, says,
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

/// Ana has archived her newest mail, and can undo that.
async fn archived(acting: &Acting) -> (Act<'_>, String) {
    let id = acting.control().mailbox("ana", "INBOX").await[0]["id"].as_str().unwrap().to_owned();
    let act = acting.act("gmail.archive", json!({ "id": id })).await;
    act.approved().await;
    assert!(is_archived(acting, &id).await);
    (act, id)
}

async fn is_archived(acting: &Acting, id: &str) -> bool {
    let labels = acting.control().message("ana", id).await["labels"].clone();
    labels.as_array().unwrap().iter().all(|label| label != "INBOX")
}

/// The message with the button that undoes it.
async fn offer_to_undo(acting: &Acting, act: &Act<'_>) -> serde_json::Value {
    let offers = async || {
        acting.control().said_of(act.posted()).await.into_iter().find(|one| button(one, "Undo").is_some())
    };
    acting.control().until("an Undo", offers).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_pressed_while_the_account_is_disconnected_stays() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    let (act, id) = archived(&acting).await;
    let offer = offer_to_undo(&acting, &act).await;
    let command = |command: &str, text: &str| json!({ "person": "ana", "channel": "dm", "command": command, "text": text });
    control.post("/slack/command", command("/google", "disconnect ana@fernwood.example")).await;
    control.ephemeral_saying("ana", "is disconnected").await;

    let why = "Nothing was undone, because ana@fernwood.example is not connected.";
    control.click("ana", &offer, "Undo").await;
    let told = control.ephemeral_saying("ana", why).await;
    assert!(all_text(&told).contains("Then press Undo again."), "{}", all_text(&told));
    assert!(all_text(&told).contains("The Undo stays") && all_text(&told).contains("until <!date^"));
    let before = control.ephemerals("ana").await.len();
    control.post("/slack/command", command("/countersign", "undo")).await;
    let answer =
        control.until("an answer", async || control.ephemerals("ana").await.get(before).map(all_text)).await;
    assert!(answer.contains(why), "{answer}");
    control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
    let page = async || {
        let view = control.get("/slack/home?person=ana").await["view"].clone();
        button(&view, "Undo").map(drop)
    };
    control.until("an Undo at home", page).await;
    control.post("/slack/press", json!({ "person": "ana", "on": "home", "action": "Undo" })).await;
    let direct = crate::ways_in::told(control, "ana", why).await;
    assert!(button(&direct, "Connect Google").is_some());
    assert!(is_archived(&acting, &id).await);
    let now = offer_to_undo(&acting, &act).await;
    assert_eq!(all_text(&now), all_text(&offer), "it is as it was");

    acting.town.accept("ana", &told).await;
    assert!(act.taken_back().await.contains("*Undone*"));
    assert!(!is_archived(&acting, &id).await);
}

/// Only a request shows that Google has ended the grant, so the undo has begun by then.
#[tokio::test(flavor = "multi_thread")]
async fn an_undo_that_google_no_longer_permits_can_be_pressed_again() {
    let mut acting = Acting::as_ana(&MAIL).await;
    let id = archived(&acting).await.1;
    acting.control().post("/google/revoke", json!({ "person": "ana" })).await;
    // A life without memory of the token that worked.
    acting.town.close().await;
    acting.town.open().await;
    let control = acting.control();
    let page = async || {
        control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
        let view = control.get("/slack/home?person=ana").await["view"].clone();
        button(&view, "Undo").map(drop)
    };
    control.until("an Undo at home", page).await;
    control.post("/slack/press", json!({ "person": "ana", "on": "home", "action": "Undo" })).await;
    let told = control.ephemeral_saying("ana", "This was not undone, because I lack your permission").await;
    control.until("the Undo is back", page).await;
    assert!(is_archived(&acting, &id).await);
    acting.town.accept("ana", &told).await;
    control.post("/slack/press", json!({ "person": "ana", "on": "home", "action": "Undo" })).await;
    control
        .until("it is in the inbox again", async || (!is_archived(&acting, &id).await).then_some(()))
        .await;
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
