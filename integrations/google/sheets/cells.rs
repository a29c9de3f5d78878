//! What was entered into cells, exactly: a text that looks like a formula is not one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::a1::{Block, cell};
use super::book::Place;
use super::card::exactly;
use crate::gmail::visible_line;
use crate::json::google_json;

/// One value, in the words of Google.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Entered {
    #[serde(rename = "numberValue")]
    Number(f64),
    #[serde(rename = "stringValue")]
    Text(String),
    #[serde(rename = "boolValue")]
    Truth(bool),
    #[serde(rename = "formulaValue")]
    Formula(String),
    #[serde(rename = "errorValue")]
    Error(#[schemars(schema_with = "kernel::any_object")] Value),
}

/// Nothing, or something.
pub(crate) type Cell = Option<Entered>;

/// How a number is written, in the words of Google.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NumberFormat {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pattern: String,
}

/// The cells of a block, row by row, every row as wide as the block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Grid<T = Entered>(pub(crate) Vec<Vec<Option<T>>>);

/// What is in the cells of a block, and how their numbers are written.
pub(crate) struct Filled {
    pub(crate) cells: Grid,
    pub(crate) formats: Grid<NumberFormat>,
}

/// A cell by its row and column, counted from 0.
pub(crate) type At = (u32, u32);

impl Entered {
    pub(crate) fn of(given: &Value) -> Cell {
        match given {
            Value::String(text) if !text.is_empty() => Some(Self::Text(text.clone())),
            Value::Number(number) => Some(Self::Number(number.as_f64().unwrap_or_default())),
            Value::Bool(truth) => Some(Self::Truth(*truth)),
            Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    fn in_words(&self, words: fn(&str) -> String) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) if text.starts_with(['=', '+']) => format!("{} (as text)", words(text)),
            Self::Text(text) | Self::Formula(text) => words(text),
            Self::Truth(truth) => truth.to_string().to_uppercase(),
            Self::Error(_) => "an error".to_owned(),
        }
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            // Writing a number down and reading it again may change its last digit.
            (Self::Number(one), Self::Number(other)) => {
                (one - other).abs() <= f64::EPSILON * 8.0 * one.abs().max(other.abs())
            }
            (one, other) => one == other,
        }
    }
}

pub(crate) fn same(one: Option<&Entered>, other: Option<&Entered>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.same(other),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// What is there: it may be a stranger's.
pub(crate) fn shown(cell: Option<&Entered>) -> String {
    cell.map_or_else(|| "(empty)".to_owned(), |entered| entered.in_words(visible_line))
}

/// What is sent.
pub(crate) fn sent(cell: Option<&Entered>) -> String {
    cell.map_or_else(|| "(empty)".to_owned(), |entered| entered.in_words(exactly))
}

/// As Google's requests hold it.
pub(crate) fn data(cell: &Cell) -> Value {
    match cell {
        Some(entered) => json!({ "userEnteredValue": entered }),
        None => json!({}),
    }
}

impl<T> Default for Grid<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Grid<T> {
    /// Nothing for what lies outside.
    pub(crate) fn at(&self, block: Block, (row, column): At) -> Option<&T> {
        let row = row.checked_sub(block.top)?;
        let column = column.checked_sub(block.left)?;
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?.as_ref()
    }

    /// Every cell that holds something, from the top left.
    pub(crate) fn filled(&self, block: Block) -> impl Iterator<Item = (At, &T)> {
        (block.top..).zip(&self.0).flat_map(move |(row, cells)| {
            (block.left..).zip(cells).filter_map(move |(column, cell)| Some(((row, column), cell.as_ref()?)))
        })
    }
}

/// A few cells by name, and how many more there are.
pub(crate) fn listed(cells: &[At]) -> String {
    const NAMED: usize = 8;
    let names: Vec<String> = cells.iter().take(NAMED).map(|(row, column)| cell(*row, *column)).collect();
    let more = cells.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// An answer with the cells of several ranges: of each sheet in the order in which they were asked for.
#[derive(Debug, Deserialize)]
pub(super) struct Look<T = CellData> {
    #[serde(default = "Vec::new")]
    sheets: Vec<LookedAt<T>>,
}

#[derive(Debug, Deserialize)]
struct LookedAt<T> {
    #[serde(default)]
    properties: Named,
    #[serde(default = "Vec::new")]
    data: Vec<Data<T>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Named {
    sheet_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data<T> {
    #[serde(default = "Vec::new")]
    row_data: Vec<Row<T>>,
}

#[derive(Debug, Deserialize)]
struct Row<T> {
    #[serde(default = "Vec::new")]
    values: Vec<T>,
}

google_json! {
    CellData { user_entered_value: Cell, user_entered_format: Format }

    /// A cell of which only a formula is told.
    Calculated { user_entered_value: Formula }

    Formula { formula_value: Option<String> }
    Format { number_format: Option<NumberFormat> }
}

impl Look {
    pub(super) fn grids(&self, places: &[Place]) -> Vec<Grid> {
        let places = places.iter().enumerate().map(|(number, place)| (place, self.rows(places, number)));
        places
            .map(|(place, rows)| padded(rows, place.block, |cell| cell.user_entered_value.clone()))
            .collect()
    }

    pub(super) fn filled(&self, places: &[Place]) -> Vec<Filled> {
        let formats = places.iter().enumerate().map(|(number, place)| {
            let format = |cell: &CellData| cell.user_entered_format.number_format.clone();
            padded(self.rows(places, number), place.block, format)
        });
        self.grids(places)
            .into_iter()
            .zip(formats)
            .map(|(cells, formats)| Filled { cells, formats })
            .collect()
    }
}

impl Look<Calculated> {
    pub(super) fn formulas(&self, places: &[Place]) -> Vec<Vec<(At, String)>> {
        let of = |(number, place): (usize, &Place)| {
            let rows = (place.block.top..).zip(self.rows(places, number));
            let cells = rows.flat_map(|(row, cells)| {
                (place.block.left..).zip(&cells.values).map(move |(column, cell)| ((row, column), cell))
            });
            let formulas =
                cells.filter_map(|(at, cell)| Some((at, cell.user_entered_value.formula_value.clone()?)));
            formulas.collect()
        };
        places.iter().enumerate().map(of).collect()
    }
}

impl<T> Look<T> {
    /// What was answered about one of the places.
    fn rows(&self, places: &[Place], number: usize) -> &[Row<T>] {
        let Some(place) = places.get(number) else { return &[] };
        let before = places.iter().take(number).filter(|other| other.sheet == place.sheet).count();
        let sheet = self.sheets.iter().find(|sheet| sheet.properties.sheet_id == place.sheet);
        let data = sheet.and_then(|sheet| sheet.data.get(before));
        data.map(|data| data.row_data.as_slice()).unwrap_or_default()
    }
}

fn padded<T: Clone>(rows: &[Row<CellData>], block: Block, read: impl Fn(&CellData) -> Option<T>) -> Grid<T> {
    let cells = |row: usize| {
        let found = rows.get(row).map(|row| row.values.as_slice()).unwrap_or_default();
        let mut cells: Vec<Option<T>> = found.iter().map(&read).collect();
        cells.resize(block.width() as usize, None);
        cells
    };
    Grid((0..block.height() as usize).map(cells).collect())
}
