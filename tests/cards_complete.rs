//! The rest of what a card must do: change, explain, several at once, rights that were lost, cards that vanish, and
//! what stands where others read along.

mod always;
mod approvers;
mod changing;
mod orders;
mod reasons;
mod rights;
mod shown;
mod together;
mod unknown;

use std::sync::Arc;

use kernel::{Reply, Request};
use serde_json::{Value, json};

use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, all_text, call, calls, results, says, small_world,
};

const GRANTED: [&str; 3] = ["gmail.modify", "documents", "drive"];

/// A model that makes these calls, then says what it was told about them.
struct Scene {
    town: Town,
    cast: Cast,
    asked: Posted,
    model: Arc<ScriptedModel>,
}

type Script = dyn Fn(&Request) -> Reply + Send + Sync;

async fn scene(place: &str, script: Box<Script>) -> Scene {
    scene_where(place, "", script).await
}

/// The same with these lines of TOML.
async fn scene_where(place: &str, config: &str, script: Box<Script>) -> Scene {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(move |request| script(request));
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    town.grant(&cast.asker, &GRANTED).await;
    let channel = if place == "dm" { "dm".to_owned() } else { cast.channel.clone() };
    let asked = town.control.say(&cast.asker, &channel, "@countersign do it", None).await;
    Scene { town, cast, asked, model }
}

/// One mail, and then what became of it.
fn one_mail(body: &str) -> Box<Script> {
    let args = json!({ "to": ["ben@elsewhere.example"], "subject": "Keys", "body": body });
    Box::new(move |request| match results(request).last() {
        None => calls(vec![call(request, "gmail.send", args.clone())]),
        Some(result) => says(&format!("Told: {}", result.words)),
    })
}

impl Scene {
    async fn card(&self) -> Value {
        self.town.control.live_card(&self.asked).await
    }

    async fn click(&self, card: &Value, label: &str) {
        self.town.control.click(&self.cast.asker, card, label).await;
    }

    async fn says(&self, card: &Value, words: &str) -> Value {
        self.town.control.card_says(&self.asked, card, words).await
    }

    async fn sent(&self) -> Vec<Value> {
        self.town.control.mailbox(&self.cast.asker, "SENT").await
    }

    /// What the model said it was told.
    async fn told(&self) -> String {
        self.town
            .control
            .until("what the model was told", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.iter().map(all_text).find(|words| words.contains("Told:"))
            })
            .await
    }

    async fn form(&self) -> Value {
        self.town
            .control
            .until("a form", async || {
                let path = format!("/slack/views?person={}", self.cast.asker);
                let views = self.town.control.get(&path).await["views"].as_array().unwrap().clone();
                views.last().map(|shown| shown["view"].clone())
            })
            .await
    }

    async fn submit(&self, values: Value) {
        let body = json!({ "person": self.cast.asker, "values": values });
        self.town.control.post("/slack/submit", body).await;
    }

    /// What was said to the person directly.
    async fn told_directly(&self, words: &str) {
        let path = format!("/slack/messages?channel=dm:{}", self.cast.asker);
        self.town
            .control
            .until(&format!("a direct message that says {words:?}"), async || {
                let messages = self.town.control.get(&path).await["messages"].as_array().unwrap().clone();
                messages.iter().any(|message| all_text(message).contains(words)).then_some(())
            })
            .await;
    }
}
