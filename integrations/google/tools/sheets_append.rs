//! `sheets.append`

use serde_json::Value;

use super::prelude::*;
use crate::scopes::WRITE_SHEETS;
use crate::sheets::append_rows::counted;
use crate::sheets::carrying::{Formulas, below};
use crate::sheets::given::{cells, checked};
use crate::sheets::{Added, Appending, Input, SheetName};

/// Adds rows to a Google Sheet, after the last row that holds anything, or below a table in it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Append {
    /// The spreadsheet: its link, its id, or its exact title.
    spreadsheet: String,
    /// The title or the id of the sheet. Left out, the first one.
    #[serde(default)]
    sheet: Option<SheetName>,
    /// The rows, from the first column on, e.g. `[["2026-11-15", "Ink", 4.5]]`. `null` is an empty cell.
    #[schemars(schema_with = "cells")]
    rows: Vec<Vec<Value>>,
    /// A table within the sheet that the rows belong to, e.g. `B4:E20` or `'Q1 costs'!A1:D1`. What is below the table
    /// moves down. Left out, the rows go below everything in the sheet.
    #[serde(default)]
    table: Option<String>,
    /// Takes the values as if they were typed in: `=B2*2` is a formula, `2026-11-15` a date, `12%` a number. Otherwise
    /// text stays text, whatever it begins with.
    #[serde(default)]
    formulas: bool,
}

impl ActionTool for Append {
    type Plan = Appending;

    const SPEC: Spec =
        Spec::edit("sheets.append").deed(Deed::Write).aka(&["google_sheets:append"]).needs(&[WRITE_SHEETS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Appending, Failure> {
        checked(&self.rows)?;
        let is_empty = |value: &Value| value.is_null() || value.as_str() == Some("");
        if self.rows.iter().any(|row| row.iter().all(is_empty)) {
            return Err(Failure::invalid("A row without any value cannot be added. Leave it out."));
        }
        let opened = google.spreadsheet_to_write(&self.spreadsheet, call).await?;
        let beside = opened.beside(self.sheet.as_ref());
        let table = match &self.table {
            Some(range) => Some(opened.book.meant(range, beside)?.place),
            None => None,
        };
        let of_table = table.as_ref().map(|table| SheetName::Id(table.sheet));
        let sheet = opened.book.sheet(of_table.as_ref().or(beside))?.properties.whole()?;
        let book = opened.subject(&call.account.0);
        let input = if self.formulas { Input::AsTyped } else { Input::AsGiven };
        let sheets = google.sheets(call);
        let formulas = Formulas::of(&sheets, &opened.handle, &opened.book).await;
        let carriers = if formulas.are_harmless() {
            Vec::new()
        } else {
            let from = match &table {
                Some(table) => table.block.top,
                None => sheets.used_rows(&book.handle, &sheet).await?,
            };
            formulas.carriers(&[below(&sheet, from)])
        };
        Ok(Appending { book, sheet, table, input, rows: self.rows, carriers })
    }

    async fn run(google: &Google, plan: Appending, call: &Call) -> Result<Done, Failure> {
        let added = plan.run(&google.sheets(call), call).await?;
        done(google, &plan, added, call).await
    }

    async fn probe(google: &Google, plan: &Appending, call: &Call) -> Probe {
        let done = async |added| done(google, plan, Some(added), call).await;
        plan.probe(&google.sheets(call), call, done).await
    }
}

async fn done(google: &Google, plan: &Appending, added: Option<Added>, call: &Call) -> Result<Done, Failure> {
    let answer = Fields([
        ("appended", json!(true)),
        ("rows", json!(plan.rows.len())),
        // None where it could not be told.
        ("range", json!(added.as_ref().map(|added| added.place.block.shown()))),
        ("sheet_id", json!(plan.sheet.sheet)),
        ("id", json!(plan.book.handle.id())),
        ("link", json!(plan.book.link)),
    ]);
    let done = trusted(&answer)?;
    let Some(added) = added else { return Ok(done) };
    let words = format!("Added {} to “{}”.", counted(plan.rows.len()), plan.book.title());
    Ok(match plan.back(&google.sheets(call), &added).await {
        Some(back) => done.with_undo(back.undo(words, google.now().plus(Undo::LASTS))?),
        None => done,
    })
}
