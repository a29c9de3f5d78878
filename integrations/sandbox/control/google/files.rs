//! People's files, from outside.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_google::files::{Deed, Hindrance};
use sandbox_world::FileSeed;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Somebody, known};
use crate::control::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/files", get(files).post(put))
        .route("/file", get(file))
        .route("/file/change", post(change))
        .route("/notices", get(notices))
}

async fn files(State(desk): State<Arc<Desk>>, Asked(asked): Asked<Somebody>) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    Ok(Json(json!({"files": desk.google.files(&asked.person)})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneFile {
    person: String,
    /// `root` is the person's My Drive.
    id: String,
}

async fn file(State(desk): State<Arc<Desk>>, Asked(asked): Asked<OneFile>) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let found = desk.google.file(&asked.person, &asked.id);
    found.map(|file| Json(json!(file))).ok_or_else(|| no_file(&asked.id))
}

/// A file appears in somebody's drive.
async fn put(State(desk): State<Arc<Desk>>, Given(seed): Given<FileSeed>) -> Result<Json<Value>, Failure> {
    let id = desk.google.put_file(&seed);
    let id = id.map_err(|fault| Failure::wrong(format!("The file cannot be put there: {fault}")))?;
    Ok(Json(json!({"id": id})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    person: String,
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    trashed: Option<bool>,
}

/// Somebody changes a file in their own browser, or only saves it once more.
async fn change(State(desk): State<Arc<Desk>>, Given(given): Given<Change>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    let deed = Deed { name: given.name, text: given.text, trashed: given.trashed };
    match desk.google.change_file(&given.person, &given.id, &deed) {
        Ok(()) => Ok(Json(json!({"ok": true}))),
        Err(Hindrance::NoSuchFile) => Err(no_file(&given.id)),
        Err(Hindrance::NotAllowed) => Err(Failure::forbidden(
            "This person may read the file and not change it. Choose somebody who may write it.",
        )),
    }
}

/// The mail Google itself has sent because of what was shared.
async fn notices(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({"notices": desk.google.notices()}))
}

fn no_file(id: &str) -> Failure {
    Failure::missing(format!("This person sees no file `{id}`. GET /control/google/files lists theirs."))
}
