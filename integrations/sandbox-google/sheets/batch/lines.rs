//! Rows and columns: put in, taken out, added at the end, sized.

use serde_json::Value;

use crate::sheets::area::{Area, Axis, Change, Span};
use crate::sheets::draft::Draft;
use crate::sheets::given::{self, Lines, axis, index, is_true, lines, mask, object, part};
use crate::sheets::grid::Sheet;
use crate::sheets::objection::Objection;

pub(super) fn insert(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let lines = lines(part(given, "range"))?;
    let size = size(draft.book.grid(lines.sheet)?, lines.axis);
    let (at, end) = (lines.span.start, lines.span.end.unwrap_or_default());
    if end <= at {
        return Err(Objection::new(format!(
            "range.startIndex[{at}] must be less than range.endIndex[{end}]"
        )));
    }
    if at > size {
        let name = name(lines.axis);
        return Err(Objection::new(format!("range.startIndex[{at}] is after last {name} in grid[{size}]")));
    }
    if at == 0 && is_true(given, "inheritFromBefore") {
        return Err(Objection::new("Cannot inherit from before if the start index is 0."));
    }
    draft.permit(lines.sheet, across(lines.axis, Span::new(at, at + 1)))?;
    draft.book.change(lines.sheet, Change::Insert { axis: lines.axis, at, count: end - at })?;
    Ok(Value::Null)
}

pub(super) fn delete(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let Lines { sheet, axis, span } = lines(part(given, "range"))?;
    let (size, name) = (size(draft.book.grid(sheet)?, axis), name(axis));
    let (at, end) = (span.start, span.end.unwrap_or(size).min(size));
    if at >= size {
        return Err(Objection::new(format!(
            "Cannot delete a {name} that doesn't exist. Tried to delete {name} index {at} but there are only {size} \
             {name}s."
        )));
    }
    if at == 0 && end == size {
        return Err(Objection::new(format!("You can't delete all the {name}s on the sheet.")));
    }
    if end <= at {
        return Err(Objection::new(format!(
            "range.startIndex[{at}] must be less than range.endIndex[{end}]"
        )));
    }
    draft.permit(sheet, across(axis, Span::new(at, end)))?;
    draft.book.change(sheet, Change::Remove { axis, at, count: end - at })?;
    Ok(Value::Null)
}

pub(super) fn append(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (axis, length) = (axis(given, "dimension")?, index(given, "length")?.unwrap_or_default());
    if length == 0 {
        return Err(Objection::new("length must be greater than 0"));
    }
    let sheet = draft.book.grid_mut(given::sheet(given))?;
    match axis {
        Axis::Rows => sheet.grow(sheet.rows.saturating_add(length), sheet.columns)?,
        Axis::Columns => sheet.grow(sheet.rows, sheet.columns.saturating_add(length))?,
    }
    Ok(Value::Null)
}

pub(super) fn update(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask(given, "DimensionProperties")?;
    let properties = object(given, "properties");
    for_each(draft, &lines(part(given, "range"))?, |size| mask.transfer(&properties, size))
}

/// Lines as tall and wide as their content would be left to the page; what was set by hand is gone.
pub(super) fn resize(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    for_each(draft, &lines(part(given, "dimensions"))?, |size| {
        size.remove("pixelSize");
    })
}

fn for_each(
    draft: &mut Draft,
    lines: &Lines,
    work: impl Fn(&mut serde_json::Map<String, Value>),
) -> Result<Value, Objection> {
    let sheet = draft.book.grid_mut(lines.sheet)?;
    let size = size(sheet, lines.axis);
    let sizes = match lines.axis {
        Axis::Rows => &mut sheet.row_sizes,
        Axis::Columns => &mut sheet.column_sizes,
    };
    for line in lines.span.start..lines.span.end.unwrap_or(size).min(size) {
        let mut properties = sizes.remove(&line).unwrap_or_default();
        work(&mut properties);
        if !properties.is_empty() {
            sizes.insert(line, properties);
        }
    }
    Ok(Value::Null)
}

fn size(sheet: &Sheet, axis: Axis) -> u32 {
    match axis {
        Axis::Rows => sheet.rows,
        Axis::Columns => sheet.columns,
    }
}

fn name(axis: Axis) -> &'static str {
    match axis {
        Axis::Rows => "row",
        Axis::Columns => "column",
    }
}

/// Whole rows or whole columns.
fn across(axis: Axis, span: Span) -> Area {
    match axis {
        Axis::Rows => Area { rows: span, columns: Span::ALL },
        Axis::Columns => Area { rows: Span::ALL, columns: span },
    }
}
