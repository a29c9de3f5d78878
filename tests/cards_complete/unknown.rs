//! Cards of which nothing is known any more.

use serde_json::{Value, json};

use super::{Scene, one_mail, scene, together};
use crate::harness::{all_text, button, call, calls};

const CARD: &str = "This card is no longer known. Ask for it again.";
const QUESTION: &str = "This question is no longer known. Write what you want instead.";

/// Everything that can be pressed on a card.
fn labels(card: &Value) -> Vec<String> {
    let blocks = card["blocks"].as_array().unwrap().iter();
    let elements = blocks.filter_map(|block| block["elements"].as_array()).flatten();
    let pressed = elements.filter(|element| element["type"] == "button" && element["url"].is_null());
    pressed.map(|element| element["text"]["text"].as_str().unwrap().to_owned()).collect()
}

impl Scene {
    /// The product begins anew with an empty store; the cards stand where they stood.
    async fn store_is_lost(&mut self) {
        self.town.close().await;
        for name in ["countersign.db", "countersign.db-wal", "countersign.db-shm", "inbox.db", "audit.head"] {
            let lost = std::fs::remove_file(self.town.data().join(name));
            assert!(lost.is_ok() || name.contains('-'), "{name}: {lost:?}");
        }
        self.town.open().await;
    }

    /// How often the asker was told so, in whatever way.
    async fn was_told(&self, what: &str) -> usize {
        let path = format!("/slack/messages?channel=dm:{}", self.cast.asker);
        let direct = self.town.control.get(&path).await["messages"].as_array().unwrap().clone();
        let whispers = self.town.control.ephemerals(&self.cast.asker).await;
        let all = direct.iter().chain(&whispers).map(all_text);
        all.filter(|words| words.contains(what)).count()
    }

    async fn every_press_is_answered(&self, card: &Value, what: &str) -> Vec<String> {
        let labels = labels(card);
        for (before, label) in labels.iter().enumerate() {
            self.click(card, label).await;
            let told = async || (self.was_told(what).await > before).then_some(());
            self.town.control.until(&format!("{label:?} is answered"), told).await;
        }
        assert!(self.sent().await.is_empty());
        labels
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_press_on_a_card_from_before_is_left_without_an_answer() {
    let long = "We meet at the harbour. ".repeat(200);
    let mut scene = scene("dm", one_mail(&long)).await;
    let card = scene.card().await;
    scene.store_is_lost().await;
    let labels = scene.every_press_is_answered(&card, CARD).await;
    for label in ["Approve", "Edit…", "Deny", "Deny, and say why…", "View all"] {
        assert!(labels.iter().any(|pressed| pressed == label), "{label}: {labels:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_press_on_a_card_of_several_from_before_is_left_without_an_answer() {
    let mail =
        |subject: &str| json!({ "to": ["ben@elsewhere.example"], "subject": subject, "body": "Hello" });
    let mut scene = together::several("gmail.send", vec![mail("One"), mail("Two")]).await;
    let card = scene.group().await;
    scene.store_is_lost().await;
    let labels = scene.every_press_is_answered(&card, CARD).await;
    for label in ["Approve all (2)", "Deny all", "One by one"] {
        assert!(labels.iter().any(|pressed| pressed == label), "{label}: {labels:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_press_on_a_question_from_before_is_left_without_an_answer() {
    let asks = |args: Value| {
        scene("dm", Box::new(move |request| calls(vec![call(request, "user.ask", args.clone())])))
    };
    let days = json!({ "question": "Which day?", "options": ["Thursday", "Friday"] });
    for (args, expected) in [(days, "Thursday"), (json!({ "question": "Which harbour?" }), "Answer…")] {
        let mut scene = asks(args).await;
        let asked = async || {
            let replies = scene.town.control.replies(&scene.asked).await;
            replies.into_iter().find(|reply| button(reply, expected).is_some())
        };
        let question = scene.town.control.until("a question", asked).await;
        scene.store_is_lost().await;
        scene.every_press_is_answered(&question, QUESTION).await;
    }
}
