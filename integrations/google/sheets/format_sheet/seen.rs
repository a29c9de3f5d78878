//! Whether a change is in place, told by looking.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::json::google_json;
use crate::sheets::a1::{Block, Written};
use crate::sheets::book::{Book, Place};
use crate::sheets::cells::{self, Grid};

/// So many cells are looked at; one request sets all of a range or none of it.
const LOOKED_AT: u32 = 2_000;

/// What must be so once a change has happened.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Check {
    /// Every cell has at least this format.
    Format {
        place: Place,
        #[schemars(schema_with = "kernel::any_object")]
        format: Value,
    },
    Width {
        place: Place,
        pixels: u32,
    },
    Height {
        place: Place,
        pixels: u32,
    },
    Frozen {
        sheet: i64,
        rows: Option<u32>,
        columns: Option<u32>,
    },
    Merged {
        places: Vec<Place>,
    },
    NotMerged {
        place: Place,
    },
    Titled {
        sheet: i64,
        title: String,
    },
    There {
        sheet: i64,
    },
    Gone {
        sheet: i64,
    },
    /// So many rows and columns instead of so many.
    Size {
        sheet: i64,
        before: (u32, u32),
        after: (u32, u32),
    },
    /// The rows are the same in another order.
    Sorted {
        place: Place,
        before: Grid,
    },
    /// Looking does not tell.
    CannotTell,
}

/// How a spreadsheet stands to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Yes,
    No,
    Unclear,
}

/// The fields that [`Looked`] reads.
pub(super) const FIELDS: &[&str] = &[
    "sheets(properties/sheetId,data(startRow,startColumn,rowData/values/userEnteredFormat,columnMetadata/pixelSize,\
     rowMetadata/pixelSize))",
];

google_json! {
    /// The formats and sizes of some ranges.
    Looked { sheets: Vec<Sheet> }

    Sheet { properties: Named, data: Vec<Data> }
    Named { sheet_id: i64 }

    Data {
        start_row: u32,
        start_column: u32,
        #[serde(rename = "rowData")] rows: Vec<Row>,
        column_metadata: Vec<Size>,
        row_metadata: Vec<Size>,
    }

    Row { values: Vec<Cell> }
    Cell { user_entered_format: Value }
    Size { pixel_size: u32 }
}

impl Check {
    /// The cells that must be looked at for it. The change itself may have given the sheet another title.
    pub(super) fn range(&self, book: &Book) -> Option<Written> {
        match self {
            Self::Format { place, .. } | Self::Width { place, .. } | Self::Height { place, .. } => {
                let title = &book.by_id(place.sheet)?.properties.title;
                Some(Written::block(title, sample(place).block))
            }
            Self::Frozen { .. }
            | Self::Merged { .. }
            | Self::NotMerged { .. }
            | Self::Titled { .. }
            | Self::There { .. }
            | Self::Gone { .. }
            | Self::Size { .. }
            | Self::Sorted { .. }
            | Self::CannotTell => None,
        }
    }

    pub(super) fn holds(&self, book: &Book, looked: &Looked) -> Holds {
        let grid = |sheet: i64| book.by_id(sheet).and_then(|sheet| sheet.properties.grid_properties);
        let so = match self {
            Self::Format { place, format } => looked.every_cell(&sample(place), format),
            Self::Width { place, pixels } => looked.sizes(place, |data| &data.column_metadata, *pixels),
            Self::Height { place, pixels } => looked.sizes(place, |data| &data.row_metadata, *pixels),
            Self::Frozen { sheet, rows, columns } => grid(*sheet).is_some_and(|grid| {
                rows.is_none_or(|rows| rows == grid.frozen_rows)
                    && columns.is_none_or(|columns| columns == grid.frozen_columns)
            }),
            Self::Merged { places } => {
                places.iter().all(|place| merges(book, place.sheet).contains(&place.block))
            }
            Self::NotMerged { place } => {
                !merges(book, place.sheet).iter().any(|merge| merge.meets(place.block))
            }
            Self::Titled { sheet, title } => {
                book.by_id(*sheet).is_some_and(|sheet| sheet.properties.title == *title)
            }
            Self::There { sheet } => book.by_id(*sheet).is_some(),
            Self::Gone { sheet } => book.by_id(*sheet).is_none(),
            Self::Size { sheet, before, after } => {
                let now = grid(*sheet).map(|grid| (grid.rows, grid.columns));
                if now != Some(*before) && now != Some(*after) {
                    return Holds::Unclear;
                }
                now == Some(*after)
            }
            Self::Sorted { .. } | Self::CannotTell => return Holds::Unclear,
        };
        if so { Holds::Yes } else { Holds::No }
    }
}

impl Looked {
    fn data(&self, sheet: i64) -> impl Iterator<Item = &Data> {
        self.sheets.iter().filter(move |one| one.properties.sheet_id == sheet).flat_map(|one| &one.data)
    }

    fn format(&self, sheet: i64, row: u32, column: u32) -> Option<&Value> {
        self.data(sheet).find_map(|data| {
            let row = usize::try_from(row.checked_sub(data.start_row)?).ok()?;
            let column = usize::try_from(column.checked_sub(data.start_column)?).ok()?;
            Some(&data.rows.get(row)?.values.get(column)?.user_entered_format)
        })
    }

    fn every_cell(&self, place: &Place, format: &Value) -> bool {
        let mut rows = place.block.top..place.block.bottom;
        rows.all(|row| {
            (place.block.left..place.block.right).all(|column| {
                self.format(place.sheet, row, column).is_some_and(|found| contains(found, format))
            })
        })
    }

    /// What sets every cell of a range back to the format it has now.
    pub(super) fn formats_back(&self, place: &Place, fields: &str) -> Option<Value> {
        if place.block.cells() > u64::from(LOOKED_AT) {
            return None;
        }
        let cell = |row: u32, column: u32| match self.format(place.sheet, row, column) {
            Some(format) if !format.is_null() => json!({ "userEnteredFormat": format }),
            Some(_) | None => json!({}),
        };
        let row = |row: u32| {
            let cells = (place.block.left..place.block.right).map(|column| cell(row, column));
            json!({ "values": cells.collect::<Vec<_>>() })
        };
        let rows: Vec<Value> = (place.block.top..place.block.bottom).map(row).collect();
        Some(json!({ "updateCells": { "range": place.grid_range(), "rows": rows, "fields": fields } }))
    }

    /// What sets every column or row back to the size it has now.
    pub(super) fn sizes_back(&self, check: &Check) -> Option<Vec<Value>> {
        let (Check::Width { place, .. } | Check::Height { place, .. }) = check else { return None };
        let corner = (place.block.top, place.block.left);
        let found = self.data(place.sheet).find(|data| (data.start_row, data.start_column) == corner)?;
        let (dimension, start, sizes) = match check {
            Check::Width { .. } => ("COLUMNS", place.block.left, &found.column_metadata),
            _ => ("ROWS", place.block.top, &found.row_metadata),
        };
        let request = |(line, size): (u32, &Size)| {
            json!({ "updateDimensionProperties": {
                "range": { "sheetId": place.sheet, "dimension": dimension, "startIndex": line, "endIndex": line + 1 },
                "properties": { "pixelSize": size.pixel_size },
                "fields": "pixelSize",
            } })
        };
        Some((start..).zip(sizes).map(request).collect())
    }

    fn sizes(&self, place: &Place, of: fn(&Data) -> &Vec<Size>, pixels: u32) -> bool {
        let corner = (place.block.top, place.block.left);
        let mut found = self.data(place.sheet).filter(|data| (data.start_row, data.start_column) == corner);
        found.any(|data| !of(data).is_empty() && of(data).iter().all(|size| size.pixel_size == pixels))
    }
}

/// How a range stands to being sorted: as it was, the same rows in another order, or something else.
pub(super) fn sorted(before: &Grid, now: &Grid) -> Holds {
    let same = |one: &Vec<cells::Cell>, other: &Vec<cells::Cell>| {
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| cells::same(one.as_ref(), other.as_ref()))
    };
    if before.0.len() == now.0.len() && before.0.iter().zip(&now.0).all(|(one, other)| same(one, other)) {
        return Holds::No;
    }
    let mut left: Vec<&Vec<cells::Cell>> = before.0.iter().collect();
    for row in &now.0 {
        match left.iter().position(|other| same(row, other)) {
            Some(at) => drop(left.swap_remove(at)),
            None => return Holds::Unclear,
        }
    }
    if left.is_empty() { Holds::Yes } else { Holds::Unclear }
}

fn merges(book: &Book, sheet: i64) -> Vec<Block> {
    let Some(sheet) = book.by_id(sheet) else { return Vec::new() };
    let Some(grid) = sheet.properties.grid_properties else { return Vec::new() };
    sheet.merges.iter().map(|merge| merge.block(grid)).collect()
}

/// The first rows of it.
fn sample(place: &Place) -> Place {
    let rows = (LOOKED_AT / place.block.width().max(1)).max(1);
    let bottom = place.block.bottom.min(place.block.top.saturating_add(rows));
    Place { block: Block { bottom, ..place.block }, ..place.clone() }
}

/// Whether all of `wanted` is in `found`. Google keeps shares of colours less exactly than we say them, and leaves out
/// what is zero or false.
fn contains(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            wanted.iter().all(|(name, wanted)| contains(found.get(name).unwrap_or(&Value::Null), wanted))
        }
        (Value::Null, Value::Object(wanted)) => wanted.values().all(|wanted| contains(&Value::Null, wanted)),
        (Value::Number(found), Value::Number(wanted)) => {
            (found.as_f64().unwrap_or_default() - wanted.as_f64().unwrap_or_default()).abs() < 0.005
        }
        (Value::Null, Value::Number(wanted)) => wanted.as_f64() == Some(0.0),
        (Value::Null, Value::Bool(wanted)) => !wanted,
        (found, wanted) => found == wanted,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_format_holds_as_far_as_google_keeps_it() {
        let found = json!({ "textFormat": { "bold": true }, "backgroundColorStyle": { "rgbColor": { "red": 1.0, "green": 0.949 } } });
        let red = json!({ "backgroundColorStyle": { "rgbColor": { "red": 1.0, "green": 242.0 / 255.0, "blue": 0.0 } } });
        assert!(contains(&found, &red));
        assert!(contains(&found, &json!({ "textFormat": { "bold": true, "italic": false } })));
        assert!(!contains(&found, &json!({ "textFormat": { "italic": true } })));
        assert!(!contains(&Value::Null, &json!({ "textFormat": { "bold": true } })));
    }
}
