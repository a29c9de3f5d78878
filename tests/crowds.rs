//! Rooms with many voices: long threads, other bots, guests, groups, and messages somebody points at.

use std::sync::Arc;

use kernel::Message;
use sandbox::World;
use serde_json::{Value, json};

use crate::harness::{
    Cast, HesitantModel, Plan, Posted, Town, all_text, button, call, calls, newest, posted, results, says,
    small_world,
};

/// Says the same to everything.
fn agreeable() -> Arc<HesitantModel> {
    HesitantModel::new(|_| Some(says("I see.")))
}

fn with_bots(world: World) -> World {
    let bots = serde_json::from_value(json!([{ "name": "Deploys", "kind": "app" },
        { "name": "Alerts", "kind": "integration" }, { "name": "Forms", "kind": "workflow" }]));
    World { bots: bots.unwrap(), ..world }
}

async fn bot_says(town: &Town, bot: &str, cast: &Cast, said: &Value) -> Posted {
    let mut body = json!({ "bot": bot, "channel": cast.channel });
    body.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
    posted(&town.control.post("/slack/bot_post", body).await)
}

fn mention(town: &Town, words: &str) -> String {
    format!("<@{}> {words}", town.card().bot_user_id)
}

/// A bot's id follows from its name, so another sandbox of the same world knows it.
async fn id_of(bot: &str, world: &World) -> String {
    let town = Town::empty(Plan::new(world.clone())).await;
    let bots = town.control.get("/slack/bots").await;
    let found = bots["bots"].as_array().unwrap().iter().find(|known| known["name"] == bot).unwrap().clone();
    found["bot_id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn other_bots_are_not_heard_and_people_are() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(with_bots(world)).model(model.clone()).build().await;
    for bot in ["Deploys", "Alerts", "Forms"] {
        bot_says(&town, bot, &cast, &json!({ "text": mention(&town, "hello") })).await;
    }
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.reply(&asked, 0).await;
    assert_eq!(model.shown().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_allowed_bot_is_answered_has_no_accounts_and_cannot_go_on_for_ever() {
    let (world, cast) = small_world();
    let world = with_bots(world);
    let config = format!("[slack]\nbots = [\"{}\"]", id_of("Deploys", &world).await);
    let model = HesitantModel::new(|request| {
        Some(match results(request).first() {
            None => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
            Some(result) => says(&result.words),
        })
    });
    let town = Plan::new(world).config(&config).model(model.clone()).build().await;
    let mut asked = Vec::new();
    for number in 0..25 {
        asked.push(
            bot_says(&town, "Deploys", &cast, &json!({ "text": mention(&town, &number.to_string()) })).await,
        );
    }
    let answered = async || {
        let mut words = Vec::new();
        for asked in &asked {
            let replies = town.control.replies(asked).await;
            let ours = replies.iter().filter(|reply| reply["user"] == town.card().bot_user_id.as_str());
            words.extend(ours.map(all_text));
        }
        words
    };
    let twenty = async || Some(answered().await).filter(|words| words.len() >= 20);
    let told = town.control.until("twenty answers", twenty).await;
    assert!(told.iter().all(|words| words.contains("denied: Only full members")), "{told:?}");
    town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.ephemeral_saying(&cast.asker, "works once, for ten minutes").await;
    assert_eq!(answered().await.len(), 20, "twenty a minute are enough");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_list_of_bots_lets_none_in() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(with_bots(world)).config("[slack]\nbots = []").model(model.clone()).build().await;
    for bot in ["Deploys", "Alerts", "Forms"] {
        let asked = bot_says(&town, bot, &cast, &json!({ "text": mention(&town, "hello") })).await;
        town.control.delivered(&asked).await;
    }
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    town.control.reply(&asked, 0).await;
    assert_eq!(model.shown().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_can_answer_the_model_is_told_so_and_goes_on() {
    let (world, cast) = small_world();
    let world = with_bots(world);
    let config = format!("[slack]\nbots = [\"{}\"]", id_of("Deploys", &world).await);
    let model = HesitantModel::new(|request| {
        let question = json!({ "questions": [{ "question": "Which day?" }] });
        Some(match results(request).first() {
            None => calls(vec![call(request, "user.ask", question)]),
            Some(result) => says(&result.words),
        })
    });
    let town = Plan::new(world).config(&config).model(model).build().await;
    let asked = bot_says(&town, "Deploys", &cast, &json!({ "text": mention(&town, "deploy") })).await;
    let told = town.control.until("an answer", async || {
        let ours = |reply: &Value| reply["user"] == town.card().bot_user_id.as_str();
        town.control.replies(&asked).await.iter().find(|reply| ours(reply)).map(all_text)
    });
    let told = told.await;
    assert!(told.contains("Interactive input not available."), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_a_bot_writes_confirms_or_stops_anything() {
    let (world, cast) = small_world();
    let world = with_bots(world);
    let config = format!(
        "[slack]\nbots = [\"{}\", \"{}\"]",
        id_of("Forms", &world).await,
        id_of("Deploys", &world).await
    );
    let town = Plan::new(world).config(&config).build().await;
    let to = format!("outside@{}", cast.domain.replace("firm", "partner"));
    let words = format!("@countersign send a mail to {to} about Keys saying hello");
    let asked = town.control.say(&cast.asker, &cast.channel, &words, None).await;
    town.connect(&cast.asker).await;
    let card = town.control.live_card(&asked).await;
    for bot in ["Forms", "Deploys"] {
        for words in ["stop", "yes, approve it"] {
            let said = json!({ "text": mention(&town, words), "thread_ts": asked.ts });
            bot_says(&town, bot, &cast, &said).await;
        }
    }
    // The four are answered, and the card is as it was.
    town.control.reply(&asked, 3).await;
    let now = town.control.replies(&asked).await.into_iter().find(|reply| reply["ts"] == card["ts"]).unwrap();
    assert!(button(&now, "Approve").is_some(), "{}", all_text(&now));
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_whoever_cannot_be_looked_up_do_not_reach_the_model() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build_without_list_of_people().await;
    let guest = town.control.say(&cast.colleague, &cast.channel, "@countersign hello", None).await;
    assert!(town.control.reply(&guest, 0).await.contains("Ask a member to ask for you"));
    let unknown = json!({ "service": "slack", "method": "users.info", "kind": { "status": { "code": 200, "body": { "ok": false, "error": "user_not_found" } } } });
    town.control.fault(unknown).await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    assert!(town.control.reply(&asked, 0).await.contains("I cannot look up who you are"));
    assert!(model.shown().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_five_hundred_messages_is_read_once_and_the_answer_says_how_much_was_used() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    let root = control.say(&cast.asker, &cast.channel, "the very first", None).await;
    let mut posters = vec![(root.clone(), cast.asker.clone())];
    for number in 1..500 {
        let person = if number % 2 == 0 { &cast.asker } else { &cast.colleague };
        let words = format!("number-{number}; {}", "x".repeat(400));
        let posted = control.say(person, &cast.channel, &words, Some(&root.ts)).await;
        posters.push((posted, person.clone()));
    }
    // Slack delivers over two connections; the question is to come last.
    control
        .until("all of it has arrived", async || {
            let deliveries = control.get("/slack/deliveries").await["deliveries"].as_array().unwrap().clone();
            deliveries.iter().all(|delivery| delivery["stage"] == "acknowledged").then_some(())
        })
        .await;
    control.say(&cast.asker, &cast.channel, "@countersign what was decided?", Some(&root.ts)).await;
    let told = control.reply(&root, 0).await;
    assert!(told.contains("Read 500 messages of this thread, used "), "{told}");
    let shown = model.shown().pop().unwrap();
    for seen in
        ["the very first", "number-499;", "“Carl Colleague”, member", "are left out", "what was decided?"]
    {
        assert!(shown.contains(seen), "it is not shown {seen}");
    }
    let beginnings = shown.matches("only its beginning").count();
    assert!((10..100).contains(&beginnings), "of {beginnings} in the middle the beginnings are shown");
    assert!(!shown.contains(&format!("number-101; {}", "x".repeat(200))), "none of them whole");
    assert!(shown.len() < 120_000, "{}", shown.len());
    assert_eq!(control.requests("slack", "conversations.replies").await.len(), 3);

    control.say(&cast.asker, &cast.channel, "and by whom?", Some(&root.ts)).await;
    let told = control.reply(&root, 1).await;
    assert!(!told.contains("Read "), "{told}");
    let shown = model.shown().pop().unwrap();
    assert!(shown.contains("number-499;"));
    assert_eq!(control.requests("slack", "conversations.replies").await.len(), 3, "never read twice");
    // What is deleted is not told again, though only its beginning was.
    let middle = (100..400).find(|number| shown.contains(&format!("number-{number};"))).unwrap();
    control.withdraw(&posters[middle].1, &posters[middle].0).await;
    control.say(&cast.asker, &cast.channel, "@countersign are you sure?", Some(&root.ts)).await;
    control.reply(&root, 2).await;
    assert!(!model.shown().pop().unwrap().contains(&format!("number-{middle};")));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alert_that_is_all_blocks_and_attachments_is_read() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(with_bots(world)).model(model.clone()).build().await;
    let alert = json!({
        "blocks": [{ "type": "header", "text": { "type": "plain_text", "text": "Disk full" } }],
        "attachments": [{ "title": "db-7", "fields": [{ "title": "Free", "value": "3 MB" }] }],
    });
    let root = bot_says(&town, "Alerts", &cast, &alert).await;
    town.control.say(&cast.asker, &cast.channel, "@countersign what is this?", Some(&root.ts)).await;
    town.control.until("an answer", async || (!model.shown().is_empty()).then_some(())).await;
    let Message::User(words) = model.heard.lock().unwrap()[0].messages[0].clone() else { panic!() };
    assert!(words.contains("[“Alerts”, a program · "), "{words}");
    let fenced = words.split("<<<untrusted:").nth(1).unwrap().split("<<<end:").next().unwrap();
    for part in ["Disk full", "db-7", "Free: 3 MB"] {
        assert!(fenced.contains(part), "{fenced}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_cannot_be_read_is_answered_all_the_same_and_that_is_said() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(agreeable()).build().await;
    let busy = json!({ "service": "slack", "method": "conversations.replies",
        "kind": { "status": { "code": 429, "retry_after": 60 } } });
    town.control.fault(busy).await;
    let root = town.control.say(&cast.colleague, &cast.channel, "we meet on Friday", None).await;
    town.control.say(&cast.asker, &cast.channel, "@countersign when?", Some(&root.ts)).await;
    let told = town.control.reply(&root, 0).await;
    assert!(told.contains("I see.") && told.contains("could not read what was written"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_beside_us_is_read_when_we_are_asked_again() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign when do we meet?", None).await;
    control.reply(&asked, 0).await;
    let aside = format!("@{} I moved it to Friday", cast.asker);
    let aside = control.say(&cast.colleague, &cast.channel, &aside, Some(&asked.ts)).await;
    control.delivered(&aside).await;
    control.say(&cast.asker, &cast.channel, "and now?", Some(&asked.ts)).await;
    control.reply(&asked, 1).await;
    assert_eq!(control.replies(&asked).await.len(), 2, "what is for others is not answered");
    let shown = model.shown().pop().unwrap();
    assert!(shown.contains("I moved it to Friday") && shown.contains("“Carl Colleague”, member"), "{shown}");
    control.withdraw(&cast.colleague, &aside).await;
    control.say(&cast.asker, &cast.channel, "sure?", Some(&asked.ts)).await;
    control.reply(&asked, 2).await;
    assert!(!model.shown().pop().unwrap().contains("Friday"), "what its author deleted is not told again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_overheard_late_is_read_with_a_later_question() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build_without_list_of_people().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    control.reply(&asked, 0).await;
    // Who says this is being looked up while the next question is answered.
    control.fault(json!({ "service": "slack", "method": "users.info", "kind": "hold" })).await;
    control.say(&cast.colleague, &cast.channel, "the code is blue", Some(&asked.ts)).await;
    let looking = async || {
        let lookups = control.requests("slack", "users.info").await;
        lookups.iter().any(|lookup| lookup["status"].is_null()).then_some(())
    };
    control.until("it is looked up", looking).await;
    control.say(&cast.asker, &cast.channel, "@countersign one", Some(&asked.ts)).await;
    control.reply(&asked, 1).await;
    assert!(!model.shown().pop().unwrap().contains("blue"));
    control.delete("/faults").await;
    // It is written down in a moment.
    let mut heard = false;
    for number in 2..20 {
        control.say(&cast.asker, &cast.channel, "@countersign and now?", Some(&asked.ts)).await;
        control.reply(&asked, number).await;
        heard = model.shown().pop().unwrap().contains("the code is blue");
        if heard {
            break;
        }
    }
    assert!(heard, "it is never read");
    assert_eq!(
        control.replies(&asked).await.iter().filter(|it| all_text(it).contains("Only full")).count(),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_of_several_people_is_like_a_channel() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build().await;
    let control = &town.control;
    let group = json!({ "name": "mpdm-a--b-1", "members": [cast.asker, cast.colleague], "group": true, "agent": true });
    control.post("/slack/channels", group).await;
    control.say(&cast.asker, "mpdm-a--b-1", "just between us", None).await;
    let asked = control.say(&cast.asker, "mpdm-a--b-1", "@countersign hello", None).await;
    control.reply(&asked, 0).await;
    control.say(&cast.colleague, "mpdm-a--b-1", "and me?", Some(&asked.ts)).await;
    control.reply(&asked, 1).await;
    assert_eq!(model.shown().len(), 2, "only what is for us");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_can_be_asked_about_in_its_thread() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build().await;
    let root = town.control.say(&cast.colleague, &cast.channel, "the boat leaves at nine", None).await;
    let reply = town.control.say(&cast.colleague, &cast.channel, "or at ten", Some(&root.ts)).await;
    ask_about(&town, &cast, &cast.channel, &reply.ts, "when does it leave?").await;
    let said = town.control.reply(&root, 1).await;
    assert_eq!(said, "I see.");
    assert_eq!(town.control.reply(&root, 0).await, "Ada Asker asks: when does it leave?");
    let shown = model.shown().pop().unwrap();
    let about = shown.split("[event] The question is about this message:").nth(1).unwrap();
    assert!(about.split("<<<end:").next().unwrap().contains("or at ten"), "{shown}");
    assert!(shown.contains("the boat leaves at nine") && shown.contains("when does it leave?"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_ours_can_be_asked_about_too() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        let first = newest(request).contains("when?");
        Some(says(if first { "The boat leaves at nine." } else { "Yes." }))
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign when?", None).await;
    town.control.reply(&asked, 0).await;
    let ours = town.control.replies(&asked).await.remove(0);
    ask_about(&town, &cast, &cast.channel, ours["ts"].as_str().unwrap(), "is that sure?").await;
    town.control.reply(&asked, 2).await;
    let shown = model.shown().pop().unwrap();
    let about = shown.split("[event] The question is about this message:").nth(1).unwrap();
    assert!(about.split("<<<end:").next().unwrap().contains("The boat leaves at nine."), "{shown}");
    // With what was answered there goes what was told of the answer.
    town.control.withdraw(&cast.asker, &asked).await;
    let gone = async || {
        let ours = town.control.replies(&asked).await;
        (!ours.iter().any(|message| all_text(message).contains("nine"))).then_some(())
    };
    town.control.until("the answer is gone", gone).await;
    town.control.say(&cast.asker, &cast.channel, "@countersign sure?", Some(&asked.ts)).await;
    town.control.until("it is asked again", async || (model.shown().len() == 3).then_some(())).await;
    let shown = model.shown().pop().unwrap();
    assert!(!shown.contains("nine"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_we_are_not_we_say_how_to_invite_us() {
    let (world, cast) = small_world();
    let model = agreeable();
    let town = Plan::new(world).model(model.clone()).build().await;
    let quiet = json!({ "name": "quiet", "members": [cast.asker, cast.colleague], "agent": false });
    town.control.post("/slack/channels", quiet).await;
    let root = town.control.say(&cast.colleague, "quiet", "the boat leaves at nine", None).await;
    ask_about(&town, &cast, "quiet", &root.ts, "when?").await;
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    town.control
        .until("we say how", async || {
            let messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
            messages.iter().any(|message| all_text(message).contains("/invite")).then_some(())
        })
        .await;
    assert!(model.shown().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_does_not_open_is_said_to_whoever_wanted_it() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(agreeable()).build().await;
    let root = town.control.say(&cast.colleague, &cast.channel, "the boat leaves at nine", None).await;
    let late = json!({ "ok": false, "error": "expired_trigger_id" });
    let fault = json!({ "service": "slack", "method": "views.open", "kind": { "status": { "code": 200, "body": late } } });
    town.control.fault(fault).await;
    let used = json!({ "person": cast.asker, "callback_id": "ask_about_message", "channel": cast.channel,
        "ts": root.ts });
    town.control.post("/slack/shortcut", used).await;
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    town.control
        .until("it is said", async || {
            let messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
            let said = |message: &Value| all_text(message).contains("Choose “Ask about this message” again");
            messages.iter().any(said).then_some(())
        })
        .await;
}

async fn ask_about(town: &Town, cast: &Cast, channel: &str, ts: &str, question: &str) {
    let used =
        json!({ "person": cast.asker, "callback_id": "ask_about_message", "channel": channel, "ts": ts });
    town.control.post("/slack/shortcut", used).await;
    town.control
        .until("the form", async || {
            let views = town.control.get(&format!("/slack/views?person={}", cast.asker)).await;
            (!views["views"].as_array().unwrap().is_empty()).then_some(())
        })
        .await;
    town.control.post("/slack/submit", json!({ "person": cast.asker, "text": question })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_can_be_one_conversation() {
    let (world, cast) = small_world();
    let model = agreeable();
    let config = "[slack]\ndirect_messages = \"one_session\"";
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    let ours = async || {
        let path = format!("/slack/messages?channel=dm:{}", cast.asker);
        let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
        messages.retain(|message| message["bot_id"].is_string());
        messages
    };
    for (number, words) in ["remember the harbour", "what did I say?"].into_iter().enumerate() {
        town.control.say(&cast.asker, "dm", words, None).await;
        town.control.until("an answer", async || (ours().await.len() > number).then_some(())).await;
    }
    assert!(
        ours().await.iter().all(|message| message["thread_ts"].is_null()),
        "answers stand beside the words"
    );
    assert!(model.shown().pop().unwrap().contains("remember the harbour"));
}
