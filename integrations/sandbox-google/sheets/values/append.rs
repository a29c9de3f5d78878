//! `values.append`: finds the last table in a range and writes below it, which is not always where people expect.

use serde_json::{Value, json};

use super::enter::{Input, Rows, write};
use super::{Rendering, same_range, updated};
use crate::call::Call;
use crate::refusal::Refusal;
use crate::sheets::a1;
use crate::sheets::area::{Area, Axis, Block, Change};
use crate::sheets::draft::Draft;
use crate::sheets::grid::Sheet;

pub(crate) fn append(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let input = Input::read(call.query.one("valueInputOption"))?;
    let range = call.path("range");
    same_range(range, &call.body)?;
    let rows = Rows::read(&call.body)?;
    let (sheet, area) = draft.book.range(range)?;
    let searched = sheet.within(area)?;
    let (id, title) = (sheet.id, sheet.title.clone());
    let table = last_table(sheet, searched.into());
    let (top, left) = table.map_or((searched.top, searched.left), |table| (table.bottom, table.left));
    let block = rows.block(top, left);
    if call.query.one("insertDataOption") == Some("INSERT_ROWS") && block.height() > 0 && top < sheet.rows {
        draft.permit(id, block.into())?;
        draft.book.change(id, Change::Insert { axis: Axis::Rows, at: top, count: block.height() })?;
    }
    draft.book.grid_mut(id)?.grow(block.bottom, block.right)?;
    let outcome = write(draft, id, block, &rows, input)?;
    let rendering = Rendering::of_query(call, "responseValueRenderOption", "responseDateTimeRenderOption");
    let shown = call.query.is_true("includeValuesInResponse").then_some(rendering);
    let spreadsheet = call.path("spreadsheetId");
    let mut answer = json!({
        "spreadsheetId": spreadsheet,
        "updates": updated(&draft.book, spreadsheet, &outcome, shown),
    });
    if let (Some(table), Some(answer)) = (table, answer.as_object_mut()) {
        answer.insert("tableRange".to_owned(), a1::shown(&title, table).into());
    }
    Ok(answer)
}

/// Of the tables that reach into an area the one that ends lowest.
pub(crate) fn last_table(sheet: &Sheet, area: Area) -> Option<Block> {
    let touched = tables(sheet).into_iter().filter(|table| area.overlaps((*table).into()));
    touched.max_by_key(|table| (table.bottom, std::cmp::Reverse(table.left)))
}

/// Rectangles of filled cells with nothing but empty cells around them.
fn tables(sheet: &Sheet) -> Vec<Block> {
    let mut tables: Vec<Block> = Vec::new();
    for ((row, column), cell) in sheet.cells.iter() {
        if cell.value.is_none() {
            continue;
        }
        let mut grown = Block { top: row, left: column, bottom: row + 1, right: column + 1 };
        // Whatever the new cell touches becomes one table with it, which may then touch others.
        while let Some(at) = tables.iter().position(|table| is_beside(*table, grown)) {
            let other = tables.swap_remove(at);
            grown = Block {
                top: grown.top.min(other.top),
                left: grown.left.min(other.left),
                bottom: grown.bottom.max(other.bottom),
                right: grown.right.max(other.right),
            };
        }
        tables.push(grown);
    }
    tables
}

fn is_beside(one: Block, other: Block) -> bool {
    one.top <= other.bottom && other.top <= one.bottom && one.left <= other.right && other.left <= one.right
}
