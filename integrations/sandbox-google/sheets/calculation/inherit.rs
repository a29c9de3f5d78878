//! The number format of a formula without one of its own: a sum of euros is shown in euros.

use serde_json::json;

use super::cells::Calculation;
use crate::sheets::formatted::Format;
use crate::sheets::formula::{Expression, Operator, parse};
use crate::sheets::grid::Place;

/// Chains of formulas are followed this far; beyond it a number is shown plainly.
const FARTHEST: usize = 6;

pub(super) fn format(calculation: &Calculation<'_>, place: Place) -> Option<Format> {
    of_cell(calculation, place, FARTHEST)
}

fn of_cell(calculation: &Calculation<'_>, place: Place, left: usize) -> Option<Format> {
    let cell = calculation.book.cell(place)?;
    if let Some(own) = cell.format("numberFormat").and_then(|own| Format::read(own, calculation.customs)) {
        return Some(own);
    }
    let formula = cell.formula().filter(|_| left > 0)?;
    of(calculation, &parse(formula)?, place, left - 1)
}

fn of(calculation: &Calculation<'_>, expression: &Expression, home: Place, left: usize) -> Option<Format> {
    let inner = |expression: &Expression| of(calculation, expression, home, left);
    match expression {
        Expression::Reference(_) | Expression::Named(_) => {
            let (sheet, block) = calculation.meant(expression, home)?;
            let filled = sheet.cells.within(block).find(|(_, cell)| cell.value.is_some())?;
            of_cell(calculation, sheet.place(filled.0), left)
        }
        Expression::Call(name, arguments) => match name.as_str() {
            "TODAY" | "DATE" => Format::read(&json!({ "type": "DATE" }), calculation.customs),
            "NOW" => Format::read(&json!({ "type": "DATE_TIME" }), calculation.customs),
            "SUM" | "AVERAGE" | "MIN" | "MAX" | "ROUND" | "ABS" | "IFERROR" | "INDEX" => {
                arguments.first().and_then(inner)
            }
            "IF" => arguments.iter().skip(1).find_map(inner),
            "SUMIF" => arguments.last().and_then(inner),
            _ => None,
        },
        Expression::Signed(_, signed) => inner(signed),
        Expression::Pair(Operator::Add, one, other) => inner(one).or_else(|| inner(other)),
        // A share of an amount is an amount.
        Expression::Pair(Operator::Multiply, one, other) => {
            let amount = |format: &Format| !format.is_share();
            inner(one).filter(amount).or_else(|| inner(other).filter(amount))
        }
        Expression::Pair(Operator::Subtract, one, other) => match (inner(one), inner(other)) {
            // The days between two dates are a number.
            (Some(one), Some(other)) if one.is_date() && other.is_date() => None,
            (one, other) => one.or(other),
        },
        Expression::Pair(Operator::Divide, one, other) => inner(one).filter(|_| inner(other).is_none()),
        _ => None,
    }
}
