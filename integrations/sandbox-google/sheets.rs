//! Sheets: grids of cells with formulas.
//!
//! Knows its own content; routes, tokens and parameter types have been checked before anything here runs, and who may
//! open a spreadsheet is asked of Drive.

mod a1;
mod access;
mod area;
mod array_cells;
mod arrays;
mod batch;
mod calculation;
mod copying;
mod customs;
mod dates;
mod draft;
mod entered;
mod fetches;
mod files;
mod formatted;
mod formula;
mod given;
mod grid;
mod letters;
mod objection;
mod scalar;
mod spreadsheets;
mod typing;
mod values;
pub(crate) mod view;
mod xlsx;

use serde_json::Value;

pub(crate) use fetches::Fetch;
pub(crate) use files::{copy, export, import, import_sheets};
pub(crate) use grid::Spreadsheet;
pub use typing::NoEdit;
pub(crate) use typing::type_values;

use draft::{Draft, Editor};
use spreadsheets::{Extent, Shown};

use super::account::Account;
use super::drive::{Role, SPREADSHEET, Visitor};
use super::refusal::Refusal;
use super::{Google, State};
use crate::call::{Answer, Call};
use crate::sheets::access::{keep, open};

/// Performs a checked call.
pub(crate) fn perform(google: &Google, call: &Call) -> Result<Answer, Refusal> {
    let account = google.account(&call.person).ok_or_else(Refusal::bad_credentials)?;
    let name = call.method.strip_prefix("sheets.spreadsheets.").unwrap_or(&call.method);
    let reading: Option<Reading> = match name {
        "get" => Some(spreadsheets::get),
        "getByDataFilter" => Some(spreadsheets::get_filtered),
        "values.get" => Some(|shown, call| values::get(shown.book, call)),
        "values.batchGet" => Some(|shown, call| values::batch_get(shown.book, call)),
        "values.batchGetByDataFilter" => Some(|shown, call| values::get_filtered(shown.book, call)),
        _ => None,
    };
    if let Some(reading) = reading {
        return google.look_at(|state| read(state, account, call, reading)).map(Answer::Json);
    }
    let answer = google.with(|state| match name {
        "create" => create(state, account, call),
        "batchUpdate" => write(state, account, call, batch::update),
        "sheets.copyTo" => copying::copy_to(state, account, call),
        "values.update" => write(state, account, call, values::update),
        "values.batchUpdate" => write(state, account, call, values::batch_update),
        "values.batchUpdateByDataFilter" => write(state, account, call, values::update_filtered),
        "values.append" => write(state, account, call, values::append),
        "values.clear" => write(state, account, call, values::clear),
        "values.batchClear" => write(state, account, call, values::batch_clear),
        "values.batchClearByDataFilter" => write(state, account, call, values::clear_filtered),
        _ => Err(Refusal::not_implemented(&call.method)),
    })?;
    google.changes.ring();
    Ok(Answer::Json(answer))
}

type Reading = fn(Shown<'_>, &Call) -> Result<Value, Refusal>;
type Writing = fn(&mut Draft, &Call) -> Result<Value, Refusal>;

fn read(state: &State, account: &Account, call: &Call, reading: Reading) -> Result<Value, Refusal> {
    let id = call.path("spreadsheetId");
    let (file, book) = open(state, &Visitor::new(account, call), id, Role::Reader)?;
    let reader = Editor::new(account, file);
    reading(Shown { id, title: &file.name, book, reader: &reader }, call)
}

/// Works on a copy: what is refused half-way has not happened.
fn write(state: &mut State, account: &Account, call: &Call, writing: Writing) -> Result<Value, Refusal> {
    let id = call.path("spreadsheetId");
    let (file, book) = open(state, &Visitor::new(account, call), id, Role::Writer)?;
    let mut draft = Draft::new(book, account, file);
    let answer = writing(&mut draft, call)?;
    keep(state, account, id, draft);
    Ok(answer)
}

fn create(state: &mut State, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let mut book = spreadsheets::create(&call.body)?;
    book.recalculate();
    let title = call.text("/properties/title").unwrap_or("Untitled spreadsheet");
    let id = state.drive.create(&Visitor::new(account, call), title, SPREADSHEET);
    state.sheets.insert(id.clone(), book);
    let (file, book) = open(state, &Visitor::new(account, call), &id, Role::Reader)?;
    let reader = Editor::new(account, file);
    let shown = Shown { id: &id, title: &file.name, book, reader: &reader };
    Ok(spreadsheets::spreadsheet(shown, &[], Extent::Outline)?)
}
