//! Documents, from outside: what is in them, and somebody else who writes in them.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Failure, known};
use crate::control::given::{Asked, Given};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/document", get(document).post(make))
        .route("/document/write", post(write))
        .route("/document/type", post(type_in))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    id: String,
}

async fn document(State(desk): State<Arc<Desk>>, Asked(asked): Asked<One>) -> Result<Json<Value>, Failure> {
    let told = desk.google.document_told(&asked.id);
    told.map(|told| Json(json!(told))).ok_or_else(|| no_document(&asked.id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    person: String,
    title: String,
    #[serde(default)]
    markdown: String,
}

/// A document of somebody's, which no app has made.
async fn make(State(desk): State<Arc<Desk>>, Given(given): Given<Made>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    let id = desk.google.new_document(&given.person, &given.title, &given.markdown);
    Ok(Json(json!({"id": id})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    person: String,
    id: String,
    /// As in `documents.batchUpdate`.
    requests: Vec<Value>,
    #[serde(default)]
    mode: Mode,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Edit,
    Suggest,
}

async fn write(State(desk): State<Arc<Desk>>, Given(given): Given<Written>) -> Result<Json<Value>, Failure> {
    let mode = match given.mode {
        Mode::Edit => "EDIT",
        Mode::Suggest => "SUGGEST",
    };
    let body = json!({"requests": given.requests, "writeControl": {"writeMode": mode}});
    written(&desk, &given.person, &given.id, &body)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    person: String,
    id: String,
    text: String,
}

/// Somebody types a line at the end: the shortest way to a newer revision.
async fn type_in(State(desk): State<Arc<Desk>>, Given(given): Given<Typed>) -> Result<Json<Value>, Failure> {
    let text = format!("\n{}", given.text);
    let body = json!({"requests": [{"insertText": {"endOfSegmentLocation": {}, "text": text}}]});
    written(&desk, &given.person, &given.id, &body)
}

fn written(desk: &Desk, person: &str, id: &str, body: &Value) -> Result<Json<Value>, Failure> {
    known(desk, person)?;
    match desk.google.write_document(person, id, body) {
        Some(Ok(answer)) => Ok(Json(answer)),
        Some(Err(words)) => Err(Failure::wrong(format!("{words} Correct the requests and send them again."))),
        None => Err(no_document(id)),
    }
}

fn no_document(id: &str) -> Failure {
    Failure::missing(format!("There is no document `{id}`. POST /control/google/document makes one."))
}
