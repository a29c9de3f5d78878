//! Spreadsheets, from outside.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_google::inspect::sheets::NoEdit;
use serde::Deserialize;
use serde_json::{Value, json};

use super::known;
use crate::control::{
    Desk, Failure,
    given::{Asked, Given},
};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/sheet", get(sheet))
        .route("/fetches", get(fetches))
        .route("/type", post(type_values))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneSheet {
    /// Of the spreadsheet.
    id: String,
    /// The title of one of its sheets; the first one when left out.
    #[serde(default)]
    sheet: Option<String>,
}

/// The cells of a sheet: what they show, what they come to, and their formulas.
async fn sheet(State(desk): State<Arc<Desk>>, Asked(asked): Asked<OneSheet>) -> Result<Json<Value>, Failure> {
    let found = desk.google.sheet(&asked.id, asked.sheet.as_deref());
    found.map(|sheet| Json(json!(sheet))).ok_or_else(|| no_sheet(&asked.id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneSpreadsheet {
    id: String,
}

/// What formulas would have fetched.
async fn fetches(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<OneSpreadsheet>,
) -> Result<Json<Value>, Failure> {
    let found = desk.google.fetches(&asked.id);
    found.map(|fetches| Json(json!({"fetches": fetches}))).ok_or_else(|| no_sheet(&asked.id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    person: String,
    id: String,
    /// In A1 notation.
    range: String,
    /// Row by row.
    values: Vec<Vec<Value>>,
}

/// Somebody types values into a range.
async fn type_values(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Typed>,
) -> Result<Json<Value>, Failure> {
    known(&desk, &given.person)?;
    match desk.google.type_values(&given.person, &given.id, &given.range, json!(given.values)) {
        Ok(written) => Ok(Json(json!({"written": written}))),
        Err(NoEdit::Missing) => Err(no_sheet(&given.id)),
        Err(NoEdit::Refused(words)) => Err(Failure::wrong(format!("The sheet does not take this: {words}"))),
    }
}

fn no_sheet(id: &str) -> Failure {
    Failure::missing(format!(
        "There is no such sheet in a spreadsheet `{id}`, or this person may not edit it. Give the id that \
         spreadsheets.create or Drive's files.list answered."
    ))
}
