//! Array literals such as `{1,2;3,4}`, whose elements may be ranges.

use super::evaluate::{Formula, Operand};
use super::{Calculation, Expression, Fault, Kind, Place, Scalar};
use crate::sheets::a1;
use crate::sheets::arrays::{beside, element};

/// The values, row by row. What stands side by side has the same height, what stands below the same width.
pub(super) fn table(formula: &Formula<'_, '_>, rows: &[Vec<Expression>]) -> Result<Vec<Vec<Scalar>>, Fault> {
    let mut table: Vec<Vec<Scalar>> = Vec::new();
    for elements in rows {
        let mut band: Vec<Vec<Scalar>> = Vec::new();
        for (number, element) in elements.iter().enumerate() {
            let part = match formula.operand(element) {
                Operand::Single(value) => vec![vec![value]],
                Operand::Table(part) => part,
            };
            if number == 0 {
                band = part;
                continue;
            }
            if part.len() != band.len() {
                return Err(Fault::new(
                    Kind::Value,
                    format!(
                        "Function ARRAY_ROW parameter {} has mismatched row size. Expected: {}. Actual: {}.",
                        number + 1,
                        band.len(),
                        part.len()
                    ),
                ));
            }
            band.iter_mut().zip(part).for_each(|(row, part)| row.extend(part));
        }
        let width = |rows: &[Vec<Scalar>]| rows.first().map(Vec::len);
        if !table.is_empty() && width(&table) != width(&band) {
            return Err(Fault::new(
                Kind::Value,
                "In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.",
            ));
        }
        table.extend(band);
    }
    Ok(table)
}

/// The value of the cell that holds the formula, which is an error where the others do not find their places.
pub(super) fn anchor(calculation: &Calculation<'_>, home: Place, rows: &[Vec<Expression>]) -> Scalar {
    let formula = Formula { calculation, home };
    match table(&formula, rows) {
        Err(fault) => Scalar::Fault(fault),
        Ok(table) => match hindrance(calculation, home, &table) {
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
