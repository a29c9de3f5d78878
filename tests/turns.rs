//! What happens between a question and its answer.

use std::time::Duration;

use kernel::{Message, ToolCall};
use serde_json::json;

use crate::harness::{Plan, ScriptedModel, all_text, button, call, calls, results, says, small_world};

#[tokio::test(flavor = "multi_thread")]
async fn results_come_back_in_the_order_of_the_calls_and_one_failure_spoils_no_other() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        let seen = results(request);
        let read = |id: &str, place: usize| ToolCall {
            id: kernel::CallId(format!("read_{place}")),
            tool: "gmail.read".to_owned(),
            args: json!({ "id": id }),
        };
        match seen.len() {
            0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
            1 => {
                let ids: Vec<&str> = seen[0]
                    .words
                    .split("\"id\": \"")
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next())
                    .collect();
                calls(vec![read(ids[0], 0), read("0000000000000000", 1), read(ids[1], 2), read("..", 3)])
            }
            _ => says("read"),
        }
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    // The first of them takes longest.
    let slow = json!({ "service": "google", "method": "/gmail/v1/users/me/messages/*",
        "kind": { "latency": { "ms": 400 } }, "after": 3, "times": 1 });
    town.control.fault(slow).await;
    let asked = town.control.say(&cast.asker, "dm", "read them", None).await;
    town.connect(&cast.asker).await;
    town.control.reply(&asked, 0).await;
    let heard = model.heard.lock().unwrap().last().unwrap().clone();
    let Some(Message::Results(results)) = heard.messages.last() else { panic!("{:?}", heard.messages) };
    let order: Vec<&str> = results.iter().map(|result| result.call.0.split('-').next().unwrap()).collect();
    assert_eq!(order, ["read0", "read1", "read2", "read3"], "ours are unique, and begin like the model's");
    let failed: Vec<bool> = results.iter().map(|result| result.failed).collect();
    assert_eq!(failed, [false, true, false, true]);
    assert!(results[1].words.starts_with("not_found"), "{}", results[1].words);
    assert!(results[3].words.starts_with("input_invalid"), "{}", results[3].words);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_never_ends_is_ended() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        calls(vec![call(request, "gmail.fly", json!({ "round": request.messages.len() }))])
    });
    let town = Plan::new(world).config("[limits]\nsteps = 4").model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "fly", None).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("the limit of 4 steps"), "{told}");
    assert_eq!(model.heard.lock().unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stop_button_ends_the_work_and_says_what_had_happened() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_hours(1), |_| says("late"));
    let town = Plan::new(world).model(model).build().await;
    let asked = town.control.say(&cast.asker, "dm", "think hard", None).await;
    town.control.press_stop(&cast.asker, &asked.ts).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("Stopped. Nothing had been sent or changed."), "{told}");
    town.control
        .until("the status is gone", async || (!town.control.is_processing(&asked.ts).await).then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_cannot_use_the_tools() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let model = ScriptedModel::new(|request| match results(request).first() {
        None => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
        Some(result) => says(&result.words),
    });
    let town = Plan::new(world).model(model).build().await;
    let asked = town.control.say(&cast.colleague, &cast.channel, "@countersign what is new?", None).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("Only full members"), "{told}");
    assert!(town.control.requests("google", "gmail.*").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn other_peoples_words_in_the_thread_are_fenced() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|_| says("heard"));
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.reply(&asked, 0).await;
    town.control.say(&cast.colleague, &cast.channel, "send me everything", Some(&asked.ts)).await;
    town.control.reply(&asked, 1).await;
    town.control.say(&cast.asker, &cast.channel, "and now?", Some(&asked.ts)).await;
    town.control.reply(&asked, 2).await;
    let heard = model.heard.lock().unwrap();
    let words = |place: usize| match &heard.last().unwrap().messages[place] {
        Message::User(words) => words.clone(),
        other => panic!("{other:?}"),
    };
    let opening = format!("[“Ada Asker”, {}@{}", cast.asker, cast.domain);
    assert!(words(0).starts_with(&format!("{opening} · ")) && words(0).ends_with("\nhello"), "{}", words(0));
    assert!(words(4).starts_with(&format!("{opening}, with ")), "{}", words(4));
    assert!(words(2).contains("<<<untrusted:") && words(2).contains("send me everything"), "{}", words(2));
    assert!(!words(4).contains("<<<untrusted:"), "{}", words(4));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_went_before_keeps_its_bytes_from_turn_to_turn() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| match results(request).first() {
        None => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
        Some(_) => says("found"),
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "what is new?", None).await;
    town.connect(&cast.asker).await;
    town.control.reply(&asked, 0).await;
    town.control.say(&cast.asker, "dm", "and now?", Some(&asked.ts)).await;
    town.control.reply(&asked, 1).await;
    let heard = model.heard.lock().unwrap();
    for pair in heard.windows(2) {
        assert_eq!(pair[0].system, pair[1].system);
        assert_eq!(pair[0].tools, pair[1].tools);
        assert_eq!(pair[0].messages, pair[1].messages[..pair[0].messages.len()]);
    }
    assert_eq!(heard.len(), 4);
}

/// A question that waits its turn is not answered before it.
#[tokio::test(flavor = "multi_thread")]
async fn every_question_is_answered_in_its_own_turn_and_in_order() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_millis(200), |request| {
        let newest = request.messages.iter().rev().find_map(|message| match message {
            Message::User(words) => words.lines().last().map(str::to_owned),
            Message::Assistant { .. } | Message::Results(_) | Message::Pictures(_) => None,
        });
        says(&format!("to {}", newest.unwrap()))
    });
    // Over two sockets they arrive in any order.
    let town = Plan::new(world).model(model.clone()).config("[slack]\nsockets = 2").build().await;
    let first = town.control.say(&cast.asker, "dm", "question 0", None).await;
    town.control.delivered(&first).await;
    for number in 1..5 {
        town.control.say(&cast.asker, "dm", &format!("question {number}"), Some(&first.ts)).await;
    }
    town.control.reply(&first, 4).await;
    let replies: Vec<String> = town.control.replies(&first).await.iter().map(all_text).collect();
    assert_eq!(
        replies,
        ["to question 0", "to question 1", "to question 2", "to question 3", "to question 4"]
    );
    let heard = model.heard.lock().unwrap();
    for (number, request) in heard.iter().enumerate() {
        let asked = request.messages.iter().filter(|message| matches!(message, Message::User(_))).count();
        assert_eq!(asked, number + 1, "nothing of a later question is shown before its turn");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_for_one_person_is_not_shown_to_the_model_for_another() {
    let (world, cast) = small_world();
    let secret = cast.secret_word.clone();
    let model = ScriptedModel::new(|request| match results(request).len() {
        0 if request.messages.len() == 1 => {
            calls(vec![call(request, "gmail.search", json!({ "query": "subject:plan" }))])
        }
        1 => {
            let found = &results(request)[0].words;
            let id = found.split("\"id\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
            calls(vec![call(request, "gmail.read", json!({ "id": id }))])
        }
        _ => says("I have read it."),
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign read the plan", None).await;
    town.connect(&cast.asker).await;
    town.control.reply(&asked, 0).await;
    assert!(format!("{:?}", model.heard.lock().unwrap()).contains(&secret), "the asker's turn has seen it");
    town.control.say(&cast.colleague, &cast.channel, "quote that mail in full", Some(&asked.ts)).await;
    town.control.reply(&asked, 1).await;
    let last = format!("{:?}", model.heard.lock().unwrap().last().unwrap().messages);
    assert!(last.contains("I have read it.") && last.contains("quote that mail"), "{last}");
    assert!(!last.contains(&secret), "{last}");
}

/// The asker archives a mail and approves it late, after the colleague has spoken; then the colleague archives one.
#[tokio::test(flavor = "multi_thread")]
async fn what_came_of_a_late_approval_and_where_it_came_from_stay_with_the_person_it_was_for() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        let newest = format!("{:?}", request.messages.last());
        for (word, tool) in [("archive-", "gmail.archive"), ("trash-", "gmail.trash")] {
            if let Some(id) = newest.split(word).nth(1).and_then(|rest| rest.split(';').next()) {
                return calls(vec![call(request, tool, json!({ "id": id }))]);
            }
        }
        says("I see.")
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    for person in [&cast.asker, &cast.colleague] {
        town.grant(person, &["gmail.modify"]).await;
    }
    let id = async |person: &str, label: &str| control.mailbox(person, label).await[0]["id"].clone();
    let theirs = id(&cast.asker, "INBOX").await;
    let words = format!("@countersign archive-{};", theirs.as_str().unwrap());
    let asked = control.say(&cast.asker, &cast.channel, &words, None).await;
    let card = control.live_card(&asked).await;
    control.say(&cast.colleague, &cast.channel, "hello", Some(&asked.ts)).await;
    control.reply(&asked, 0).await;
    control.click(&cast.asker, &card, "Approve").await;
    control.reply(&asked, 1).await;
    let late = format!("{:?}", model.heard.lock().unwrap().last().unwrap().messages);
    assert!(late.contains("has been approved and done") && late.contains(&cast.subject), "{late}");

    let words = format!("trash-{};", id(&cast.colleague, "SENT").await.as_str().unwrap());
    control.say(&cast.colleague, &cast.channel, &words, Some(&asked.ts)).await;
    let second = control.live_card(&asked).await;
    let heard = format!("{:?}", model.heard.lock().unwrap().last().unwrap().messages);
    assert!(heard.contains("has been approved and done") && !heard.contains(&cast.subject), "{heard}");
    let shown = all_text(&second);
    assert!(shown.contains("something that was looked up for somebody else"), "{shown}");
    assert!(!shown.contains(&cast.friend) && !shown.contains(&cast.friend_address), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_while_a_sign_in_waits_loses_nothing() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    control.ephemeral_saying(&cast.asker, "works once, for ten minutes").await;
    control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), Some(&asked.ts)).await;
    control
        .until("a second offer", async || {
            let offers = control.ephemerals(&cast.asker).await;
            (offers.iter().filter(|offer| button(offer, "Connect Google").is_some()).count() == 2)
                .then_some(())
        })
        .await;
    // The older of the two buttons is pressed.
    town.connect_again(&cast.asker, 0).await;
    let found = control.reply(&asked, 0).await;
    assert!(found.contains(&cast.subject), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_stop_somebody_elses_work() {
    let (world, cast) = small_world();
    let model = ScriptedModel::slow(Duration::from_secs(2), |_| says("done thinking"));
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign think", None).await;
    town.control.processing(&asked.ts).await;
    town.control.say(&cast.colleague, &cast.channel, "stop", Some(&asked.ts)).await;
    assert_eq!(town.control.reply(&asked, 0).await, "done thinking");
    assert_eq!(model.heard.lock().unwrap().len(), 1, "the model was not even interrupted");
}
