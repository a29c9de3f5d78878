//! `sheets.format`

use super::prelude::*;
use crate::scopes::WRITE_SHEETS;
use crate::sheets::{Change, Formatting, SheetName};

/// Changes how a Google Sheet looks and what it is made of: styles, widths, frozen rows, merged cells, borders, the order
/// of rows, sheets, rows and columns. All of the changes happen, or none.
///
/// Inserting, deleting and sorting must each be the only change of a call.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Format {
    /// The spreadsheet: its link, its id, or its exact title.
    spreadsheet: String,
    /// The title or the id of the sheet, where a range names none. Left out, the first one.
    #[serde(default)]
    sheet: Option<SheetName>,
    /// e.g. `[{ "style": { "range": "A1:D1", "bold": true } }, { "freeze": { "rows": 1 } }]`.
    changes: Vec<Change>,
}

impl ChangeTool for Format {
    type Plan = Formatting;

    const SPEC: Spec =
        Spec::edit("sheets.format").deed(Deed::Arrange).aka(&["google_sheets:format"]).needs(&[WRITE_SHEETS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Formatting, Failure> {
        let opened = google.spreadsheet_to_write(&self.spreadsheet, call).await?;
        let beside = opened.beside(self.sheet.as_ref());
        Formatting::planned(&google.sheets(call), &opened, beside, &self.changes, call).await
    }

    fn answer(plan: &Formatting, (): &(), _call: &Call) -> Result<Done, Failure> {
        trusted(&Fields([
            ("changed", json!(true)),
            ("changes", json!(plan.steps.len())),
            ("id", json!(plan.book.handle.id())),
            ("link", json!(plan.book.link)),
        ]))
    }
}
