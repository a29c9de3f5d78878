//! What happens while something long goes on: people press, stop, write and wait, and none of it waits for a model.

mod hearing;
mod meanwhile;
mod signing;
mod stopping;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::harness::{
    Cast, HesitantModel, Plan, Posted, Town, call, calls, newest, results, says, small_world,
};

/// Ponders for ever, sends a mail about whatever stands behind `about`, jots a draft down, looks something up, or answers.
fn a_busy_model() -> Arc<HesitantModel> {
    HesitantModel::new(|request| {
        let words = newest(request).lines().last().unwrap_or_default().to_owned();
        if words.contains("ponder") {
            return None;
        }
        if !results(request).is_empty() {
            return Some(says("That is all."));
        }
        Some(if let Some((_, subject)) = words.split_once("about ") {
            let to = ["mara@harbour.example"];
            calls(vec![call(request, "gmail.send", json!({ "to": to, "subject": subject, "body": "Hello" }))])
        } else if words.contains("jot") {
            calls(vec![call(request, "gmail.draft", json!({ "subject": "Keys", "body": "Hello" }))])
        } else if words.contains("look") {
            calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))])
        } else {
            says(&format!("to {words}"))
        })
    })
}

/// A town with that model, in which the asker has connected their account.
struct Scene {
    town: Town,
    cast: Cast,
    model: Arc<HesitantModel>,
}

async fn scene(config: &str) -> Scene {
    let (world, cast) = small_world();
    let model = a_busy_model();
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    Scene { town, cast, model }
}

/// Slack does not list its people here, so that each of them is looked up when needed.
async fn scene_without_list_of_people() -> Scene {
    let (world, cast) = small_world();
    let model = a_busy_model();
    let town = Plan::new(world).model(model.clone()).build_without_list_of_people().await;
    Scene { town, cast, model }
}

impl Scene {
    async fn asks(&self, words: &str, thread: Option<&Posted>) -> Posted {
        let thread = thread.map(|posted| posted.ts.as_str());
        self.town.control.say(&self.cast.asker, &self.cast.channel, words, thread).await
    }

    async fn colleague_asks(&self, words: &str, thread: &Posted) -> Posted {
        self.town.control.say(&self.cast.colleague, &self.cast.channel, words, Some(&thread.ts)).await
    }

    /// A card for a mail with this subject waits in a thread of its own.
    async fn card(&self, subject: &str) -> (Posted, Value) {
        let asked = self.asks(&format!("@countersign send a mail about {subject}"), None).await;
        let card = self.town.control.live_card(&asked).await;
        (asked, card)
    }

    /// The model is asked for the so-manieth time.
    async fn asked_times(&self, times: usize) {
        let heard = || self.model.heard.lock().unwrap().len();
        self.town.control.until("the model is asked", async || (heard() >= times).then_some(())).await;
    }

    async fn sent(&self) -> Vec<String> {
        let sent = self.town.control.mailbox(&self.cast.asker, "SENT").await;
        sent.iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
    }

    /// Google got a request of this kind.
    async fn google_is_asked(&self, method: &str) {
        let control = &self.town.control;
        let asked = async || (!control.requests("google", method).await.is_empty()).then_some(());
        control.until(&format!("{method} is asked for"), asked).await;
    }

    async fn fault(&self, service: &str, method: &str, kind: Value) {
        self.town.control.fault(json!({ "service": service, "method": method, "kind": kind })).await;
    }
}
