//! The cells that array literals such as `={1,2;3,4}` fill beside and below their formula.

use super::array_cells::{beside, element};
use super::calculation::Calculation;
use super::formula::{Expression, parse};
use super::grid::{Entered, Place, Spreadsheet};

impl Spreadsheet {
    /// Lays the values of arrays into the cells they fill, after taking away those that were there before.
    pub(super) fn spread_arrays(&mut self) {
        let mut anchors = Vec::new();
        for sheet in &mut self.sheets {
            let spread = |value: &Option<Entered>| matches!(value, Some(Entered::Spread(_)));
            let before = sheet.cells.iter().filter(|(_, cell)| spread(&cell.value)).map(|(at, _)| at);
            for at in before.collect::<Vec<_>>() {
                sheet.cells.edit(at, |cell| cell.value = None);
            }
            let id = sheet.id;
            anchors.extend(sheet.cells.iter().filter_map(|((row, column), cell)| {
                let formula = cell.formula().filter(|formula| formula.starts_with("={"))?;
                Some((Place { sheet: id, row, column }, formula.to_owned()))
            }));
        }
        for (home, formula) in anchors {
            self.spread(home, &formula);
        }
    }

    /// All of an array or nothing of it: where a cell is taken or missing, the formula itself says so.
    fn spread(&mut self, home: Place, formula: &str) {
        let Some(Expression::Array(rows)) = parse(formula) else { return };
        let Some((height, width)) = Calculation::new(self).size(home, &rows) else { return };
        let Some(sheet) = self.sheets.iter_mut().find(|sheet| sheet.id == home.sheet) else { return };
        let is_free = |place: Place| {
            let taken = sheet.cells.get((place.row, place.column)).is_some_and(|cell| cell.value.is_some());
            place.row < sheet.rows && place.column < sheet.columns && !taken
        };
        if !beside(home, height, width).all(|(_, place)| is_free(place)) {
            return;
        }
        for ((down, right), place) in beside(home, height, width) {
            let value = Entered::Spread(element(formula, down, right));
            sheet.cells.edit((place.row, place.column), |cell| cell.value = Some(value));
        }
    }
}
