//! Gmail, action by action.

#[path = "gmail/composing.rs"]
mod composing;
#[path = "gmail/enclosing.rs"]
mod enclosing;
#[path = "gmail/filing.rs"]
mod filing;
#[path = "gmail/reading.rs"]
mod reading;
#[path = "gmail/reviewing.rs"]
mod reviewing;
#[path = "gmail/saving.rs"]
mod saving;
#[path = "gmail/writing.rs"]
mod writing;

use serde_json::{Value, json};

use crate::harness::Acting;

/// The mails of this subject that Ana sent.
async fn sent(acting: &Acting, subject: &str) -> Vec<Value> {
    let sent = acting.control().mailbox("ana", "SENT").await;
    sent.into_iter().filter(|row| row["subject"] == subject).collect()
}

/// The only one, whole.
async fn only_sent(acting: &Acting, subject: &str) -> Value {
    let sent = sent(acting, subject).await;
    assert_eq!(sent.len(), 1, "{subject}: {sent:?}");
    acting.control().message("ana", sent[0]["id"].as_str().unwrap()).await
}

fn fresh(stem: &str) -> String {
    format!("{stem} {}", uuid::Uuid::new_v4().simple())
}

/// A mail that Ana has just got, as her mailbox lists it.
async fn arrived(acting: &Acting, mail: Value) -> Value {
    let mut seed = json!({ "from": "Mara Lund <mara@harbour.example>", "to": ["ana"], "unread": true });
    for (name, value) in mail.as_object().unwrap() {
        seed[name] = value.clone();
    }
    acting.control().post("/google/deliver", seed).await;
    let inbox = acting.control().mailbox("ana", "INBOX").await;
    inbox.into_iter().find(|row| row["subject"] == mail["subject"]).expect("it arrived")
}

/// The labels a message of Ana's has now.
async fn labels(acting: &Acting, id: &Value) -> Vec<String> {
    let message = acting.control().message("ana", id.as_str().unwrap()).await;
    serde_json::from_value(message["labels"].clone()).unwrap()
}

async fn has(acting: &Acting, id: &Value, label: &str) -> bool {
    labels(acting, id).await.iter().any(|known| known == label)
}
