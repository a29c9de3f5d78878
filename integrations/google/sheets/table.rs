//! A part of a sheet as a Markdown table, with the letters of its columns and the numbers of its rows.

use serde_json::Value;

use super::a1::{Block, Written, letters};
use super::book::Place;
use super::given::count;
use crate::gmail::hygiene::visible;

/// A longer text is cut within the table.
const LONGEST_CELL: usize = 500;
/// A table that is longer goes on in the next one.
const LONGEST: usize = 30_000;

pub(crate) struct Table {
    pub(crate) words: String,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// The widest row that was read.
    pub(crate) total_columns: u32,
    /// Invisible characters that were taken out.
    pub(crate) hidden: usize,
    /// Texts that are longer than what is shown of them.
    pub(crate) cut: usize,
}

impl Table {
    /// As many rows of `values` as `most` cells have room for, but one at least.
    pub(crate) fn of(values: &[Vec<Value>], block: Block, most: u32) -> Self {
        let width = values.iter().map(Vec::len).max().unwrap_or_default();
        let columns = count(width).min(most);
        let rows = (most / columns.max(1)).max(1) as usize;
        let mut table = Self {
            words: head(block.left, columns),
            rows: 0,
            columns,
            total_columns: count(width),
            hidden: 0,
            cut: 0,
        };
        for (number, row) in (block.top..).zip(values.iter().take(rows)) {
            let line = table.line(number, row);
            if table.rows > 0 && table.words.len() + line.len() > LONGEST {
                break;
            }
            table.words.push_str(&line);
            table.rows += 1;
        }
        if table.rows == 0 {
            table.words.clear();
        }
        table
    }

    fn line(&mut self, number: u32, row: &[Value]) -> String {
        let columns = self.columns as usize;
        let cell = |column: usize| row.get(column).map(|value| self.cell(value)).unwrap_or_default();
        let cells: Vec<String> = (0..columns).map(cell).collect();
        format!("| {} | {} |\n", number + 1, cells.join(" | "))
    }

    /// On one line, and without anything that ends a cell of the table.
    fn cell(&mut self, value: &Value) -> String {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            Value::Bool(truth) => truth.to_string().to_uppercase(),
            other => other.to_string(),
        };
        let cleaned = visible(&text);
        self.hidden += cleaned.removed;
        let mut words: String = cleaned.words.chars().take(LONGEST_CELL).collect();
        let left = cleaned.words.chars().count().saturating_sub(LONGEST_CELL);
        if left > 0 {
            self.cut += 1;
            words = format!("{words}… ({left} more characters)");
        }
        words.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\t'], " ")
    }
}

/// What was not shown, as ranges to ask for next: what is beside the shown rows, and the rows below them.
pub(crate) fn rest(place: &Place, table: &Table, total_rows: u32) -> Vec<Written> {
    let block = place.block;
    let shown = block.top + table.rows;
    let beside = Block { left: block.left + table.columns, bottom: shown, ..block };
    let below = Block { top: shown, bottom: block.top + total_rows, ..block };
    let has_beside = table.columns < table.total_columns;
    let next = [(has_beside, beside), (table.rows < total_rows, below)];
    let next = next.into_iter().filter(|(is_left, _)| *is_left);
    next.map(|(_, block)| Written::block(&place.title, block)).collect()
}

fn head(left: u32, columns: u32) -> String {
    let names: Vec<String> = (left..left + columns).map(letters).collect();
    format!("|  | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(columns as usize))
}

#[cfg(test)]
mod tests;
