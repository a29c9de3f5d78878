//! Sorting rows, and the basic filter, which is kept and hides nothing here.

use std::cmp::Ordering;

use serde_json::Value;

use super::appearance::block;
use crate::sheets::calculation::{Calculation, compare};
use crate::sheets::draft::Draft;
use crate::sheets::formula;
use crate::sheets::given::{self, grid_range, index, list, part, text};
use crate::sheets::grid::{Cell, Entered, Recorded};
use crate::sheets::objection::Objection;
use crate::sheets::scalar::Scalar;

pub(super) fn sort(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let mut keys = Vec::new();
    for spec in list(given, "sortSpecs") {
        let column = index(spec, "dimensionIndex")?.unwrap_or_default();
        if !(block.left..block.right).contains(&column) {
            return Err(Objection::new(format!(
                "SortSpec.dimensionIndex[{column}] is outside of the sorted range."
            )));
        }
        keys.push((column, text(spec, "sortOrder") == "DESCENDING"));
    }
    if keys.is_empty() {
        return Err(Objection::new("At least one SortSpec must be specified."));
    }
    let sheet = draft.book.grid(id)?;
    let calculation = Calculation::new(&draft.book);
    let mut rows: Vec<(u32, Vec<Scalar>)> = (block.top..block.bottom)
        .map(|row| {
            (row, keys.iter().map(|(column, _)| calculation.value(sheet.place((row, *column)))).collect())
        })
        .collect();
    drop(calculation);
    rows.sort_by(|(_, one), (_, other)| {
        let pairs = one.iter().zip(other).zip(&keys);
        pairs
            .map(|((one, other), (_, down))| order(one, other, *down))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    });
    let sheet = draft.book.grid_mut(id)?;
    let mut cells: Vec<((u32, u32), Cell)> = Vec::new();
    for (to, (from, _)) in (block.top..).zip(&rows) {
        for column in block.left..block.right {
            let mut cell = sheet.cells.take((*from, column));
            if let Some(Entered::Formula(formula)) = &mut cell.value {
                *formula = formula::offset(formula, i64::from(to) - i64::from(*from), 0);
            }
            cells.push(((to, column), cell));
        }
    }
    for (place, cell) in cells {
        sheet.cells.put(place, cell);
    }
    Ok(Value::Null)
}

/// What is empty comes last, whichever way the rest goes.
fn order(one: &Scalar, other: &Scalar, down: bool) -> Ordering {
    match (one, other) {
        (Scalar::Empty, Scalar::Empty) => Ordering::Equal,
        (Scalar::Empty, _) => Ordering::Greater,
        (_, Scalar::Empty) => Ordering::Less,
        _ if down => compare(other, one),
        _ => compare(one, other),
    }
}

pub(super) fn set_filter(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let filter = part(given, "filter");
    let (id, area) = grid_range(part(filter, "range"))?;
    let sheet = draft.book.grid_mut(id)?;
    super::cells::inside(sheet, area)?;
    let mut fields = filter.as_object().cloned().unwrap_or_default();
    fields.remove("range");
    sheet.filter = Some(Recorded { areas: vec![area], fields });
    Ok(Value::Null)
}

pub(super) fn clear_filter(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    draft.book.grid_mut(given::sheet(given))?.filter = None;
    Ok(Value::Null)
}
