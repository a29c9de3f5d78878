//! The cell that holds an array literal such as `{1,2;3,4}`.

use super::cells::Calculation;
use super::evaluate::Formula;
use crate::sheets::a1;
use crate::sheets::array_cells::{beside, element};
use crate::sheets::formula::Expression;
use crate::sheets::grid::Place;
use crate::sheets::scalar::{Fault, Kind, Scalar};

/// The value of the cell that holds the formula, which is an error where the others do not find their places.
pub(super) fn anchor(formula: &Formula<'_, '_>, rows: &[Vec<Expression>]) -> Scalar {
    match formula.array(rows) {
        Err(fault) => Scalar::Fault(fault),
        Ok(table) => match hindrance(formula.calculation, formula.home, &table) {
            Some(words) => Scalar::Fault(Fault::new(Kind::Reference, words)),
            None => table.into_iter().flatten().next().unwrap_or(Scalar::Empty),
        },
    }
}

fn hindrance(calculation: &Calculation<'_>, home: Place, table: &[Vec<Scalar>]) -> Option<String> {
    let sheet = calculation.book.sheet(home.sheet)?;
    let own = calculation.book.cell(home)?.formula()?;
    let (height, width) = (table.len(), table.first().map_or(0, Vec::len));
    beside(home, height, width).find_map(|((down, right), place)| {
        if place.row >= sheet.rows {
            let missing = home.row as usize + height - sheet.rows as usize;
            return Some(format!(
                "Result was not automatically expanded, please insert more rows ({missing})."
            ));
        }
        if place.column >= sheet.columns {
            let missing = home.column as usize + width - sheet.columns as usize;
            return Some(format!(
                "Result was not automatically expanded, please insert more columns ({missing})."
            ));
        }
        let cell = calculation.book.cell(place)?;
        let is_own = cell.value.is_none() || cell.computed() == Some(&element(own, down, right));
        (!is_own).then(|| {
            let at = a1::cell((place.row, place.column));
            format!("Array result was not expanded because it would overwrite data in {at}.")
        })
    })
}
