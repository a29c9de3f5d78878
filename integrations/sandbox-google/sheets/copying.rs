//! `spreadsheets.sheets.copyTo`: a sheet into another spreadsheet, or beside itself.

use serde_json::Value;

use super::batch::{copied, fresh};
use super::draft::Draft;
use super::objection::Objection;
use super::spreadsheets::sheet_properties;
use crate::State;
use crate::account::Account;
use crate::call::Call;
use crate::drive::{Role, Visitor};
use crate::refusal::Refusal;
use crate::sheets::access::{keep, open};

pub(super) fn copy_to(state: &mut State, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let visitor = Visitor::new(account, call);
    let (_, source) = open(state, &visitor, call.path("spreadsheetId"), Role::Reader)?;
    let id = call.path("sheetId").parse::<i32>().unwrap_or(-1);
    let mut sheet = source.sheet(id).cloned().ok_or_else(|| Objection::no_sheet(id))?;
    let target = call
        .text("/destinationSpreadsheetId")
        .ok_or_else(|| Refusal::argument("destinationSpreadsheetId must be specified."))?;
    let (file, book) = open(state, &visitor, target, Role::Writer)?;
    let mut draft = Draft::new(book, account, file);
    sheet.id = fresh(&draft.book);
    sheet.title = copied(&draft.book, &sheet.title);
    // Who may edit a range is a matter of its own spreadsheet.
    sheet.protections.clear();
    let properties = {
        draft.book.sheets.push(sheet.clone());
        sheet_properties(&draft.book, &sheet)
    };
    let target = target.to_owned();
    keep(state, account, &target, draft);
    Ok(properties)
}
