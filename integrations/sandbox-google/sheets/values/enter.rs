//! Writing values into a range.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::sheets::area::{Area, Block};
use crate::sheets::customs::Customs;
use crate::sheets::draft::Draft;
use crate::sheets::entered::typed;
use crate::sheets::given::{list, text};
use crate::sheets::grid::cell::LONGEST;
use crate::sheets::grid::{Cell, Entered, Sheet};
use crate::sheets::objection::Objection;
use crate::sheets::{a1, letters};

/// Whether texts are taken as they are, or as if somebody had typed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Raw,
    UserEntered,
}

impl Input {
    pub(crate) fn read(option: Option<&str>) -> Result<Self, Objection> {
        match option {
            Some("RAW") => Ok(Self::Raw),
            Some("USER_ENTERED") => Ok(Self::UserEntered),
            _ => Err(Objection::new("'valueInputOption' is required but not specified")),
        }
    }
}

/// Values row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows(pub(crate) Vec<Vec<Value>>);

impl Rows {
    /// The values of a `ValueRange`.
    pub(crate) fn read(range: &Value) -> Result<Self, Objection> {
        let given: Vec<&[Value]> =
            list(range, "values").iter().map(|line| line.as_array().map_or(&[][..], Vec::as_slice)).collect();
        for (row, line) in given.iter().enumerate() {
            for (column, value) in line.iter().enumerate() {
                if value.is_array() || value.is_object() {
                    let dump = dump(value, 0).replacen(" {", " \t {", 1);
                    return Err(Objection::new(format!("Invalid values[{row}][{column}]: {dump}")));
                }
                if value.as_str().is_some_and(|text| text.encode_utf16().count() > LONGEST) {
                    return Err(Objection::too_long());
                }
            }
        }
        let rows = given.iter().map(|line| line.to_vec()).collect();
        Ok(Self(if text(range, "majorDimension") == "COLUMNS" { turned(&given) } else { rows }))
    }

    fn height(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn width(&self) -> u32 {
        let widest = self.0.iter().map(Vec::len).max().unwrap_or_default();
        u32::try_from(widest).unwrap_or(u32::MAX)
    }

    /// The rectangle these values fill from a corner.
    pub(crate) fn block(&self, top: u32, left: u32) -> Block {
        Block {
            top,
            left,
            bottom: top.saturating_add(self.height()),
            right: left.saturating_add(self.width()),
        }
    }

    /// Every value, with its place from a corner.
    fn placed(&self, top: u32, left: u32) -> impl Iterator<Item = ((u32, u32), &Value)> {
        self.0.iter().zip(top..).flat_map(move |(line, row)| {
            line.iter().zip(left..).map(move |(value, column)| ((row, column), value))
        })
    }
}

/// A value in the text form of protocol buffers, in which the service shows what it cannot take.
fn dump(value: &Value, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let block = |name: &str, inner: String| format!("{indent}{name} {{\n{inner}{indent}}}\n");
    match value {
        Value::Null => format!("{indent}null_value: NULL_VALUE\n"),
        Value::Bool(truth) => format!("{indent}bool_value: {truth}\n"),
        Value::Number(number) => format!("{indent}number_value: {:?}\n", number.as_f64().unwrap_or_default()),
        Value::String(text) => format!("{indent}string_value: {text:?}\n"),
        Value::Array(items) => {
            let item = |item: &Value| format!("{indent}  values {{\n{}{indent}  }}\n", dump(item, depth + 2));
            block("list_value", items.iter().map(item).collect())
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let inner = dump(value, depth + 3);
                format!(
                    "{indent}  fields {{\n{indent}    key: {name:?}\n{indent}    value {{\n{inner}{indent}    }}\n{indent}  }}\n"
                )
            };
            block("struct_value", fields.iter().map(field).collect())
        }
    }
}

fn turned(columns: &[&[Value]]) -> Vec<Vec<Value>> {
    let height = columns.iter().map(|column| column.len()).max().unwrap_or_default();
    let row =
        |at: usize| columns.iter().map(|column| column.get(at).cloned().unwrap_or(Value::Null)).collect();
    (0..height).map(row).collect()
}

/// What was written, and where.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) sheet: i32,
    pub(crate) block: Block,
    pub(crate) range: String,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: usize,
}

/// Writes values from the beginning of an area. An area of one cell only says where to begin.
pub(crate) fn enter(
    draft: &mut Draft,
    id: i32,
    area: Area,
    rows: &Rows,
    input: Input,
) -> Result<Outcome, Objection> {
    let sheet = draft.book.grid(id)?;
    let start = sheet.within(area)?;
    let block = rows.block(start.top, start.left);
    if let Some(objection) = outside(sheet, area, block).filter(|_| !area.is_cell()) {
        return Err(objection);
    }
    if block.bottom > sheet.rows || block.right > sheet.columns {
        return Err(sheet.exceeded(block.into()));
    }
    write(draft, id, block, rows, input)
}

/// Writes values where there is room for them.
pub(crate) fn write(
    draft: &mut Draft,
    id: i32,
    block: Block,
    rows: &Rows,
    input: Input,
) -> Result<Outcome, Objection> {
    draft.permit(id, block.into())?;
    let customs = draft.book.customs();
    let sheet = draft.book.grid_mut(id)?;
    let (mut touched_rows, mut touched_columns, mut cells) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (place, value) in rows.placed(block.top, block.left) {
        if value.is_null() {
            continue;
        }
        sheet.cells.edit(place, |cell| put(cell, value, input, customs));
        touched_rows.insert(place.0);
        touched_columns.insert(place.1);
        cells += 1;
    }
    Ok(Outcome {
        sheet: id,
        block,
        range: a1::shown(&sheet.title, block),
        rows: touched_rows.len(),
        columns: touched_columns.len(),
        cells,
    })
}

/// Puts one value into a cell: a text may become a number or a formula, and bring a format.
pub(crate) fn put(cell: &mut Cell, value: &Value, input: Input, customs: Customs) {
    let is_text = cell.format("numberFormat").is_some_and(|format| text(format, "type") == "TEXT");
    cell.value = match value {
        Value::Null => return,
        Value::Bool(truth) => Some(Entered::Bool(*truth)),
        Value::Number(number) => number.as_f64().map(Entered::Number),
        Value::String(text) if text.is_empty() => None,
        Value::String(text) if input == Input::UserEntered && !is_text => {
            let typed = typed(text, customs);
            if let (Some(format), None) = (typed.format, cell.format("numberFormat")) {
                cell.set_format("numberFormat", format);
            }
            Some(typed.value)
        }
        other => Some(Entered::Text(other.as_str().map_or_else(|| other.to_string(), str::to_owned))),
    };
}

/// What is said when values go beyond the range they were meant for.
fn outside(sheet: &Sheet, area: Area, written: Block) -> Option<Objection> {
    let limits = area.within(u32::MAX, u32::MAX);
    let beyond = if written.bottom > limits.bottom {
        format!("row [{}]", limits.bottom + 1)
    } else if written.right > limits.right {
        format!("column [{}]", letters::letters(limits.right))
    } else {
        return None;
    };
    let range = a1::shown(&sheet.title, sheet.block(area));
    Some(Objection::new(format!("Requested writing within range [{range}], but tried writing to {beyond}")))
}
