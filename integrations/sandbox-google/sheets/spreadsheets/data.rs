//! Cells as `GridData`.

use serde_json::{Map, Value, json};

use crate::sheets::area::Block;
use crate::sheets::calculation::Calculation;
use crate::sheets::formula::{Expression, parse};
use crate::sheets::grid::used;
use crate::sheets::grid::{Cell, Sheet};
use crate::sheets::scalar::Scalar;

pub(super) fn grid(calculation: &Calculation<'_>, sheet: &Sheet, block: Block) -> Value {
    let mut grid = Map::new();
    for (name, start) in [("startRow", block.top), ("startColumn", block.left)] {
        if start > 0 {
            grid.insert(name.to_owned(), start.into());
        }
    }
    let filled = used(sheet, block);
    let row = |row: u32| {
        let last = sheet.cells.within(Block { top: row, bottom: row + 1, ..block }).last();
        let end = last.map_or(block.left, |((_, column), _)| column + 1);
        let cells: Vec<Value> =
            (block.left..end).map(|column| cell(calculation, sheet, (row, column))).collect();
        if cells.is_empty() { json!({}) } else { json!({ "values": cells }) }
    };
    if filled.height() > 0 {
        grid.insert("rowData".to_owned(), (filled.top..filled.bottom).map(row).collect());
    }
    let sizes = |lines: std::ops::Range<u32>,
                 known: &std::collections::BTreeMap<u32, Map<String, Value>>,
                 usual: u32| {
        let size = |line: u32| {
            let mut size = known.get(&line).cloned().unwrap_or_default();
            size.entry("pixelSize").or_insert_with(|| usual.into());
            Value::Object(size)
        };
        lines.map(size).collect::<Value>()
    };
    grid.insert("rowMetadata".to_owned(), sizes(block.top..block.bottom, &sheet.row_sizes, 21));
    grid.insert("columnMetadata".to_owned(), sizes(block.left..block.right, &sheet.column_sizes, 100));
    Value::Object(grid)
}

fn cell(calculation: &Calculation<'_>, sheet: &Sheet, at: (u32, u32)) -> Value {
    let Some(cell) = sheet.cells.get(at) else { return json!({}) };
    let place = sheet.place(at);
    let value = calculation.value(place);
    let mut data = cell.data();
    if let Some(effective) = value.extended() {
        data.insert("effectiveValue".to_owned(), effective);
        data.insert("formattedValue".to_owned(), calculation.shown(place).into());
    }
    if let Some(link) = link(cell, &value) {
        data.insert("hyperlink".to_owned(), link.into());
    }
    let mut format = default_format();
    if let Some(own) = cell.fields.get("userEnteredFormat") {
        overlay(&mut format, own);
    }
    if let (Some(number), Some(format)) = (calculation.format(place), format.as_object_mut()) {
        format.insert("numberFormat".to_owned(), json!({ "type": number.kind, "pattern": number.pattern }));
    }
    data.insert("effectiveFormat".to_owned(), format);
    Value::Object(data)
}

/// Where a cell leads: a whole `HYPERLINK` with a written address, or an address typed in.
fn link(cell: &Cell, value: &Scalar) -> Option<String> {
    match cell.formula().and_then(parse) {
        Some(Expression::Call(name, arguments)) if name == "HYPERLINK" => match arguments.first() {
            Some(Expression::Text(address)) => Some(address.clone()),
            _ => None,
        },
        Some(_) => None,
        None => match value {
            Scalar::Text(text) if text.starts_with("https://") || text.starts_with("http://") => {
                Some(text.clone())
            }
            _ => None,
        },
    }
}

/// What a cell looks like before anybody changes it.
pub(super) fn default_format() -> Value {
    json!({
        "backgroundColor": { "red": 1, "green": 1, "blue": 1 },
        "padding": { "top": 2, "right": 3, "bottom": 2, "left": 3 },
        "verticalAlignment": "BOTTOM",
        "wrapStrategy": "OVERFLOW_CELL",
        "textFormat": {
            "foregroundColor": {}, "fontFamily": "arial,sans,sans-serif", "fontSize": 10, "bold": false,
            "italic": false, "strikethrough": false, "underline": false,
        },
    })
}

fn overlay(base: &mut Value, over: &Value) {
    match (base, over) {
        // A colour is one thing: its parts are not mixed with those of another.
        (Value::Object(base), Value::Object(over))
            if !over.contains_key("red") && !over.contains_key("blue") =>
        {
            for (name, value) in over {
                overlay(base.entry(name).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}
