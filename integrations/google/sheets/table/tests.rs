//! Cells as tables.

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
