//! Our own place: the Home tab, the prompts above the Messages tab, and what threads are called.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{Acting, Control, Plan, ScriptedModel, Town, all_text, button, says, small_world};
use crate::ways_in::told;

const MAIL: [&str; 1] = ["gmail.modify"];

async fn open(control: &Control, person: &str, tab: &str) {
    control.post("/slack/home", json!({ "person": person, "tab": tab })).await;
}

async fn press(control: &Control, person: &str, label: &str) {
    control.post("/slack/press", json!({ "person": person, "on": "home", "action": label })).await;
}

/// Somebody's page, as soon as this is true of it.
async fn home(control: &Control, person: &str, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    control
        .until(&format!("a page of {person} {what}"), async || {
            let view = control.get(&format!("/slack/home?person={person}")).await["view"].clone();
            (view.is_object() && is_it(&view)).then_some(view)
        })
        .await
}

async fn home_saying(control: &Control, person: &str, words: &str) -> Value {
    home(control, person, &format!("that says {words:?}"), |view| all_text(view).contains(words)).await
}

fn a_mail(subject: &str) -> Value {
    json!({ "to": ["ben@fernwood.example"], "subject": subject, "body": "See you there." })
}

async fn newest_mail(control: &Control) -> Value {
    control.mailbox("ana", "INBOX").await[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_listed_with_a_way_to_its_card_and_what_was_done_below() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    open(control, "ana", "home").await;
    let empty = home_saying(control, "ana", "Nothing waits for you.").await;
    let text = all_text(&empty);
    for part in
        ["ana@fernwood.example (the one I use)", "I may ", "Nothing yet.", "language model is scripted"]
    {
        assert!(text.contains(part), "{part} is missing: {text}");
    }

    let act = acting.act("gmail.send", a_mail("Picnic")).await;
    let card = act.card().await;
    let waiting = home_saying(control, "ana", "Open the card").await;
    let text = all_text(&waiting);
    assert!(text.contains("Send") && text.contains("until <!date^"), "{text}");
    let place = card["ts"].as_str().unwrap().replace('.', "");
    assert!(text.contains(&format!("/p{place}")), "the way leads to the card: {text}");
    assert!(button(&waiting, "Approve").is_none(), "whoever decides sees the card");

    control.click("ana", &card, "Approve").await;
    let done = all_text(&home_saying(control, "ana", "✅ Done").await);
    for part in ["Nothing waits for you.", "Subject: Picnic", "✅ Done · <!date^", "Open the thread"] {
        assert!(done.contains(part), "{part} is missing: {done}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_one_person_is_in_anothers_home() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    let act = acting.act("gmail.send", a_mail("Between us")).await;
    act.card().await;
    open(control, "ana", "home").await;
    home_saying(control, "ana", "Open the card").await;
    open(control, "ben", "home").await;
    let his = all_text(&home_saying(control, "ben", "Nothing waits for you.").await);
    assert!(his.contains("You have connected no account.") && his.contains("Nothing yet."), "{his}");
    assert!(!his.contains("ana@") && !his.contains("Open the card"), "{his}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_told_that_it_is_not_for_guests() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let town = Plan::new(world).build().await;
    open(&town.control, &cast.colleague, "home").await;
    let page = home_saying(&town.control, &cast.colleague, "not available to guests").await;
    assert!(button(&page, "Connect Google").is_none());
    assert!(!all_text(&page).contains("Your accounts"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_is_undone_from_home_by_the_road_of_the_button() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    let mail = newest_mail(control).await;
    let labels = async || control.message("ana", mail["id"].as_str().unwrap()).await["labels"].clone();
    let before = labels().await;
    let act = acting.act("gmail.archive", json!({ "id": mail["id"] })).await;
    act.approved().await;
    assert_ne!(labels().await, before);
    open(control, "ana", "home").await;
    let page = home(control, "ana", "with an Undo", |view| button(view, "Undo").is_some()).await;
    assert!(all_text(&page).contains("can be undone"), "{}", all_text(&page));
    press(control, "ana", "Undo").await;
    let page = home_saying(control, "ana", "↩️ Undone").await;
    assert!(button(&page, "Undo").is_none());
    assert_eq!(labels().await, before);
    let replies = control.replies(act.posted()).await;
    assert!(replies.iter().any(|reply| all_text(reply).contains("*Undone*")), "the thread says so too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_mail_is_taken_back_from_home() {
    let plan = Plan::new(sandbox::World::fernwood()).config("[google]\nsend_undo_seconds = 600");
    let acting = Acting::on(plan, "ana", &MAIL).await;
    let control = acting.control();
    open(control, "ana", "home").await;
    let act = acting.act("gmail.send", a_mail("Second thoughts")).await;
    let card = act.card().await;
    control.click("ana", &card, "Approve").await;
    home(control, "ana", "with an Undo", |view| button(view, "Undo").is_some()).await;
    press(control, "ana", "Undo").await;
    control.card_says(act.posted(), &card, "not done").await;
    home(control, "ana", "without an Undo", |view| button(view, "Undo").is_none()).await;
    assert!(act.requests_to("gmail.users.drafts.send").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_connected_and_disconnected_from_home() {
    let (world, cast) = small_world();
    let town: Town = Plan::new(world).build().await;
    let control = &town.control;
    open(control, &cast.asker, "home").await;
    home_saying(control, &cast.asker, "You have connected no account.").await;
    press(control, &cast.asker, "Connect Google").await;
    let offer = told(control, &cast.asker, "Here you can connect your account").await;
    town.accept(&cast.asker, &offer).await;
    let address = town.address_of(&cast.asker);
    home_saying(control, &cast.asker, &format!("{address} (the one I use)")).await;
    press(control, &cast.asker, "Disconnect").await;
    home_saying(control, &cast.asker, "You have connected no account.").await;
    assert_eq!(control.requests("google", "oauth.revoke").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_account_is_chosen_from_home() {
    let (world, cast) = small_world();
    let town = Plan::new(world).config("[google]\naccounts = \"any\"").build().await;
    let control = &town.control;
    for (seen, account) in [&cast.asker, &cast.colleague].into_iter().enumerate() {
        crate::ways_in::command(control, &cast.asker, "auth").await;
        town.connect_account(&cast.asker, account, seen).await;
        told(control, &cast.asker, &format!("Google account {} is connected", town.address_of(account)))
            .await;
    }
    let second = town.address_of(&cast.colleague);
    open(control, &cast.asker, "home").await;
    home(control, &cast.asker, "with a choice", |view| button(view, "Use this one").is_some()).await;
    press(control, &cast.asker, "Use this one").await;
    let page = home_saying(control, &cast.asker, &format!("{second} (the one I use)")).await;
    assert!(all_text(&page).contains(&format!("Default account: {second}")), "{}", all_text(&page));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_be_asked_before_every_change_is_asked() {
    let mut acting = Acting::as_ana(&MAIL).await;
    let control = &acting.town.control.clone();
    let archived = json!({ "id": newest_mail(control).await["id"] });
    open(control, "ana", "home").await;
    home(control, "ana", "with the choice", |view| button(view, "Ask me before every change").is_some())
        .await;
    press(control, "ana", "Ask me before every change").await;
    home_saying(control, "ana", "I ask you before every change.").await;
    acting.town.close().await;
    acting.town.open().await;
    let act = acting.act("gmail.mark_read", archived.clone()).await;
    let card = act.card().await;
    assert!(all_text(&card).contains("You want to be asked before every change."), "{}", all_text(&card));
    act.denied().await;

    press(control, "ana", "Ask only when it matters").await;
    home(control, "ana", "with the choice", |view| button(view, "Ask me before every change").is_some())
        .await;
    acting.act("gmail.mark_read", archived).await.answer().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_be_shown_harms_nothing_and_none_is_shown_more_than_once_a_second() {
    let acting = Acting::as_ana(&MAIL).await;
    let control = acting.control();
    control
        .fault(json!({ "service": "slack", "method": "views.publish", "kind": { "status": { "code": 500 } }, "times": 1 }))
        .await;
    let began = Instant::now();
    for _ in 0..20 {
        open(control, "ana", "home").await;
    }
    home_saying(control, "ana", "Nothing waits for you.").await;
    let act = acting.act("gmail.labels", json!({})).await;
    assert!(!act.answer().await.failed);
    let published = control.requests("slack", "views.publish").await.len();
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    // One of them was tried twice.
    assert!(published <= seconds + 3, "{published} pages in {seconds} seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_four_prompts_stand_above_the_messages() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    open(control, &cast.asker, "messages").await;
    let prompts = control
        .until("prompts", async || {
            let told = control.get(&format!("/slack/prompts?person={}", cast.asker)).await;
            told["prompts"]["prompts"].as_array().cloned()
        })
        .await;
    assert_eq!(prompts.len(), 4);
    assert!(prompts.iter().all(|prompt| prompt["title"].is_string() && prompt["message"].is_string()));
    control.post("/slack/look", json!({ "person": cast.asker, "channel": cast.channel })).await;
    let asked = control.say(&cast.asker, "dm", "hello", None).await;
    control.reply(&asked, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_called_after_its_first_request_until_somebody_renames_it() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_millis(50), |_| says("There is nothing."));
    let town = Plan::new(world).model(model).build().await;
    let control = &town.control;
    let title = async || {
        let told = control.get("/slack/statuses").await;
        told["statuses"][0]["title"].as_str().map(str::to_owned)
    };
    let long = "Please look for every invoice of the harbour in spring, and put them into one table for me";
    let asked = control.say(&cast.asker, "dm", long, None).await;
    control.reply(&asked, 0).await;
    let ours = control.until("a title", title).await;
    assert_eq!(ours, "Please look for every invoice of the harbour in spring, and…");

    control.say(&cast.asker, "dm", "And now something else", Some(&asked.ts)).await;
    control.reply(&asked, 1).await;
    assert_eq!(title().await.unwrap(), ours, "a title is given once");

    let theirs = json!({ "person": cast.asker, "channel": "dm", "thread_ts": asked.ts, "title": "Harbour" });
    control.post("/slack/rename", theirs).await;
    control.say(&cast.asker, "dm", "Again, please", Some(&asked.ts)).await;
    control.reply(&asked, 2).await;
    assert_eq!(title().await.unwrap(), "Harbour");

    // Theirs stays although what it was called after is deleted.
    control.withdraw(&cast.asker, &asked).await;
    let gone = async || (control.replies(&asked).await.len() == 2).then_some(());
    control.until("the answer is gone", gone).await;
    control.say(&cast.asker, "dm", "And at last?", Some(&asked.ts)).await;
    control.reply(&asked, 2).await;
    assert_eq!(title().await.unwrap(), "Harbour");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_does_not_say_what_was_deleted() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_millis(50), |_| says("There is nothing."));
    let town = Plan::new(world).model(model).build().await;
    let control = &town.control;
    let called = async |title: &str| {
        let told = async || {
            let told = control.get("/slack/statuses").await;
            (told["statuses"][0]["title"] == title).then_some(())
        };
        control.until(title, told).await;
    };
    let asked = control.say(&cast.asker, "dm", "The code is 4711", None).await;
    control.reply(&asked, 0).await;
    called("The code is 4711").await;
    control.withdraw(&cast.asker, &asked).await;
    called("Deleted request").await;
}
