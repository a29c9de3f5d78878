//! Finding values in ranges.

use std::cmp::Ordering;

use super::super::evaluate::{Formula, Outcome, compare};
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Kind, Scalar};

pub(super) fn vertical(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [key, range, column, sorted @ ..] = arguments else { return Ok(Scalar::Empty) };
    let key = formula.outcome(key)?;
    let table = formula.table(range)?;
    let column = formula.number(name, column)?;
    let width = table.first().map_or(0, Vec::len);
    let at = line(column).filter(|at| (1..=width).contains(at)).ok_or_else(|| {
        Fault::new(
            Kind::Value,
            format!("VLOOKUP evaluates to an out of bounds range: column {column} of {width}."),
        )
    })?;
    let sorted = sorted.first().map_or(Ok(true), |sorted| formula.truth(name, sorted))?;
    let keys: Vec<&Scalar> = table.iter().filter_map(|row| row.first()).collect();
    let found = if sorted { last_not_above(&keys, &key) } else { first_equal(&keys, &key) };
    let row = found.and_then(|found| table.get(found)).ok_or_else(|| not_found("VLOOKUP", formula, &key))?;
    Ok(row.get(at - 1).cloned().unwrap_or(Scalar::Empty))
}

pub(super) fn index(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [range, rest @ ..] = arguments else { return Ok(Scalar::Empty) };
    let table = formula.table(range)?;
    let (height, width) = (table.len(), table.first().map_or(0, Vec::len));
    let given = rest.iter().map(|argument| formula.number(name, argument)).collect::<Result<Vec<_>, _>>()?;
    let (row, column) = match given.as_slice() {
        [] => (0.0, 0.0),
        [column] if height == 1 => (1.0, *column),
        [row] => (*row, 0.0),
        [row, column, ..] => (*row, *column),
    };
    // Nought is all of them, which is one where there is only one.
    let at = |given: f64, size: usize| match line(given) {
        Some(0) if size == 1 => Ok(0),
        Some(0) => Err(Fault::new(Kind::Value, "An array value could not be found.")),
        Some(line) if line <= size => Ok(line - 1),
        _ => Err(Fault::new(
            Kind::Reference,
            format!(
                "Function INDEX parameter value is {given}. Valid values are between 0 and {size} inclusive."
            ),
        )),
    };
    let (row, column) = (at(row, height)?, at(column, width)?);
    Ok(table.get(row).and_then(|row| row.get(column)).cloned().unwrap_or(Scalar::Empty))
}

pub(super) fn position(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [key, range, kind @ ..] = arguments else { return Ok(Scalar::Empty) };
    let key = formula.outcome(key)?;
    let table = formula.table(range)?;
    if table.len() > 1 && table.first().is_some_and(|row| row.len() > 1) {
        return Err(Fault::new(Kind::NotAvailable, "MATCH range must be a single row or a single column."));
    }
    let values: Vec<&Scalar> = table.iter().flatten().collect();
    let kind = kind.first().map_or(Ok(1.0), |kind| formula.number(name, kind))?;
    let found = if kind == 0.0 {
        first_equal(&values, &key)
    } else if kind > 0.0 {
        last_not_above(&values, &key)
    } else {
        values.iter().rposition(|value| is_alike(value, &key) && compare(value, &key) != Ordering::Less)
    };
    let found = found.and_then(|found| u32::try_from(found).ok());
    let found = found.ok_or_else(|| not_found("MATCH", formula, &key))?;
    Ok(Scalar::Number(f64::from(found) + 1.0))
}

fn first_equal(values: &[&Scalar], key: &Scalar) -> Option<usize> {
    values.iter().position(|value| is_alike(value, key) && compare(value, key) == Ordering::Equal)
}

/// In a sorted list: the last that is not above the key.
fn last_not_above(values: &[&Scalar], key: &Scalar) -> Option<usize> {
    values.iter().rposition(|value| is_alike(value, key) && compare(value, key) != Ordering::Greater)
}

/// Whether two values are of one kind.
fn is_alike(value: &Scalar, key: &Scalar) -> bool {
    std::mem::discriminant(value) == std::mem::discriminant(key)
}

/// A count that a number stands for.
fn line(number: f64) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    (0.0..=10_000_000.0).contains(&number).then_some(number as usize)
}

fn not_found(function: &str, formula: &Formula<'_, '_>, key: &Scalar) -> Fault {
    let key = formula.as_text(key);
    Fault::new(Kind::NotAvailable, format!("Did not find value '{key}' in {function} evaluation."))
}
