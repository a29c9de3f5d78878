//! Writing cells: `updateCells`, `appendCells`, `repeatCell`. The mask says which of a cell's fields are written.

use serde_json::Value;

use crate::fields::Mask;
use crate::sheets::area::{Area, Axis, Block, Change, Span};
use crate::sheets::draft::Draft;
use crate::sheets::formula;
use crate::sheets::given::{self, grid_range, index, list, mask, part};
use crate::sheets::grid::{Cell, Entered, Sheet};
use crate::sheets::objection::Objection;

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

/// Below the last row that has anything in it, of the sheet or of a table, which grows by the rows.
pub(super) fn append(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask_of(given)?;
    let rows = read(list(given, "rows"))?;
    let (height, width) = (count(rows.len()), count(rows.iter().map(Vec::len).max().unwrap_or_default()));
    let (id, top, left) = match given::text(given, "tableId") {
        "" => (given::sheet(given), below(draft.book.grid(given::sheet(given))?, Area::ALL), 0),
        table => grown(draft, table, height)?,
    };
    let block = Block { top, left, bottom: top + height, right: left + width };
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    sheet.grow(block.bottom, block.right)?;
    for (row, cells) in (top..).zip(&rows) {
        for (column, cell) in (left..).zip(cells) {
            overwrite(sheet, (row, column), cell, &mask)?;
        }
    }
    Ok(Value::Null)
}

/// The first row below everything that stands in an area.
fn below(sheet: &Sheet, area: Area) -> u32 {
    let filled = sheet.cells.within(sheet.block(area)).filter(|(_, cell)| cell.value.is_some());
    filled.map(|((row, _), _)| row + 1).max().unwrap_or_default()
}

/// Makes room for so many rows at the end of a table; where it is, and where they begin.
fn grown(draft: &mut Draft, table: &str, height: u32) -> Result<(i32, u32, u32), Objection> {
    let (id, at) = draft.book.table(table)?;
    let sheet = draft.book.grid(id)?;
    let area = sheet.tables.get(at).and_then(|table| table.areas.first()).copied().unwrap_or(Area::ALL);
    let block = sheet.block(area);
    let top = below(sheet, area).max(block.top + 1);
    let missing = (top + height).saturating_sub(block.bottom);
    if missing > 0 {
        if block.bottom < sheet.rows {
            let change = Change::Insert { axis: Axis::Rows, at: block.bottom, count: missing };
            draft.book.change(id, change)?;
        }
        let longer = Block { bottom: block.bottom + missing, ..block };
        if let Some(table) = draft.book.grid_mut(id)?.tables.get_mut(at) {
            table.areas = vec![longer.into()];
        }
    }
    Ok((id, top, block.left))
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
