//! What Drive asks of Sheets: spreadsheets from CSV and back, and copies.

use serde_json::Value;

use super::area::{Area, Block};
use super::calculation::Calculation;
use super::grid::{Sheet, Spreadsheet};
use super::values::{Input, put};
use super::xlsx::{self, Page};
use crate::State;
use crate::sheets::grid::used;

/// Makes the spreadsheet of a file that was just created, from CSV, as Drive's import does. Empty text makes one
/// empty sheet.
pub(crate) fn import(state: &mut State, id: &str, title: &str, csv: &str) {
    let rows: Vec<Vec<Value>> =
        read(csv).into_iter().map(|row| row.into_iter().map(Value::String).collect()).collect();
    let (title, sheet) =
        if csv.is_empty() { (title, "Sheet1") } else { (title.strip_suffix(".csv").unwrap_or(title), "") };
    import_sheets(state, id, title, &[(sheet.to_owned(), rows)]);
}

/// Makes the spreadsheet of a file that was just created from several sheets, whose texts count as typed in. A sheet
/// without a title is named after the file.
pub(crate) fn import_sheets(state: &mut State, id: &str, title: &str, sheets: &[(String, Vec<Vec<Value>>)]) {
    let mut book = Spreadsheet::new();
    for (number, (own, rows)) in (0..).zip(sheets) {
        let mut sheet = Sheet::new(number, if own.is_empty() { title } else { own });
        fill(&mut sheet, rows, &book);
        book.sheets.push(sheet);
    }
    if book.sheets.is_empty() {
        book.sheets.push(Sheet::new(0, "Sheet1"));
    }
    book.recalculate();
    state.sheets.insert(id.to_owned(), book);
}

/// The spreadsheet as Drive exports it: `text/csv` (the first sheet only) or Excel's file; nothing for other types.
pub(crate) fn export(state: &State, id: &str, media_type: &str) -> Option<Vec<u8>> {
    let book = state.sheets.get(id)?;
    let calculation = Calculation::new(book);
    match media_type {
        "text/csv" => {
            let rows = shown(book.sheets.first()?, &calculation);
            let line =
                |cells: Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",");
            Some(rows.into_iter().map(line).collect::<Vec<_>>().join("\r\n").into_bytes())
        }
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => {
            let page = |sheet: &Sheet| Page { title: sheet.title.clone(), rows: shown(sheet, &calculation) };
            let pages: Vec<Page> = book.sheets.iter().map(page).collect();
            xlsx::write(&pages).ok()
        }
        _ => None,
    }
}

/// What the cells show, row by row.
fn shown(sheet: &Sheet, calculation: &Calculation<'_>) -> Vec<Vec<String>> {
    let Block { top, left, bottom, right } = used(sheet, sheet.block(Area::ALL));
    let cell = |row: u32, column: u32| calculation.shown(sheet.place((row, column)));
    (top..bottom).map(|row| (left..right).map(|column| cell(row, column)).collect()).collect()
}

/// Gives a copied file the same spreadsheet.
pub(crate) fn copy(state: &mut State, from: &str, to: &str) {
    if let Some(book) = state.sheets.get(from) {
        let mut book = book.clone();
        // What the copy would fetch it fetches anew.
        book.fetches.clear();
        book.recalculate();
        state.sheets.insert(to.to_owned(), book);
    }
}

fn fill(sheet: &mut Sheet, rows: &[Vec<Value>], book: &Spreadsheet) {
    let customs = book.customs();
    for (row, values) in (0..).zip(rows) {
        for (column, value) in (0..).zip(values) {
            // No grid holds more, so there is nowhere to put the rest.
            if sheet.grow(row + 1, column + 1).is_err() {
                return;
            }
            sheet.cells.edit((row, column), |cell| put(cell, value, Input::UserEntered, customs));
        }
    }
}

/// Rows of CSV, with quoted fields that may hold commas, lines and doubled quotation marks.
fn read(csv: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let (mut row, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut signs = csv.strip_prefix('\u{feff}').unwrap_or(csv).chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && signs.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn csv_is_read_as_it_was_written(rows in prop::collection::vec(prop::collection::vec("[a-z\",\n ]{1,6}", 1..4), 1..4)) {
            let line = |row: &Vec<String>| row.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(",");
            let csv = rows.iter().map(line).collect::<Vec<_>>().join("\r\n");
            prop_assert_eq!(read(&csv), rows);
        }
    }
}
