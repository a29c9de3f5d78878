//! `spreadsheets.create`.

use serde_json::Value;

use crate::sheets::batch::{add_sheet, cells};
use crate::sheets::given::{grid_range, list, object, part, text};
use crate::sheets::grid::{Named, Sheet, Spreadsheet};
use crate::sheets::objection::Objection;

/// A spreadsheet as its maker wants it: properties, sheets with their cells, named ranges.
pub(crate) fn create(given: &Value) -> Result<Spreadsheet, Objection> {
    let mut book = Spreadsheet::new();
    let mut properties = object(given, "properties");
    properties.remove("title");
    book.properties.extend(properties);
    for sheet in list(given, "sheets") {
        let id = add_sheet(&mut book, part(sheet, "properties"))?;
        for data in list(sheet, "data") {
            let from = (start(data, "startRow"), start(data, "startColumn"));
            fill(&mut book, id, from, data)?;
        }
        let merges = list(sheet, "merges").iter().map(|merge| grid_range(merge).map(|(_, area)| area));
        let merges = merges.collect::<Result<Vec<_>, _>>()?;
        book.grid_mut(id)?.merges = merges;
    }
    if book.sheets.is_empty() {
        book.sheets.push(Sheet::new(0, "Sheet1"));
    }
    for named in list(given, "namedRanges") {
        let (sheet, area) = grid_range(part(named, "range"))?;
        let id = uuid::Uuid::new_v4().simple().to_string();
        book.grid(sheet)?;
        book.named.push(Named { id, name: text(named, "name").to_owned(), sheet, area });
    }
    Ok(book)
}

fn start(data: &Value, name: &str) -> u32 {
    part(data, name).as_u64().and_then(|start| u32::try_from(start).ok()).unwrap_or_default()
}

fn fill(book: &mut Spreadsheet, id: i32, (top, left): (u32, u32), data: &Value) -> Result<(), Objection> {
    let sheet = book.grid_mut(id)?;
    for (row, cells) in (top..).zip(cells(list(data, "rowData"))?) {
        for (column, cell) in (left..).zip(cells) {
            sheet.grow(row + 1, column + 1)?;
            sheet.cells.put((row, column), cell);
        }
    }
    Ok(())
}
