//! Rows or columns, as a change of a sheet counts them.

use serde_json::{Value, json};

use crate::sheets::a1;
use crate::sheets::book::GridProperties;

pub(super) const ROWS: &Axis = &Axis { name: "ROWS", words: "rows" };
pub(super) const COLUMNS: &Axis = &Axis { name: "COLUMNS", words: "columns" };

pub(super) struct Axis {
    pub(super) name: &'static str,
    pub(super) words: &'static str,
}

impl Axis {
    pub(super) fn is_rows(&self) -> bool {
        self.name == ROWS.name
    }

    pub(super) fn size(&self, grid: GridProperties) -> u32 {
        if self.is_rows() { grid.rows } else { grid.columns }
    }

    pub(super) fn grown(&self, grid: GridProperties, by: i64) -> (u32, u32) {
        let grown = |size: u32| u32::try_from(i64::from(size) + by).unwrap_or_default();
        if self.is_rows() { (grown(grid.rows), grid.columns) } else { (grid.rows, grown(grid.columns)) }
    }

    pub(super) fn range(&self, sheet: i64, (start, end): (u32, u32)) -> Value {
        json!({ "sheetId": sheet, "dimension": self.name, "startIndex": start, "endIndex": end })
    }

    pub(super) fn shown(&self, line: u32) -> String {
        if self.is_rows() { (line + 1).to_string() } else { a1::letters(line) }
    }
}
