//! People's mailboxes, files and grants, from outside.

mod files;

mod calendar;
mod documents;
mod person;
mod quota;
mod sheets;
mod sign_in;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_google::{Alias, Switch};
use sandbox_world::MailSeed;
use serde::Deserialize;
use serde_json::{Value, json};

use self::person::{Somebody, known};
use super::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/mailbox", get(mailbox))
        .route("/message", get(message))
        .route("/attachment", get(attachment))
        .route("/labels", get(labels))
        .route("/drafts", get(drafts))
        .route("/deliver", post(deliver))
        .route("/mark", post(mark))
        .route("/send_as", post(send_as))
        .route("/token", post(token))
        .route("/expire", post(expire))
        .route("/revoke", post(revoke))
        .route("/switch", post(switch))
        .merge(quota::routes())
        .merge(sign_in::routes())
        .nest("/calendar", calendar::routes())
        .merge(sheets::routes())
        .merge(documents::routes())
        .merge(files::routes())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mailbox {
    person: String,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    q: Option<String>,
}

/// The messages under a label (INBOX unless another is named), or those a search finds.
async fn mailbox(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<Mailbox>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let messages = match &asked.q {
        Some(query) => desk.google.search(&asked.person, query),
        None => desk.google.messages(&asked.person, asked.label.as_deref().unwrap_or("INBOX")),
    };
    Ok(Json(json!({"messages": messages})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneMessage {
    person: String,
    id: String,
}

async fn message(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<OneMessage>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    let found = desk.google.message(&asked.person, &asked.id);
    found.map(|message| Json(json!(message))).ok_or_else(|| no_message(&asked.id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneFile {
    person: String,
    id: String,
    /// As `GET /message` names it.
    part: String,
}

async fn attachment(State(desk): State<Arc<Desk>>, Asked(asked): Asked<OneFile>) -> Result<Vec<u8>, Failure> {
    known(&desk, &asked.person)?;
    let found = desk.google.attachment(&asked.person, &asked.id, &asked.part);
    found.ok_or_else(|| Failure::missing("There is no such file. GET /control/google/message lists them."))
}

async fn labels(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<Somebody>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    Ok(Json(json!({"labels": desk.google.labels(&asked.person)})))
}

async fn drafts(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<Somebody>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &asked.person)?;
    Ok(Json(json!({"drafts": desk.google.drafts(&asked.person)})))
}

async fn deliver(
    State(desk): State<Arc<Desk>>,
    Given(mail): Given<MailSeed>,
) -> Result<Json<Value>, Failure> {
    desk.google
        .deliver(&mail)
        .map_err(|fault| Failure::wrong(format!("The mail cannot be delivered: {fault}")))?;
    Ok(Json(json!({"ok": true})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Switched {
    /// e.g. `drive`.
    api: String,
    position: Switch,
}

/// Switches an API on or off for the client's project.
async fn switch(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Switched>,
) -> Result<Json<Value>, Failure> {
    if !["gmail", "calendar", "drive", "docs", "sheets"].contains(&given.api.as_str()) {
        return Err(Failure::missing("The APIs are gmail, calendar, drive, docs and sheets."));
    }
    desk.google.switch(&given.api, given.position);
    Ok(Json(json!({"ok": true})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    person: String,
    id: String,
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    remove: Vec<String>,
}

async fn mark(State(desk): State<Arc<Desk>>, Given(given): Given<Mark>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    if desk.google.mark(&given.person, &given.id, &given.add, &given.remove) {
        Ok(Json(json!({"ok": true})))
    } else {
        Err(no_message(&given.id))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SendAs {
    person: String,
    /// The person's own address sets up their signature.
    alias: Alias,
}

async fn send_as(State(desk): State<Arc<Desk>>, Given(given): Given<SendAs>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    Ok(Json(json!({"ok": desk.google.send_as(&given.person, given.alias)})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    person: String,
    scopes: Vec<String>,
}

async fn token(State(desk): State<Arc<Desk>>, Given(given): Given<Token>) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    let scopes: Vec<&str> = given.scopes.iter().map(String::as_str).collect();
    Ok(Json(json!({"access_token": desk.google.token_for(&given.person, &scopes)})))
}

async fn expire(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Somebody>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    desk.google.expire_tokens(&given.person);
    Ok(Json(json!({"ok": true})))
}

async fn revoke(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Somebody>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    desk.google.revoke(&given.person);
    Ok(Json(json!({"ok": true})))
}

fn no_message(id: &str) -> Failure {
    Failure::missing(format!("There is no message `{id}`. GET /control/google/mailbox lists them."))
}
