//! What people say by command: answered to them alone, about nothing but their own.

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Message, Reply, Request};
use serde_json::{Value, json};

use crate::harness::{
    Acting, Cast, Control, Plan, ScriptedModel, Town, all_text, call, calls, results, says, small_world,
};
use crate::ways_in::told;

const MAIL: [&str; 1] = ["gmail.modify"];

/// What somebody is answered by the next whisper.
async fn answer(control: &Control, person: &str, command: &str, words: &str) -> String {
    let before = control.ephemerals(person).await.len();
    let given = json!({ "person": person, "channel": "dm", "command": command, "text": words });
    control.post("/slack/command", given).await;
    let whisper = control
        .until(&format!("an answer to {command} {words}"), async || {
            control.ephemerals(person).await.get(before).cloned()
        })
        .await;
    all_text(&whisper)
}

async fn own(control: &Control, person: &str, words: &str) -> String {
    answer(control, person, "/countersign", words).await
}

fn a_mail(subject: &str) -> Value {
    json!({ "to": ["ben@fernwood.example"], "subject": subject, "body": "See you there." })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_told_to_whom_it_waits_for_and_to_nobody_else() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    assert_eq!(own(control, "ana", "pending").await, "Nothing waits for you.");
    let act = acting.act("gmail.send", a_mail("Picnic")).await;
    let card = act.card().await;

    let listed = own(control, "ana", "pending").await;
    let place = card["ts"].as_str().unwrap().replace('.', "");
    assert!(listed.contains(&format!("/p{place}")) && listed.contains("Open the card"), "{listed}");
    let status = own(control, "ana", "status").await;
    for part in
        ["ana@fernwood.example (the one I use): I may ", "One card waits", "language model is scripted"]
    {
        assert!(status.contains(part), "{part} is missing: {status}");
    }

    assert_eq!(own(control, "ben", "pending").await, "Nothing waits for you.");
    assert_eq!(own(control, "ben", "tasks").await, "Nothing is going on for you.");
    let his = own(control, "ben", "status").await;
    assert!(his.contains("You have connected no account.") && his.contains("Nothing waits"), "{his}");
    assert_eq!(own(control, "ben", "undo").await, "There is nothing that can be taken back.");
    assert_eq!(own(control, "ben", "stop").await, "Nothing is going on for you.");
    assert!(own(control, "ana", "pending").await.contains("Open the card"), "her card is as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_is_waited_for_is_pending_too() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    control.ephemeral_saying(&cast.asker, "works once, for ten minutes").await;
    let listed = own(control, &cast.asker, "pending").await;
    assert!(listed.contains("find mail from") && listed.contains("Waits for you to sign in"), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_takes_back_what_is_not_done_yet_first_and_says_what() {
    let plan = Plan::new(sandbox::World::fernwood()).config("[google]\nsend_undo_seconds = 600");
    let acting = Acting::on(plan, "ana", &MAIL).await;
    let control = acting.control();
    let sending = acting.act("gmail.send", a_mail("Second thoughts")).await;
    let card = sending.card().await;
    control.click("ana", &card, "Approve").await;
    control.card_says(sending.posted(), &card, "unless you undo it").await;
    let mail = control.mailbox("ana", "INBOX").await[0].clone();
    let labels = async || control.message("ana", mail["id"].as_str().unwrap()).await["labels"].clone();
    let before = labels().await;
    let archiving = acting.act("gmail.archive", json!({ "id": mail["id"] })).await;
    archiving.approved().await;
    assert_ne!(labels().await, before);

    let first = own(control, "ana", "undo").await;
    assert!(first.contains("Taken back, and not done:") && first.contains("ben@fernwood.example"), "{first}");
    control.card_says(sending.posted(), &card, "not done").await;
    assert!(sending.requests_to("gmail.users.drafts.send").await.is_empty());

    let second = own(control, "ana", "undo").await;
    assert!(second.contains("I am undoing this:") && second.contains("See how it went"), "{second}");
    control.until("the labels are as they were", async || (labels().await == before).then_some(())).await;
    assert_eq!(own(control, "ana", "undo").await, "There is nothing that can be taken back.");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_things_that_can_be_undone_the_person_chooses_one() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    let mails = control.mailbox("ana", "INBOX").await;
    let [first, second] = [0, 1].map(|place| mails[place]["id"].as_str().unwrap().to_owned());
    let is_filed = async |id: &str| {
        let labels = control.message("ana", id).await["labels"].clone();
        labels.as_array().unwrap().iter().all(|label| label != "INBOX")
    };
    for id in [&first, &second] {
        acting.act("gmail.archive", json!({ "id": id })).await.approved().await;
    }
    let asked = own(control, "ana", "undo").await;
    assert!(asked.contains("Several things can be taken back. Nothing was done yet"), "{asked}");
    let question = control.ephemerals("ana").await.pop().unwrap();
    let buttons = question["blocks"].as_array().unwrap().iter().filter(|block| block["type"] == "actions");
    assert_eq!(buttons.count(), 2, "{question}");
    assert!(is_filed(&first).await && is_filed(&second).await);

    // The newest stands first.
    control.click("ana", &question, "Undo").await;
    told(control, "ana", "I am undoing this:").await;
    control.until("it is in the inbox again", async || (!is_filed(&second).await).then_some(())).await;
    assert!(is_filed(&first).await);
    let undone = acting.act("gmail.archive", json!({ "id": second })).await;
    undone.approved().await;
    control.click("ana", &question, "Undo").await;
    told(control, "ana", "You have pressed Undo for this before.").await;
    assert!(is_filed(&second).await, "a second press undoes nothing");
}

/// Never answers when it is told to take its time.
struct Stubborn(Arc<ScriptedModel>);

impl Model for Stubborn {
    fn name(&self) -> &'static str {
        "stubborn"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        let slow =
            matches!(request.messages.last(), Some(Message::User(words)) if words.contains("take your time"));
        if slow { Box::pin(std::future::pending()) } else { self.0.reply(request, listener) }
    }
}

/// A town in which one thread works for the asker for ever, another waits for them, and a third works for their
/// colleague.
async fn busy() -> (Town, Cast) {
    let (world, cast) = small_world();
    let to = format!("{}@{}", cast.colleague, cast.domain);
    let model = ScriptedModel::new(move |request| match results(request).first() {
        Some(result) => says(&result.words),
        None => calls(vec![call(
            request,
            "gmail.send",
            json!({ "to": [to], "subject": "Keys", "body": "Under the mat." }),
        )]),
    });
    let town = Plan::new(world).model(Arc::new(Stubborn(model))).build().await;
    town.grant(&cast.asker, &MAIL).await;
    (town, cast)
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_are_listed_and_stop_ends_all_of_ones_own_and_no_others() {
    let (town, cast) = busy().await;
    let control = &town.control;
    let slow = control.say(&cast.asker, "dm", "take your time with the harbour", None).await;
    let sending = control.say(&cast.asker, "dm", "send the keys", None).await;
    let card = control.live_card(&sending).await;
    let theirs = control.say(&cast.colleague, "dm", "take your time, says Carl", None).await;
    control
        .until("all of it is under way", async || {
            let listed = own(control, &cast.asker, "tasks").await;
            let his = own(control, &cast.colleague, "tasks").await;
            (listed.contains("Being worked on") && his.contains("Being worked on")).then_some(())
        })
        .await;
    let listed = own(control, &cast.asker, "tasks").await;
    for part in
        ["take your time with the harbour", "send the keys", "Waits for you to decide", "Open the thread"]
    {
        assert!(listed.contains(part), "{part} is missing: {listed}");
    }
    assert!(!listed.contains("Carl"), "{listed}");

    let asked = own(control, &cast.asker, "stop").await;
    for part in ["Nothing was stopped yet.", "take your time with the harbour", "send the keys"] {
        assert!(asked.contains(part), "{part} is missing: {asked}");
    }
    let question = control.ephemerals(&cast.asker).await.pop().unwrap();
    // The question did not show this request, which comes after it.
    let later = control.say(&cast.asker, "dm", "take your time with the boats", None).await;
    control
        .until("the third is under way", async || {
            own(control, &cast.asker, "tasks").await.contains("the boats").then_some(())
        })
        .await;
    control.click(&cast.asker, &question, "Stop all 2").await;
    told(control, &cast.asker, "Stopped, in 2 threads.").await;
    assert!(control.reply(&slow, 0).await.starts_with("Stopped."));
    control.card_says(&sending, &card, "Withdrawn").await;
    assert!(control.mailbox(&cast.asker, "SENT").await.is_empty());
    assert!(own(control, &cast.colleague, "tasks").await.contains("says Carl"), "his goes on");
    assert!(control.replies(&theirs).await.is_empty());
    control
        .until("only the third is left", async || {
            let listed = own(control, &cast.asker, "tasks").await;
            (listed.contains("the boats") && !listed.contains("harbour")).then_some(())
        })
        .await;
    control.click(&cast.asker, &question, "Stop all 2").await;
    told(control, &cast.asker, "None of that is going on any more. Nothing was stopped.").await;
    assert!(control.replies(&later).await.is_empty(), "it goes on");
    let stopped = own(control, &cast.asker, "stop").await;
    assert!(stopped.starts_with("Stopped, in one thread."), "one alone is stopped at once: {stopped}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_words_about_accounts_work_under_both_commands_and_unknown_ones_are_helped() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    for command in ["/google", "/countersign"] {
        let none = answer(control, &cast.asker, command, "scopes").await;
        assert!(none.contains("You have connected no account."), "{none}");
    }
    town.grant(&cast.asker, &["gmail.modify", "calendar.readonly"]).await;
    for command in ["/google", "/countersign"] {
        let told = answer(control, &cast.asker, command, "scopes").await;
        assert!(told.matches("• I may ").count() >= 2, "{told}");
        assert!(told.contains(&town.address_of(&cast.asker)), "{told}");
        let status = answer(control, &cast.asker, command, "status").await;
        assert!(status.contains("(the one I use)") && status.contains("Nothing waits"), "{status}");
        for words in ["help", "", "dance"] {
            let help = answer(control, &cast.asker, command, words).await;
            assert!(help.contains("`disconnect ADDRESS`") && help.contains("mention me"), "{help}");
            assert_eq!(help.contains("`pending`"), command == "/countersign", "{help}");
            assert_eq!(help.matches("`status`").count(), 1, "{help}");
            let shown = control.ephemerals(&cast.asker).await.pop().unwrap();
            let guide = &shown["blocks"][0]["text"];
            assert_eq!(guide["type"], "mrkdwn", "what can be typed is seen as code: {shown}");
            assert!(guide["text"].as_str().unwrap().lines().all(|line| line.starts_with('`')), "{help}");
        }
    }
    let elsewhere = answer(control, &cast.asker, "/google", "stop").await;
    assert!(elsewhere.contains("`auth` connects an account"), "{elsewhere}");
    let address = town.address_of(&cast.asker);
    let gone = answer(control, &cast.asker, "/countersign", &format!("disconnect {address}")).await;
    assert!(gone.contains("is disconnected."), "{gone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_learns_nothing_by_command() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let town = Plan::new(world).build().await;
    for words in ["status", "pending", "undo", "tasks", "stop", "scopes"] {
        let told = own(&town.control, &cast.colleague, words).await;
        assert!(told.contains("Only full members of this workspace"), "{words}: {told}");
    }
}
