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
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::a1::{Cells, Notation};
    use super::*;

    fn place(top: u32, left: u32) -> Place {
        Place { sheet: 0, title: "Costs".to_owned(), block: Block { top, left, bottom: 1_000, right: 26 } }
    }

    #[test]
    fn rows_are_padded_numbered_and_kept_in_their_cells() {
        let values = vec![
            vec![json!("Item"), json!("Cost")],
            vec![json!("Ink | toner\nblack")],
            vec![json!("a\u{200b}b"), json!(4.5), json!(true)],
        ];
        let table = Table::of(&values, place(2, 1).block, 2_000);
        assert_eq!(
            table.words,
            "|  | B | C | D |\n|---|---|---|---|\n| 3 | Item | Cost |  |\n| 4 | Ink \\| toner black |  |  |\n\
             | 5 | ab | 4.5 | TRUE |\n"
        );
        assert_eq!((table.rows, table.columns, table.hidden, table.cut), (3, 3, 1, 0));
        assert!(rest(&place(2, 1), &table, 3).is_empty());
    }

    #[test]
    fn what_has_no_room_is_named_as_the_next_range() {
        let next = |table: &Table, total: u32| -> Vec<String> {
            rest(&place(0, 0), table, total).iter().map(|range| range.as_str().to_owned()).collect()
        };
        let values = vec![vec![json!(1), json!(2)]; 10];
        let table = Table::of(&values, place(0, 0).block, 8);
        assert_eq!(next(&table, 10), ["'Costs'!A5:Z10"]);
        let wide = Table::of(&[vec![json!(1); 10]], place(0, 0).block, 4);
        assert_eq!((wide.rows, wide.columns), (1, 4));
        assert_eq!(next(&wide, 1), ["'Costs'!E1:Z1"]);
        let long = Table::of(&vec![vec![json!("x".repeat(600))]; 100], place(0, 0).block, 2_000);
        assert!(long.rows < 100 && long.cut > 0 && long.words.len() < LONGEST + 1_000);
        assert_eq!(next(&long, 100).len(), 1);
    }

    /// As Google gives out the values of a block: without the empty ones at the ends.
    fn within(sheet: &[Vec<u32>], block: Block) -> Vec<Vec<Value>> {
        let (rows, columns) =
            (block.top as usize..block.bottom as usize, block.left as usize..block.right as usize);
        let cells = |row: &Vec<u32>| {
            let row = row.get(columns.start.min(row.len())..columns.end.min(row.len())).unwrap_or_default();
            row.iter().map(|value| json!(value)).collect::<Vec<_>>()
        };
        let mut found: Vec<Vec<Value>> = sheet
            .get(rows.start.min(sheet.len())..rows.end.min(sheet.len()))
            .unwrap()
            .iter()
            .map(cells)
            .collect();
        while found.last().is_some_and(Vec::is_empty) {
            found.pop();
        }
        found
    }

    proptest! {
        #[test]
        fn going_on_with_every_next_range_reaches_every_cell_once(
            sheet in prop::collection::vec(prop::collection::vec(1_u32..10_000, 0..9), 0..9), most in 1_u32..12
        ) {
            let mut left = vec![Block { top: 0, left: 0, bottom: 20, right: 12 }];
            let mut shown = std::collections::BTreeMap::<(u32, u32), u32>::new();
            while let Some(block) = left.pop() {
                let place = Place { sheet: 0, title: "Costs".to_owned(), block };
                let values = within(&sheet, block);
                let table = Table::of(&values, block, most);
                for row in block.top..block.top + table.rows {
                    for column in block.left..block.left + table.columns {
                        *shown.entry((row, column)).or_default() += 1;
                    }
                }
                for range in rest(&place, &table, count(values.len())) {
                    let Cells::Area(area) = Notation::parse(range.as_str()).unwrap().cells else { unreachable!() };
                    let (bottom, right) = (area.rows.end.unwrap(), area.columns.end.unwrap());
                    left.push(Block { top: area.rows.start, left: area.columns.start, bottom, right });
                }
            }
            prop_assert!(shown.values().all(|times| *times == 1));
            for (row, cells) in (0..).zip(&sheet) {
                for (column, _) in (0..).zip(cells) {
                    prop_assert!(shown.contains_key(&(row, column)), "{:?}", (row, column));
                }
            }
        }
    }

    #[test]
    fn an_empty_sheet_is_no_table() {
        let table = Table::of(&[], place(0, 0).block, 2_000);
        assert_eq!((table.words.as_str(), table.rows, table.columns), ("", 0, 0));
    }
}
