//! `sheets.write`

use serde_json::Value;

use super::prelude::*;
use crate::scopes::WRITE_SHEETS;
use crate::sheets::carrying::Formulas;
use crate::sheets::given::cells;
use crate::sheets::{Input, Part, SheetName, Writing};

/// Writes values into cells of a Google Sheet, over what is there.
///
/// In `values`, `null` leaves a cell as it is and an empty text clears it. Read with `formulas` first if the cells may
/// hold formulas: what is written over one is no formula any more. To add rows at the end, use sheets.append.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    /// The spreadsheet: its link, its id, or its exact title.
    spreadsheet: String,
    /// The title or the id of the sheet, where the range names none. Left out, the first one.
    #[serde(default)]
    sheet: Option<SheetName>,
    /// The cells, e.g. `B2:D9`, or the first of them, e.g. `'Q1 costs'!B2`.
    range: String,
    /// Row by row, e.g. `[["Ink", 4.5], ["Paper", null]]`.
    #[schemars(schema_with = "cells")]
    values: Vec<Vec<Value>>,
    /// More ranges to write, all at once.
    #[serde(default)]
    also: Vec<More>,
    /// Takes the values as if they were typed in: `=SUM(A1:A9)` is a formula, `2026-11-15` a date, `12%` a number.
    /// Otherwise text stays text, whatever it begins with.
    #[serde(default)]
    formulas: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct More {
    range: String,
    #[schemars(schema_with = "cells")]
    values: Vec<Vec<Value>>,
}

impl ChangeTool for Write {
    type Plan = Writing;

    const SPEC: Spec = Spec::edit("sheets.write")
        .deed(Deed::Write)
        .confirmed()
        .aka(&["google_sheets:write"])
        .needs(&[WRITE_SHEETS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Writing, Failure> {
        let opened = google.spreadsheet_to_write(&self.spreadsheet, call).await?;
        let beside = opened.beside(self.sheet.as_ref());
        let first = More { range: self.range, values: self.values };
        let mut parts = Vec::new();
        for more in std::iter::once(first).chain(self.also) {
            let meant = opened.book.meant(&more.range, beside)?;
            parts.push(Part::placed(&opened.book, meant, more.values)?);
        }
        let input = if self.formulas { Input::AsTyped } else { Input::AsGiven };
        let (sheets, book) = (google.sheets(call), opened.subject(&call.account.0));
        let formulas = Formulas::of(&sheets, &opened.handle, &opened.book).await;
        Writing::planned(&sheets, (book, &formulas), input, parts).await
    }

    fn answer(plan: &Writing, _made: &<Writing as Reversible>::Made, _call: &Call) -> Result<Done, Failure> {
        trusted(&Fields([
            ("written", json!(true)),
            ("cells", json!(plan.parts.iter().map(|part| part.targets().count()).sum::<usize>())),
            // Without the titles of the sheets, which may be other people's words.
            ("ranges", json!(plan.parts.iter().map(|part| part.place.block.shown()).collect::<Vec<_>>())),
            ("id", json!(plan.book.handle.id())),
            ("link", json!(plan.book.link)),
        ]))
    }
}
