//! `user.ask`: the person is asked in the thread, once, and what they say is what the model hears.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Message, Request};
use serde_json::{Value, json};

use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, results, says, small_world,
};

/// A town in which the model asks with these arguments, and then says what it heard.
struct Asking {
    town: Town,
    cast: Cast,
    asked: Posted,
    model: Arc<ScriptedModel>,
}

async fn asking(args: Value, config: &str) -> Asking {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(move |request| match results(request).last() {
        Some(result) => says(&format!("Heard: {}", result.words)),
        None if newest(request).contains("plan it") => calls(vec![call(request, "user.ask", args.clone())]),
        None => says("Something else."),
    });
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, &cast.channel, "@countersign plan it", None).await;
    Asking { town, cast, asked, model }
}

fn newest(request: &Request) -> String {
    let words = request.messages.iter().rev().find_map(|message| match message {
        Message::User(words) => Some(words.clone()),
        Message::Assistant { .. } | Message::Results(_) | Message::Pictures(_) => None,
    });
    words.unwrap_or_default()
}

fn days() -> Value {
    json!({ "question": "Which day?", "options": ["Thursday", "Friday"] })
}

fn several() -> Value {
    json!({ "question": "About the trip", "questions": [
        { "question": "Which day?", "options": ["Thursday", "Friday"] },
        { "question": "By boat?", "confirm": true },
        { "question": "Anything else?" },
    ] })
}

impl Asking {
    /// The question as it stands in the thread, once it has this button.
    async fn question(&self, label: &str) -> Value {
        self.town
            .control
            .until(&format!("a question with {label:?}"), async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.into_iter().find(|reply| button(reply, label).is_some())
            })
            .await
    }

    async fn click(&self, person: &str, question: &Value, label: &str) {
        self.town.control.click(person, question, label).await;
    }

    async fn reply(&self, words: &str) -> Posted {
        self.town.control.say(&self.cast.asker, &self.cast.channel, words, Some(&self.asked.ts)).await
    }

    /// What the model said it heard.
    async fn heard(&self) -> String {
        self.town
            .control
            .until("what the model heard", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.iter().map(all_text).find(|words| words.contains("Heard:"))
            })
            .await
    }

    async fn says(&self, question: &Value, words: &str) -> String {
        all_text(&self.town.control.card_says(&self.asked, question, words).await)
    }

    async fn form(&self) -> Value {
        self.town
            .control
            .until("a form", async || {
                let path = format!("/slack/views?person={}", self.cast.asker);
                self.town.control.get(&path).await["views"].as_array().unwrap().last().cloned()
            })
            .await
    }

    /// The form when it shows this question, and no other.
    async fn page(&self, name: &str) -> Value {
        self.town
            .control
            .until(&format!("the page of {name}"), async || {
                let path = format!("/slack/views?person={}", self.cast.asker);
                let open = self.town.control.get(&path).await["views"].as_array().unwrap().last().cloned()?;
                let blocks = open["view"]["blocks"].as_array().unwrap();
                let inputs: Vec<&Value> = blocks.iter().filter(|block| block["type"] == "input").collect();
                (inputs.len() == 1 && inputs[0]["block_id"] == name).then(|| open["view"].clone())
            })
            .await
    }

    async fn turn(&self, label: &str, values: Value) {
        let press = json!({ "person": self.cast.asker, "action": label, "values": values });
        self.town.control.post("/slack/press", press).await;
    }

    async fn send(&self, values: Value) {
        let sent = json!({ "person": self.cast.asker, "values": values });
        self.town.control.post("/slack/submit", sent).await;
    }

    fn times_asked(&self) -> usize {
        self.model.heard.lock().unwrap().len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_buttons_and_the_choice_is_what_the_model_hears() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    let shown = all_text(&question);
    assert!(shown.contains("Which day?") && shown.contains("is asked"), "{shown}");
    assert!(button(&question, "Thursday").is_some());
    story.click(&story.cast.asker, &question, "Friday").await;
    let heard = story.heard().await;
    assert!(heard.contains("Friday") && heard.contains("their own words or their choice"), "{heard}");
    let now = story.town.control.card_says(&story.asked, &question, "answered").await;
    assert!(all_text(&now).contains("Friday") && button(&now, "Thursday").is_none(), "{now}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_is_yes_or_no() {
    let story = asking(json!({ "question": "Shall it be by boat?", "confirm": true }), "").await;
    let question = story.question("No").await;
    story.click(&story.cast.asker, &question, "Yes").await;
    assert!(story.heard().await.contains("Yes"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_person_who_is_asked_can_answer() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    story.click(&story.cast.colleague, &question, "Friday").await;
    story.town.control.ephemeral_saying(&story.cast.colleague, "Only Ada Asker can answer this").await;
    assert_eq!(story.times_asked(), 1);
    story.click(&story.cast.asker, &question, "Thursday").await;
    assert!(story.heard().await.contains("Thursday"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_answer_is_told_that_it_was_already_answered() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    // The buttons stay where they are until both have been pressed.
    let held = json!({ "service": "slack", "method": "chat.update", "kind": "hold" });
    story.town.control.fault(held).await;
    story.click(&story.cast.asker, &question, "Friday").await;
    story.click(&story.cast.asker, &question, "Thursday").await;
    story.town.control.ephemeral_saying(&story.cast.asker, "already answered").await;
    story.town.control.delete("/faults").await;
    let shown = story.says(&question, "answered").await;
    let heard = story.heard().await;
    assert_eq!(shown.contains("Friday"), heard.contains("Friday"), "{shown} / {heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_in_the_thread_answers_an_open_question() {
    let story = asking(json!({ "question": "What shall I write?" }), "").await;
    let question = story.question("Answer…").await;
    assert!(all_text(&question).contains("reply in this thread"));
    story.reply("That the gate is open until nine").await;
    assert!(story.heard().await.contains("That the gate is open until nine"));
    assert!(story.says(&question, "answered").await.contains("until nine"));
    assert_eq!(story.times_asked(), 2, "the reply opened no turn of its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_names_an_option_chooses_it_and_any_other_is_heard_as_it_is() {
    let story = asking(days(), "").await;
    story.question("Friday").await;
    story.reply("friday!").await;
    let heard = story.heard().await;
    assert!(heard.contains("\nFriday"), "{heard}");

    let story = asking(days(), "").await;
    story.question("Friday").await;
    story.reply("neither, rather on Monday").await;
    let heard = story.heard().await;
    assert!(heard.contains("neither, rather on Monday"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_question_can_be_answered_in_a_form() {
    let story = asking(json!({ "question": "What shall I write?" }), "").await;
    let question = story.question("Answer…").await;
    story.click(&story.cast.asker, &question, "Answer…").await;
    story.form().await;
    let text = json!({ "person": story.cast.asker, "text": "Come at noon" });
    story.town.control.post("/slack/submit", text).await;
    assert!(story.heard().await.contains("Come at noon"));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_questions_are_answered_in_one_form_one_at_a_time() {
    let mut story = asking(several(), "").await;
    let question = story.question("Answer…").await;
    let shown = all_text(&question);
    for part in
        ["About the trip", "Which day?", "Thursday · Friday", "By boat?", "Yes · No", "Anything else?"]
    {
        assert!(shown.contains(part), "{shown}");
    }
    story.click(&story.cast.asker, &question, "Answer…").await;
    let first = story.page("answer_0").await;
    assert!(all_text(&first).contains("Question 1 of 3 · 2 others are still open"), "{first}");
    story.turn("Next", json!({ "answer_0": { "line": "1" } })).await;
    story.page("answer_1").await;
    // What was answered is in the form, not with us.
    story.town.close().await;
    story.town.open().await;
    story.send(json!({ "answer_1": { "line": "0" } })).await;
    let last = story.page("answer_2").await;
    assert!(all_text(&last).contains("all others are answered"), "what is missing is asked for: {last}");
    assert_eq!(story.times_asked(), 1, "nothing is sent before all is answered");
    story.turn("1 Which day? ✓", json!({})).await;
    let first = story.page("answer_0").await;
    assert!(first.to_string().contains("initial_option"), "it is as it was answered: {first}");
    story.turn("3 Anything else?", json!({ "answer_0": { "line": "1" } })).await;
    story.page("answer_2").await;
    story.send(json!({ "answer_2": { "line": "Bring tea" } })).await;
    let heard = story.heard().await;
    for part in ["Which day? – Friday", "By boat? – Yes", "Anything else? – Bring tea"] {
        assert!(heard.contains(part), "{heard}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_goes_from_its_card_with_the_message_that_gave_it() {
    let story = asking(json!({ "question": "What shall I write?" }), "").await;
    let question = story.question("Answer…").await;
    let reply = story.reply("That the gate is open until nine").await;
    story.heard().await;
    assert!(story.says(&question, "answered").await.contains("until nine"));
    story.town.control.withdraw(&story.cast.asker, &reply).await;
    let gone = story.says(&question, "The answer was deleted").await;
    assert!(!gone.contains("until nine"), "{gone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_listed_as_one_that_waits_for_an_answer() {
    let story = asking(days(), "").await;
    story.question("Friday").await;
    for command in ["pending", "tasks"] {
        let control = &story.town.control;
        let before = control.ephemerals(&story.cast.asker).await.len();
        let given = json!({ "person": story.cast.asker, "channel": "dm", "command": "/countersign", "text": command });
        control.post("/slack/command", given).await;
        let told = control
            .until("an answer", async || control.ephemerals(&story.cast.asker).await.get(before).cloned());
        let told = all_text(&told.await);
        assert!(told.contains("Waits for your answer"), "{command}: {told}");
        assert!(!told.contains("In ") && !told.contains("Being worked on"), "{command}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_and_its_answer_survive_a_restart() {
    let mut story = asking(days(), "").await;
    let question = story.question("Friday").await;
    story.town.close().await;
    story.town.control.click_in_vain(&story.cast.asker, &question, "Thursday").await;
    story.town.open().await;
    let still = story.question("Friday").await;
    assert_eq!(still["ts"], question["ts"], "it still has its buttons");
    story.click(&story.cast.asker, &still, "Friday").await;
    assert!(story.heard().await.contains("Friday"));
    story.says(&question, "answered").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_closes_a_question() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    story.reply("stop").await;
    story.says(&question, "Withdrawn").await;
    let told = story.town.control.reply(&story.asked, 0).await;
    assert!(told.contains("Stopped"), "{told}");
    assert_eq!(story.times_asked(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_nobody_answers_expires_and_the_model_is_told() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    story.town.time_passes(Duration::from_mins(15)).await;
    assert!(story.heard().await.contains("did not answer in time"));
    story.says(&question, "Expired").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_message_leaves_the_question_open_and_a_late_answer_is_heard() {
    let story = asking(days(), "").await;
    let question = story.question("Friday").await;
    story
        .town
        .control
        .say(&story.cast.colleague, &story.cast.channel, "@countersign hello", Some(&story.asked.ts))
        .await;
    story
        .town
        .control
        .until("the colleague is answered", async || {
            let replies = story.town.control.replies(&story.asked).await;
            replies.iter().any(|reply| all_text(reply).contains("Something else.")).then_some(())
        })
        .await;
    story.click(&story.cast.asker, &question, "Friday").await;
    story.says(&question, "answered").await;
    story
        .town
        .control
        .until("the model hears of the answer", async || {
            let heard = story.model.heard.lock().unwrap();
            heard.iter().any(|request| newest(request).contains("Friday")).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rehearsal_model_asks_several_questions_at_once() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let wish = "ask me which day: Thu or Fri, and which time: 10 or 14";
    let asked = town.control.say(&cast.asker, "dm", wish, None).await;
    let shown = town
        .control
        .until("the questions", async || {
            let replies = town.control.replies(&asked).await;
            replies.iter().find(|reply| button(reply, "Answer…").is_some()).map(all_text)
        })
        .await;
    for part in ["Which day?", "Thu · Fri", "Which time?", "10 · 14"] {
        assert!(shown.contains(part), "{part} is missing: {shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rehearsal_model_asks_what_it_is_told_to_ask() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let asked =
        town.control.say(&cast.asker, "dm", "ask me which day suits: Thursday, Friday or Monday", None).await;
    let question = town
        .control
        .until("the question", async || {
            let replies = town.control.replies(&asked).await;
            replies.into_iter().find(|reply| button(reply, "Monday").is_some())
        })
        .await;
    town.control.click(&cast.asker, &question, "Monday").await;
    let told = town
        .control
        .until("what it heard", async || {
            let replies = town.control.replies(&asked).await;
            replies.iter().map(all_text).find(|words| words.contains("Your answer"))
        })
        .await;
    assert!(told.contains("Your answer: Monday"), "{told}");
}
