//! `insertTable`, and the requests that add and take rows and columns.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Batch;
use crate::docs::content::Content;
use crate::docs::outline::{Row, Table};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::style::Style;
use crate::docs::unit::{Paragraph, Sign, Unit};
use crate::refusal::Refusal;

/// An empty table, after a newline.
pub(super) fn insert(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let spot = place::spot(&batch.document, request)?;
    let (rows, columns) = (count(request, "rows")?, count(request, "columns")?);
    let content = &mut batch.document.tab_mut(&spot.tab)?.content;
    let newline = Sign::Newline(Arc::new(content.paragraph_at(spot.index).twin()));
    let mut units = vec![plain(newline)];
    units.extend(empty_table(rows, columns));
    batch.pen.write(content, spot.index, units);
    Ok(json!({}))
}

pub(super) fn insert_row(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let cell = cell(batch, request)?;
    let below = request.get("insertBelow").and_then(Value::as_bool).unwrap_or_default();
    let row = cell.row()?;
    let index = if below { row.range.end } else { row.range.start };
    let content = &mut batch.document.tab_mut(&cell.tab)?.content;
    batch.pen.write(content, index, empty_row(cell.table.columns()));
    Ok(json!({}))
}

pub(super) fn insert_column(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let cell = cell(batch, request)?;
    cell.row()?;
    let right = request.get("insertRight").and_then(Value::as_bool).unwrap_or_default();
    let content = &mut batch.document.tab_mut(&cell.tab)?.content;
    // From the end, so that what is still to do keeps its indices.
    for row in cell.table.rows.iter().rev() {
        let Some(beside) = row.cells.get(cell.column) else { continue };
        let index = if right { beside.range.end } else { beside.range.start };
        batch.pen.write(content, index, empty_cell());
    }
    Ok(json!({}))
}

pub(super) fn delete_row(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let cell = cell(batch, request)?;
    let row = cell.row()?.range.clone();
    let range = if cell.table.rows.len() == 1 { cell.table.range.clone() } else { row };
    let content = &mut batch.document.tab_mut(&cell.tab)?.content;
    batch.pen.erase(content, &[range]);
    Ok(json!({}))
}

pub(super) fn delete_column(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let cell = cell(batch, request)?;
    cell.row()?;
    let column = |row: &Row| row.cells.get(cell.column).map(|cell| cell.range.clone());
    let ranges: Vec<Range<usize>> = match cell.table.columns() {
        1 => vec![cell.table.range.clone()],
        _ => cell.table.rows.iter().filter_map(column).collect(),
    };
    let content = &mut batch.document.tab_mut(&cell.tab)?.content;
    batch.pen.erase(content, &ranges);
    Ok(json!({}))
}

/// The units of an empty table.
pub(in crate::docs) fn empty_table(rows: usize, columns: usize) -> Vec<Unit> {
    let mut units = vec![plain(Sign::TableStart)];
    units.extend((0..rows).flat_map(|_| empty_row(columns)));
    units.push(plain(Sign::TableEnd));
    units
}

/// The cell a request names.
struct Named {
    tab: String,
    table: Table,
    row: usize,
    column: usize,
}

impl Named {
    /// Its row, if the table has it and its column.
    fn row(&self) -> Result<&Row, Problem> {
        let row = self.table.rows.get(self.row);
        row.filter(|row| self.column < row.cells.len()).ok_or_else(|| {
            Problem::invalid(format!(
                "The table cell location (row {}, column {}) is outside of the table.",
                self.row, self.column
            ))
        })
    }
}

fn cell(batch: &Batch<'_>, request: &Value) -> Result<Named, Problem> {
    let place = request.get("tableCellLocation").unwrap_or(&Value::Null);
    let start = place.get("tableStartLocation").unwrap_or(&Value::Null);
    let tab = place::tab_of(&batch.document, start)?;
    let number = |from: &Value, field: &str| from.get(field).and_then(Value::as_u64).unwrap_or_default();
    let index = usize::try_from(number(start, "index")).unwrap_or(usize::MAX);
    let outline = batch.document.tab(&tab)?.content.outline();
    let table = outline.table(index).cloned().ok_or_else(|| {
        Problem::invalid("Invalid table start location. Must specify the start index of the table.")
    })?;
    if has_open_shape(&batch.document.tab(&tab)?.content, &table) {
        let what = "Changing the shape of a table while suggestions about its shape are open";
        return Err(Problem::Refused(Refusal::not_implemented(what)));
    }
    let at = |field: &str| usize::try_from(number(place, field)).unwrap_or(usize::MAX);
    Ok(Named { tab, table, row: at("rowIndex"), column: at("columnIndex") })
}

/// Whether rows or cells of a table are only proposed: where two such proposals cross, each cell would belong to both.
fn has_open_shape(content: &Content, table: &Table) -> bool {
    let is_shape = |unit: &&Unit| matches!(unit.sign, Sign::TableStart | Sign::RowStart | Sign::CellStart);
    let is_open = |unit: &Unit| !unit.look.inserted.is_empty() || !unit.look.deleted.is_empty();
    table.range.clone().filter_map(|index| content.unit(index)).filter(is_shape).any(is_open)
}

fn count(request: &Value, field: &str) -> Result<usize, Problem> {
    let count = request.get(field).and_then(Value::as_i64).unwrap_or_default();
    let count = usize::try_from(count).ok().filter(|count| (1..=1000).contains(count));
    count.ok_or_else(|| Problem::invalid(format!("The number of {field} must be greater than 0.")))
}

fn empty_row(columns: usize) -> Vec<Unit> {
    let mut units = vec![plain(Sign::RowStart)];
    units.extend((0..columns).flat_map(|_| empty_cell()));
    units
}

fn empty_cell() -> Vec<Unit> {
    let newline = Sign::Newline(Arc::new(Paragraph::named("NORMAL_TEXT")));
    vec![plain(Sign::CellStart), plain(newline)]
}

fn plain(sign: Sign) -> Unit {
    Unit::new(sign, &Style::new())
}
