//! Files that people attach to what they write: what of them reaches the model, and what is said about the rest.

#[path = "attachments/paper.rs"]
mod paper;
#[path = "attachments/pictures.rs"]
mod pictures;
#[path = "attachments/recordings.rs"]
mod recordings;
#[path = "attachments/trouble.rs"]
mod trouble;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::harness::{Cast, Control, HesitantModel, Plan, Posted, Town, newest, posted, says, small_world};

/// A town whose model says what it was asked last.
async fn town() -> (Town, Cast, Arc<HesitantModel>) {
    let (world, cast) = small_world();
    let model = echo();
    (Plan::new(world).model(model.clone()).build().await, cast, model)
}

fn echo() -> Arc<HesitantModel> {
    HesitantModel::new(|request| {
        Some(says(&format!("to {}", newest(request).lines().last().unwrap_or_default())))
    })
}

async fn attach(control: &Control, person: &str, channel: &str, (text, files): (&str, Value)) -> Posted {
    let body = json!({ "person": person, "channel": channel, "text": text, "files": files });
    posted(&control.post("/slack/post", body).await)
}

fn bytes(name: &str, kind: &str, content: &[u8]) -> Value {
    json!({ "name": name, "kind": kind, "base64": STANDARD.encode(content) })
}

fn words(name: &str, text: &str) -> Value {
    json!({ "name": name, "text": text })
}

/// What a model was shown last.
fn shown(model: &HesitantModel) -> String {
    let heard = model.heard.lock().unwrap();
    let request = heard.last().expect("the model was asked");
    let words = request.messages.iter().filter_map(|message| match message {
        kernel::Message::User(words) => Some(words.as_str()),
        kernel::Message::Assistant { .. } | kernel::Message::Results(_) | kernel::Message::Pictures(_) => {
            None
        }
    });
    words.collect::<Vec<_>>().join("\n")
}
