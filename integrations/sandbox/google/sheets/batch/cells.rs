//! Writing cells: `updateCells`, `appendCells`, `repeatCell`. The mask says which of a cell's fields are written.

use serde_json::Value;

use crate::google::fields::Mask;
use crate::google::sheets::area::{Area, Block, Span};
use crate::google::sheets::draft::Draft;
use crate::google::sheets::formula;
use crate::google::sheets::given::{self, grid_range, index, list, mask, part};
use crate::google::sheets::grid::{Cell, Entered, Sheet};
use crate::google::sheets::objection::Objection;

/// The cells of `RowData`s.
pub(crate) fn read(rows: &[Value]) -> Result<Vec<Vec<Cell>>, Objection> {
    rows.iter().map(|row| list(row, "values").iter().map(Cell::read).collect()).collect()
}

pub(super) fn update(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask_of(given)?;
    let rows = read(list(given, "rows"))?;
    let (id, area) = match (given.get("range"), given.get("start")) {
        (Some(range), _) => grid_range(range)?,
        (None, Some(start)) => corner(start, &rows)?,
        (None, None) => return Err(Objection::new("One of 'start' or 'range' must be specified.")),
    };
    let sheet = draft.book.grid(id)?;
    inside(sheet, area)?;
    let block = sheet.block(area);
    for (at, row) in (block.top..).zip(&rows) {
        beyond("row", at, block.bottom)?;
        for (at, _) in (block.left..).zip(row) {
            beyond("column", at, block.right)?;
        }
    }
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    // What the rows do not reach of the range loses the fields of the mask.
    for (row, column) in block.places() {
        let new =
            rows.get((row - block.top) as usize).and_then(|row| row.get((column - block.left) as usize));
        overwrite(sheet, (row, column), new.unwrap_or(&Cell::default()), &mask)?;
    }
    Ok(Value::Null)
}

/// Below the last row that has anything in it.
pub(super) fn append(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask_of(given)?;
    let rows = read(list(given, "rows"))?;
    let id = given::sheet(given);
    let sheet = draft.book.grid(id)?;
    let last = sheet.cells.iter().filter(|(_, cell)| cell.value.is_some()).map(|((row, _), _)| row).max();
    let top = last.map_or(0, |last| last + 1);
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let block = Block { top, left: 0, bottom: top + count(rows.len()), right: count(width) };
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    sheet.grow(block.bottom, block.right);
    for (row, cells) in (top..).zip(&rows) {
        for (column, cell) in (0..).zip(cells) {
            overwrite(sheet, (row, column), cell, &mask)?;
        }
    }
    Ok(Value::Null)
}

/// The same cell everywhere; a formula follows as if it were copied.
pub(super) fn repeat(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask_of(given)?;
    let model = Cell::read(part(given, "cell"))?;
    let (id, area) = grid_range(part(given, "range"))?;
    let sheet = draft.book.grid(id)?;
    inside(sheet, area)?;
    let block = sheet.block(area);
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    for (row, column) in block.places() {
        let mut cell = model.clone();
        if let Some(Entered::Formula(formula)) = &mut cell.value {
            *formula = formula::offset(formula, i64::from(row - block.top), i64::from(column - block.left));
        }
        overwrite(sheet, (row, column), &cell, &mask)?;
    }
    Ok(Value::Null)
}

/// Whether a range lies in its sheet.
pub(super) fn inside(sheet: &Sheet, area: Area) -> Result<(), Objection> {
    let bounds = [
        ("rowIndex", "row", area.rows.end.map_or(area.rows.start, |end| end.max(1) - 1), sheet.rows),
        (
            "columnIndex",
            "column",
            area.columns.end.map_or(area.columns.start, |end| end.max(1) - 1),
            sheet.columns,
        ),
    ];
    for (name, line, last, size) in bounds {
        if last >= size {
            return Err(Objection::new(format!(
                "GridCoordinate.{name}[{last}] is after last {line} in grid[{}]",
                size.saturating_sub(1)
            )));
        }
    }
    Ok(())
}

fn mask_of(given: &Value) -> Result<Mask, Objection> {
    mask(given, "CellData")
}

fn corner(start: &Value, rows: &[Vec<Cell>]) -> Result<(i32, Area), Objection> {
    let (top, left) =
        (index(start, "rowIndex")?.unwrap_or_default(), index(start, "columnIndex")?.unwrap_or_default());
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let area =
        Area { rows: Span::new(top, top + count(rows.len())), columns: Span::new(left, left + count(width)) };
    Ok((given::sheet(start), area))
}

fn beyond(line: &str, at: u32, end: u32) -> Result<(), Objection> {
    if at < end {
        return Ok(());
    }
    let last = end.saturating_sub(1);
    Err(Objection::new(format!(
        "Attempting to write {line}: {at}, beyond the last requested {line} of: {last}"
    )))
}

fn overwrite(sheet: &mut Sheet, place: (u32, u32), new: &Cell, mask: &Mask) -> Result<(), Objection> {
    let mut data = sheet.cells.take(place).data();
    mask.transfer(&new.data(), &mut data);
    sheet.cells.put(place, Cell::read(&Value::Object(data))?);
    Ok(())
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
