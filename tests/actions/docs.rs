//! Docs, action by action.

#[path = "docs/markdown.rs"]
mod markdown;
#[path = "docs/reading.rs"]
mod reading;
#[path = "docs/remarks.rs"]
mod remarks;
#[path = "docs/taking_back.rs"]
mod taking_back;
#[path = "docs/writing.rs"]
mod writing;

use serde_json::{Value, json};

use crate::harness::Acting;

const READING: [&str; 2] = ["drive.metadata.readonly", "documents.readonly"];
const WRITING: [&str; 2] = ["drive.metadata.readonly", "documents"];
const UPDATE: &str = "docs.documents.batchUpdate";

fn fresh(stem: &str) -> String {
    format!("{stem} {}", uuid::Uuid::new_v4().simple())
}

/// A document of Ana's that nobody else can open.
async fn document(acting: &Acting, markdown: &str) -> String {
    let made = json!({ "person": "ana", "title": fresh("Notes"), "markdown": markdown });
    acting.control().post("/google/document", made).await["id"].as_str().unwrap().to_owned()
}

/// One of hers that Ben may change too.
async fn shared(acting: &Acting, markdown: &str) -> String {
    let seed = json!({
        "name": fresh("Shared"), "owner": "ana", "markdown": markdown,
        "shared_with": [{ "person": "ben", "role": "writer" }],
    });
    acting.control().post("/google/files", seed).await["id"].as_str().unwrap().to_owned()
}

/// A document from outside.
async fn told(acting: &Acting, id: &str) -> Value {
    acting.control().get(&format!("/google/document?id={id}")).await
}

async fn markdown_of(acting: &Acting, id: &str) -> String {
    told(acting, id).await["markdown"].as_str().unwrap().to_owned()
}

/// Somebody writes in it by themselves.
async fn by_hand(acting: &Acting, person: &str, id: &str, requests: Value) -> Value {
    let body = json!({ "person": person, "id": id, "requests": requests });
    acting.control().post("/google/document/write", body).await
}

/// The document as the model reads it.
async fn read(acting: &Acting, id: &str) -> Value {
    acting.perform("docs.read", json!({ "document": id })).await.json()
}
