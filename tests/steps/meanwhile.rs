//! Cards while a model thinks, while another call runs, after a crash and beside each other.

use std::time::Duration;

use serde_json::json;

use super::scene;
use crate::harness::{all_text, button};

/// The colleague's question occupies the model for ever, in the thread of the asker's card.
async fn card_behind_a_thinker(config: &str) -> (super::Scene, crate::harness::Posted, serde_json::Value) {
    let scene = scene(config).await;
    let (asked, card) = scene.card("Keys").await;
    scene.colleague_asks("ponder", &asked).await;
    scene.asked_times(2).await;
    (scene, asked, card)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_is_carried_out_while_the_model_thinks_about_something_else() {
    let (scene, asked, card) = card_behind_a_thinker("").await;
    let control = &scene.town.control;
    control.click(&scene.cast.asker, &card, "Approve").await;
    let done = control.card_says(&asked, &card, "Done").await;
    assert!(button(&done, "Approve").is_none());
    assert_eq!(scene.sent().await, ["Keys"]);
    assert_eq!(scene.model.heard.lock().unwrap().len(), 2, "the model was not disturbed");
    scene.colleague_asks("stop", &asked).await;
    scene.asked_times(3).await;
    let shown = scene.model.shown().pop().unwrap();
    assert!(shown.contains("has been approved and done"), "then it is told: {shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denial_is_seen_while_the_model_thinks() {
    let (scene, asked, card) = card_behind_a_thinker("").await;
    let control = &scene.town.control;
    control.click(&scene.cast.asker, &card, "Deny").await;
    let denied = control.card_says(&asked, &card, "Denied").await;
    assert!(button(&denied, "Approve").is_none());
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_expires_before_peoples_eyes_while_the_model_thinks() {
    let (scene, asked, card) = card_behind_a_thinker("").await;
    scene.town.time_passes(Duration::from_mins(15)).await;
    let expired = scene.town.control.card_says(&asked, &card, "Expired").await;
    assert!(button(&expired, "Approve").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_no_longer_be_taken_back_is_sent_while_the_model_thinks() {
    let (scene, asked, card) = card_behind_a_thinker("[google]\nsend_undo_seconds = 2").await;
    let control = &scene.town.control;
    control.click(&scene.cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    assert_eq!(scene.sent().await, ["Keys"]);
}

/// The process dies while a press is carried out beside a model that thinks.
#[tokio::test(flavor = "multi_thread")]
async fn what_went_on_beside_the_model_is_recovered_after_a_crash() {
    let (mut scene, asked, card) = card_behind_a_thinker("").await;
    scene.fault("google", "gmail.users.drafts.send", json!("hang")).await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    scene.google_is_asked("gmail.users.drafts.send").await;
    scene.town.close().await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.town.control.card_says(&asked, &card, "Done").await;
    assert_eq!(scene.sent().await, ["Keys"], "once");
    scene.asked_times(3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_approved_in_time_is_carried_out_although_the_card_would_have_expired_since() {
    let mut scene = scene("").await;
    let (asked, card) = scene.card("Keys").await;
    scene.fault("slack", "chat.update", json!({ "status": { "code": 429, "retry_after": 60 } })).await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    let control = &scene.town.control;
    control
        .until("its face is to change", async || {
            (!control.requests("slack", "chat.update").await.is_empty()).then_some(())
        })
        .await;
    scene.town.close().await;
    scene.town.time_passes(Duration::from_mins(20)).await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.town.control.card_says(&asked, &card, "Done").await;
    assert_eq!(scene.sent().await, ["Keys"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_takes_the_buttons_away_before_anything_is_sent() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let (asked, card) = scene.card("Keys").await;
    control.click(&scene.cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    let at = async |service: &str, method: &str| {
        control.requests(service, method).await[0]["number"].as_u64().unwrap()
    };
    let shown = &control.requests("slack", "chat.update").await[0];
    assert!(shown["body"].as_str().unwrap().contains(card["ts"].as_str().unwrap()), "{shown}");
    assert!(!shown["body"].as_str().unwrap().contains("Approve\""), "{shown}");
    assert!(at("slack", "chat.update").await < at("google", "gmail.users.drafts.send").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_nobody_decides_says_so_by_itself() {
    let scene = scene("").await;
    let (asked, card) = scene.card("Keys").await;
    let control = &scene.town.control;
    control
        .until("the thread rests", async || {
            let statuses = control.get("/slack/statuses").await.to_string();
            (!statuses.contains("\"processing\"")).then_some(())
        })
        .await;
    scene.town.time_passes(Duration::from_mins(15)).await;
    let expired = scene.town.control.card_says(&asked, &card, "Expired").await;
    assert!(button(&expired, "Approve").is_none());
}

/// The process dies while the mail is being sent, and afterwards nobody can tell whether it was.
#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_can_tell_is_said_to_be_unknown_and_is_not_done_again() {
    let mut scene = scene("").await;
    let (asked, card) = scene.card("Keys").await;
    scene.fault("google", "gmail.users.drafts.send", json!("hang")).await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    scene.google_is_asked("gmail.users.drafts.send").await;
    scene.town.close().await;
    scene.town.control.delete("/faults").await;
    scene.fault("google", "gmail.users.*", json!({ "status": { "code": 503, "retry_after": 0 } })).await;
    scene.town.open().await;
    let unknown = scene.town.control.card_says(&asked, &card, "Unknown").await;
    assert!(button(&unknown, "Approve").is_none());
    assert!(all_text(&unknown).contains("before asking again"), "{}", all_text(&unknown));
    scene.town.control.delete("/faults").await;
    scene.town.control.reply(&asked, 0).await;
    assert!(scene.sent().await.is_empty(), "it is not tried again");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_cards_in_a_thread_each_is_decided_by_itself() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let (asked, first) = scene.card("Keys").await;
    scene.asks("send a mail about Boats", Some(&asked)).await;
    let second = control
        .until("a second card", async || {
            let replies = control.replies(&asked).await;
            replies.into_iter().find(|reply| reply["ts"] != first["ts"] && button(reply, "Approve").is_some())
        })
        .await;
    control.click(&scene.cast.asker, &second, "Approve").await;
    control.card_says(&asked, &second, "Done").await;
    assert_eq!(scene.sent().await, ["Boats"]);
    let replies = control.replies(&asked).await;
    let untouched = replies.iter().find(|reply| reply["ts"] == first["ts"]).unwrap();
    assert!(button(untouched, "Approve").is_some(), "the other one waits as before");
    control.click(&scene.cast.asker, &first, "Approve").await;
    control.card_says(&asked, &first, "Done").await;
    assert_eq!(scene.sent().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_for_several_that_is_gone_can_no_longer_be_approved() {
    let to = |subject: &str| json!({ "to": ["ben@elsewhere.example"], "subject": subject, "body": "Hello" });
    let model = crate::harness::ScriptedModel::new(move |request| {
        if !crate::harness::results(request).is_empty() {
            return crate::harness::says("That is all.");
        }
        let each = ["One", "Two"].map(|subject| {
            let mut call = crate::harness::call(request, "gmail.send", to(subject));
            call.id = kernel::CallId(subject.to_owned());
            call
        });
        crate::harness::calls(each.to_vec())
    });
    let (world, cast) = crate::harness::small_world();
    let plan = crate::harness::Plan::new(world).config("[google]\nsend_undo_seconds = 3").model(model);
    let town = plan.build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", "send both", None).await;
    let card = control
        .until("one card for both", async || {
            let replies = control.replies(&asked).await;
            replies.into_iter().find(|reply| button(reply, "Approve all (2)").is_some())
        })
        .await;
    let gone = json!({ "status": { "code": 200, "body": { "ok": false, "error": "message_not_found" } } });
    control.fault(json!({ "service": "slack", "method": "chat.update", "kind": gone })).await;
    control.click(&cast.asker, &card, "Approve all (2)").await;
    control.reply(&asked, 0).await;
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    let messages = control.get(&path).await["messages"].as_array().unwrap().clone();
    let told = messages.iter().map(all_text).find(|words| words.contains("cannot be approved any more"));
    let told = told.expect("its person is told");
    assert_eq!(
        told.matches("cannot be approved any more").count(),
        2,
        "each is named, in one message: {told}"
    );
    assert!(control.mailbox(&cast.asker, "SENT").await.is_empty());
}
