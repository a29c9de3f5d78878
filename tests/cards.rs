//! The approval card: shown whole, decided once, by the right person, in time, whatever happens in between.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::audit::audit;
use crate::harness::{Cast, Plan, Posted, Town, all_text, button, small_world};

/// A town in which a card waits.
struct Waiting {
    town: Town,
    cast: Cast,
    asked: Posted,
    card: Value,
    to: String,
}

async fn waiting(config: &str) -> Waiting {
    let (world, cast) = small_world();
    let town = Plan::new(world).config(config).build().await;
    let to = format!("outside@{}", cast.domain.replace("firm", "partner"));
    let words = format!("@countersign send a mail to {to} about Keys saying the keys are under the mat");
    let asked = town.control.say(&cast.asker, &cast.channel, &words, None).await;
    town.connect(&cast.asker).await;
    let card = town.control.live_card(&asked).await;
    Waiting { town, cast, asked, card, to }
}

impl Waiting {
    async fn sent(&self) -> usize {
        self.town.control.mailbox(&self.cast.asker, "SENT").await.len()
    }

    async fn says(&self, words: &str) -> String {
        all_text(&self.town.control.card_says(&self.asked, &self.card, words).await)
    }

    async fn click(&self, person: &str, action: &str) -> Value {
        self.town.control.click(person, &self.card, action).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_shows_every_argument_and_who_may_decide() {
    let story = waiting("").await;
    let shown = all_text(&story.card);
    let account = format!("{}@{}", story.cast.asker, story.cast.domain);
    for part in
        [story.to.as_str(), "Keys", "the keys are under the mat", &account, "can decide", "until <!date^"]
    {
        assert!(
            shown.to_lowercase().contains(&part.to_lowercase()),
            "the card does not show {part}: {shown}"
        );
    }
    let approve = button(&story.card, "Approve").unwrap();
    assert_eq!(
        approve["value"].as_str().unwrap().len(),
        32,
        "the button carries an opaque id and nothing else"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_clicks_at_once_send_one_mail() {
    let story = waiting("").await;
    // The buttons stay where they are until everybody has clicked.
    let held = json!({ "service": "slack", "method": "chat.update", "kind": "hold" });
    story.town.control.fault(held).await;
    let clicks = (0..100).map(|_| story.click(&story.cast.asker, "Approve"));
    join_all(clicks).await;
    story.town.control.ephemeral_saying(&story.cast.asker, "already approved").await;
    story.town.control.delete("/faults").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
    let sends = story.town.control.requests("google", "gmail.users.drafts.send").await;
    assert_eq!(sends.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_approve_and_deny_race_one_outcome_stands() {
    for _ in 0..3 {
        let story = waiting("").await;
        join(story.click(&story.cast.asker, "Approve"), story.click(&story.cast.asker, "Deny")).await;
        let outcome = story
            .town
            .control
            .until("an outcome", async || {
                let replies = story.town.control.replies(&story.asked).await;
                let card = replies.into_iter().find(|reply| reply["ts"] == story.card["ts"])?;
                ["Done", "Denied"].into_iter().find(|word| all_text(&card).contains(word))
            })
            .await;
        story.town.control.ephemeral_saying(&story.cast.asker, "already").await;
        let expected = usize::from(outcome == "Done");
        assert_eq!(story.sent().await, expected, "the card says {outcome}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_click_is_refused_and_answered() {
    let mut story = waiting("").await;
    story.click(&story.cast.colleague, "Approve").await;
    let told = story.town.control.ephemeral_saying(&story.cast.colleague, "Only Ada Asker can decide").await;
    assert!(all_text(&told).contains("Nothing happened"));
    assert_eq!(story.sent().await, 0);
    // The card is still live for the one it belongs to.
    story.click(&story.cast.asker, "Approve").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
    story.town.close().await;
    let (code, audit) = audit(&story.town.data(), "show", &["--json"]);
    let refused: Vec<&str> = audit.lines().filter(|line| line.contains("\"click refused\"")).collect();
    assert_eq!((code, refused.len()), (Some(0), 1), "{audit}");
    let people = &story.town.card().people;
    let colleague = people.iter().find(|person| person.handle == story.cast.colleague).unwrap();
    assert!(refused[0].contains(&colleague.slack_user_id), "whose it was: {audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_denied_is_not_done_and_the_thread_says_so() {
    let story = waiting("").await;
    story.click(&story.cast.asker, "Deny").await;
    story.says("Denied").await;
    let told = story.town.control.reply(&story.asked, 0).await.to_lowercase();
    assert!(told.contains("nothing was sent") || told.contains("not sent"), "{told}");
    assert_eq!(story.sent().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_card_says_so_and_a_late_click_is_answered() {
    let story = waiting("").await;
    // Slack is slow to take the buttons away, so that a late click is possible at all.
    story.town.control.fault(json!({ "service": "slack", "method": "chat.update", "kind": "hold" })).await;
    story.town.time_passes(Duration::from_mins(15)).await;
    story
        .town
        .control
        .until("the edit of the expired card", async || {
            let edits = story.town.control.requests("slack", "chat.update").await;
            edits.into_iter().next()
        })
        .await;
    story.click(&story.cast.asker, "Approve").await;
    let told = story.town.control.ephemeral_saying(&story.cast.asker, "expired").await;
    assert!(all_text(&told).contains("Nothing was done"));
    story.town.control.delete("/faults").await;
    let shown = story.says("Expired").await;
    assert!(shown.contains("he keys are under the mat"), "what was asked stays readable: {shown}");
    let now = story.town.control.card_says(&story.asked, &story.card, "Expired").await;
    assert!(button(&now, "Approve").is_none(), "the buttons are gone");
    assert_eq!(story.sent().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_survives_a_restart_and_a_click_that_found_nobody_is_made_again() {
    let mut story = waiting("").await;
    story.town.close().await;
    story.town.control.click_in_vain(&story.cast.asker, &story.card, "Approve").await;
    story.town.open().await;
    let card = story.town.control.live_card(&story.asked).await;
    assert_eq!(
        (&card["ts"], story.sent().await),
        (&story.card["ts"], 0),
        "the same card, still with its buttons"
    );
    story.click(&story.cast.asker, "Approve").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
    assert!(story.town.control.reply(&story.asked, 0).await.to_lowercase().contains("sent"));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_nothing_runs_by_itself_and_the_first_click_works() {
    let mut story = waiting("").await;
    story.town.close().await;
    story.town.open().await;
    let hello =
        story.town.control.say(&story.cast.asker, &story.cast.channel, "@countersign hello", None).await;
    story.town.control.reply(&hello, 0).await;
    assert_eq!(story.sent().await, 0);
    story.click(&story.cast.asker, "Approve").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_message_while_a_card_waits_is_answered_and_the_card_stays_live() {
    let story = waiting("").await;
    let question = format!("find mail from {}", story.cast.friend);
    story.town.control.say(&story.cast.asker, &story.cast.channel, &question, Some(&story.asked.ts)).await;
    let found = story.town.control.reply(&story.asked, 0).await;
    assert!(found.contains(&story.cast.subject), "{found}");
    assert_eq!(story.sent().await, 0);

    story.click(&story.cast.asker, "Approve").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
    let told = story.town.control.reply(&story.asked, 1).await.to_lowercase();
    assert!(told.contains("sent") || told.contains("done"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_takes_a_waiting_card_back() {
    let story = waiting("").await;
    story.town.control.say(&story.cast.asker, &story.cast.channel, "stop", Some(&story.asked.ts)).await;
    let told = story.town.control.reply(&story.asked, 0).await;
    assert!(told.contains("Stopped. Nothing had been sent"), "{told}");
    story.says("You said stop").await;
    assert_eq!(story.sent().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_a_model_that_thinks_for_ever() {
    let (world, cast) = small_world();
    let model =
        crate::harness::ScriptedModel::slow(Duration::from_hours(1), |_| crate::harness::says("late"));
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "think hard", None).await;
    town.control
        .until("the model is asked", async || {
            let asked = model.heard.lock().unwrap().len();
            (asked > 0).then_some(())
        })
        .await;
    town.control.say(&cast.asker, "dm", "stop", Some(&asked.ts)).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("Stopped"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_of_google_does_not_send_twice() {
    let story = waiting("").await;
    story
        .town
        .control
        .fault(json!({ "service": "google", "method": "/gmail/v1/users/me/drafts/send", "kind": "drop_after_commit", "times": 1 }))
        .await;
    story.click(&story.cast.asker, "Approve").await;
    story.says("Done").await;
    assert_eq!(story.sent().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_of_slack_does_not_post_twice() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let fault =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "times": 1 });
    town.control.fault(fault).await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    let again = town.control.say(&cast.asker, "dm", "hello again", Some(&asked.ts)).await;
    town.control.reply(&asked, 1).await;
    assert_eq!(town.control.replies(&asked).await.len(), 2, "one reply to each message: {again:?}");
}

/// The card went up, the process died before it was written down, and nobody decided in time.
#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_was_forgotten_while_it_expired_loses_its_buttons() {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let words = format!("send a mail to {} about Keys saying hello", cast.friend_address);
    let lost =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "after": 1 });
    let asked = town.control.say(&cast.asker, "dm", &words, None).await;
    town.control.fault(lost).await;
    let nobody_looks = json!({ "service": "slack", "method": "conversations.replies", "kind": "hang" });
    town.control.fault(nobody_looks).await;
    town.connect(&cast.asker).await;
    let card = town.control.live_card(&asked).await;
    town.close().await;
    town.control.delete("/faults").await;
    town.time_passes(Duration::from_mins(15)).await;
    town.open().await;
    let now = town.control.card_says(&asked, &card, "Expired").await;
    assert!(button(&now, "Approve").is_none());
    let cards =
        town.control.replies(&asked).await.iter().filter(|reply| crate::harness::is_card(reply)).count();
    assert_eq!(cards, 1);
}
