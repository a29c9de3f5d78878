//! "Stop" ends what runs and what waits, and is answered at once whatever hangs.

use serde_json::json;

use super::{scene, scene_without_list_of_people};
use crate::harness::all_text;

const DROPPED: &str = "Stopped. I had not begun with it; nothing was sent or changed.";

#[tokio::test(flavor = "multi_thread")]
async fn the_word_stop_ends_what_runs_and_what_waits_of_ones_own() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let asked = scene.asks("@countersign ponder", None).await;
    scene.asked_times(1).await;
    scene.asks("send a mail about Keys", Some(&asked)).await;
    control.ephemeral_saying(&scene.cast.asker, "get to that next").await;
    scene.asks("stop", Some(&asked)).await;
    control.ephemeral_saying(&scene.cast.asker, DROPPED).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped."));
    let words = scene.asks("hello", Some(&asked)).await;
    assert_eq!(control.reply(&asked, 1).await, "to hello", "{words:?}");
    assert_eq!(scene.model.heard.lock().unwrap().len(), 2, "what waited was never begun");
    let shown = scene.model.shown().pop().unwrap();
    assert!(shown.contains("about Keys") && shown.contains(DROPPED), "the model knows of it: {shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_behind_somebody_else_can_stop_their_own_and_hears_so_at_once() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let asked = scene.asks("@countersign ponder", None).await;
    scene.asked_times(1).await;
    scene.colleague_asks("send a mail about Keys", &asked).await;
    control.ephemeral_saying(&scene.cast.colleague, "get to that next").await;
    scene.colleague_asks("stop", &asked).await;
    control.ephemeral_saying(&scene.cast.colleague, DROPPED).await;
    assert!(control.replies(&asked).await.is_empty(), "the asker's work goes on");
    scene.asks("stop", Some(&asked)).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped."));
    scene.asks("hello", Some(&asked)).await;
    assert_eq!(control.reply(&asked, 1).await, "to hello");
    assert_eq!(scene.model.heard.lock().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stop_button_and_the_command_end_what_waits_too() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let asked = control.say(&scene.cast.asker, "dm", "ponder", None).await;
    scene.asked_times(1).await;
    control.say(&scene.cast.asker, "dm", "send a mail about Keys", Some(&asked.ts)).await;
    control.ephemeral_saying(&scene.cast.asker, "get to that next").await;
    control.press_stop(&scene.cast.asker, &asked.ts).await;
    control.ephemeral_saying(&scene.cast.asker, DROPPED).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped."));

    let shared = scene.asks("@countersign ponder", None).await;
    scene.asked_times(2).await;
    scene.colleague_asks("send a mail about Boats", &shared).await;
    control.ephemeral_saying(&scene.cast.colleague, "get to that next").await;
    let stop =
        json!({ "person": scene.cast.colleague, "channel": "dm", "command": "/countersign", "text": "stop" });
    control.post("/slack/command", stop).await;
    control.ephemeral_saying(&scene.cast.colleague, "Stopped, in one thread").await;
    control.ephemeral_saying(&scene.cast.colleague, DROPPED).await;
    scene.asks("stop", Some(&shared)).await;
    assert!(control.reply(&shared, 0).await.starts_with("Stopped."));
    assert_eq!(scene.model.heard.lock().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_beside_the_threads_of_a_direct_message_ends_what_goes_on_in_them() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let asked = control.say(&scene.cast.asker, "dm", "ponder", None).await;
    let elsewhere = scene.asks("@countersign ponder", None).await;
    scene.asked_times(2).await;
    control.say(&scene.cast.asker, "dm", "stop", None).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped."));
    control.ephemeral_saying(&scene.cast.asker, "Stopped, in one thread.").await;
    assert!(control.replies(&elsewhere).await.is_empty());
    control.say(&scene.cast.asker, "dm", "stop", None).await;
    control.ephemeral_saying(&scene.cast.asker, "Nothing is going on for you here.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_is_answered_at_once_while_a_look_up_hangs() {
    let scene = scene("").await;
    let control = &scene.town.control;
    scene.fault("google", "gmail.users.*", json!("hang")).await;
    let asked = scene.asks("@countersign look", None).await;
    scene.google_is_asked("gmail.users.*").await;
    scene.asks("stop", Some(&asked)).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped. Nothing had been sent or changed."));
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_is_answered_at_once_while_a_token_is_waited_for() {
    let scene = scene("").await;
    let control = &scene.town.control;
    control.post("/google/expire", json!({ "person": scene.cast.asker })).await;
    let before = control.requests("google", "oauth.token").await.len();
    scene.fault("google", "oauth.token", json!("hang")).await;
    let asked = scene.asks("@countersign look", None).await;
    control
        .until("a token is asked for", async || {
            (control.requests("google", "oauth.token").await.len() > before).then_some(())
        })
        .await;
    scene.asks("stop", Some(&asked)).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped. Nothing had been sent or changed."));
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_is_answered_at_once_while_it_is_looked_up_who_asked() {
    let scene = scene_without_list_of_people().await;
    let control = &scene.town.control;
    scene.fault("slack", "users.info", json!("hang")).await;
    let asked = control.say(&scene.cast.colleague, &scene.cast.channel, "@countersign hello", None).await;
    control
        .until("it is looked up", async || {
            let lookups = control.requests("slack", "users.info").await;
            lookups.iter().any(|lookup| lookup["status"].is_null()).then_some(())
        })
        .await;
    scene.colleague_asks("stop", &asked).await;
    assert!(control.reply(&asked, 0).await.starts_with("Stopped."));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_and_nobody_is_asked_when_the_stop_comes_while_it_is_weighed() {
    let held_up = [
        ("slack", "users.list", "jot it down"),
        ("slack", "users.list", "send a mail about Keys"),
        ("google", "gmail.users.messages.list", "send a mail about Boats"),
    ];
    for (service, method, request) in held_up {
        let scene = scene("").await;
        let control = &scene.town.control;
        let before = control.requests(service, method).await.len();
        scene.fault(service, method, json!("hang")).await;
        let asked = scene.asks(&format!("@countersign {request}"), None).await;
        control
            .until("it is looked up", async || {
                (control.requests(service, method).await.len() > before).then_some(())
            })
            .await;
        scene.asks("stop", Some(&asked)).await;
        let ended = control.reply(&asked, 0).await;
        assert!(ended.starts_with("Stopped. Nothing had been sent or changed."), "{request}: {ended}");
        control.delete("/faults").await;
        scene.asks("hello", Some(&asked)).await;
        assert_eq!(control.reply(&asked, 1).await, "to hello", "no card, and nothing else");
        assert!(control.mailbox(&scene.cast.asker, "DRAFT").await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_under_way_is_said_to_be_and_then_what_came_of_it() {
    let scene = scene("").await;
    let control = &scene.town.control;
    let (asked, card) = scene.card("Keys").await;
    scene.fault("google", "gmail.users.drafts.send", json!("hold")).await;
    control.click(&scene.cast.asker, &card, "Approve").await;
    scene.google_is_asked("gmail.users.drafts.send").await;
    scene.asks("stop", Some(&asked)).await;
    let told = control.ephemeral_saying(&scene.cast.asker, "Stopping. This is already under way: ").await;
    assert!(all_text(&told).contains("mara@harbour.example"), "{told}");
    control.delete("/faults").await;
    let ended = control.reply(&asked, 0).await;
    assert_eq!(ended, "Stopped. This had already been done: gmail.send.");
    assert_eq!(scene.sent().await, ["Keys"]);
}
