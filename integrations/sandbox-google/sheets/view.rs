//! A spreadsheet as the page and the control API see it.

use serde::Serialize;
use serde_json::Value;

use super::a1;
use super::area::{Area, Block};
use super::calculation::Calculation;
use super::grid::{Cell, Sheet, Spreadsheet};
use super::scalar::Scalar;
use crate::sheets::grid::used;
pub use crate::sheets::letters::letters;

/// One sheet, with the titles of all.
#[derive(Clone, Debug, Serialize)]
pub struct SheetView {
    pub sheets: Vec<String>,
    pub title: String,
    pub rows: u32,
    pub columns: u32,
    /// Of the cells that have anything in them.
    pub cells: Vec<CellView>,
    /// Rectangles that are one cell, e.g. `A1:B1`.
    pub merges: Vec<String>,
    #[serde(skip)]
    pub used: Block,
    #[serde(skip)]
    pub merged: Vec<Block>,
}

impl SheetView {
    pub fn cell(&self, place: (u32, u32)) -> Option<&CellView> {
        let at = self.cells.binary_search_by_key(&place, |cell| cell.place).ok()?;
        self.cells.get(at)
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct CellView {
    /// e.g. `B7`.
    pub cell: String,
    #[serde(skip)]
    pub place: (u32, u32),
    /// As the cell shows it.
    pub shown: String,
    /// What it comes to.
    pub value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(skip)]
    pub look: Look,
}

/// What of a format the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub traits: Vec<Trait>,
    /// `#rrggbb`.
    pub background: Option<String>,
    pub colour: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    Number,
    Error,
    Bold,
    Italic,
}

impl Spreadsheet {
    /// A sheet by its title, or the first one; nothing where there is no such sheet.
    pub(crate) fn view(&self, title: Option<&str>) -> Option<SheetView> {
        let sheet = match title {
            Some(title) => self.titled(title)?,
            None => self.sheets.first()?,
        };
        let calculation = Calculation::new(self);
        let bounds = |area: &Area| sheet.block(*area);
        let merged: Vec<Block> = sheet.merges.iter().map(bounds).collect();
        Some(SheetView {
            sheets: self.sheets.iter().map(|sheet| sheet.title.clone()).collect(),
            title: sheet.title.clone(),
            rows: sheet.rows,
            columns: sheet.columns,
            cells: sheet.cells.iter().map(|(place, cell)| seen(&calculation, sheet, place, cell)).collect(),
            merges: merged.iter().map(|merge| a1::rectangle(*merge)).collect(),
            used: used(sheet, sheet.block(Area::ALL)),
            merged,
        })
    }
}

fn seen(calculation: &Calculation<'_>, sheet: &Sheet, place: (u32, u32), cell: &Cell) -> CellView {
    let value = calculation.value(sheet.place(place));
    let text = cell.format("textFormat");
    let is = |name: &str| text.and_then(|text| text.get(name)) == Some(&Value::Bool(true));
    let traits = [
        (Trait::Number, matches!(value, Scalar::Number(_))),
        (Trait::Error, matches!(value, Scalar::Fault(_))),
        (Trait::Bold, is("bold")),
        (Trait::Italic, is("italic")),
    ];
    let look = Look {
        traits: traits.into_iter().filter(|(_, has)| *has).map(|(one, _)| one).collect(),
        background: colour(cell.fields.get("userEnteredFormat"), "backgroundColor"),
        colour: colour(text, "foregroundColor"),
    };
    CellView {
        cell: a1::cell(place),
        place,
        shown: calculation.shown(sheet.place(place)),
        value: value.unformatted(),
        formula: cell.formula().map(str::to_owned),
        note: cell.text("note").map(str::to_owned),
        look,
    }
}

/// A colour, whichever of its two names it was given under.
fn colour(format: Option<&Value>, name: &str) -> Option<String> {
    let format = format?;
    let styled = || format.get(format!("{name}Style"))?.get("rgbColor");
    let colour = format.get(name).or_else(styled)?;
    let part = |name: &str| {
        let share = colour.get(name).and_then(Value::as_f64).unwrap_or_default().clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
        let byte = (share * 255.0).round() as u8;
        byte
    };
    Some(format!("#{:02x}{:02x}{:02x}", part("red"), part("green"), part("blue")))
}
