//! Sums, counts and the like. Texts and truths in ranges do not count; those written as arguments do.

use super::super::evaluate::{Formula, Operand, Outcome};
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Kind, Scalar};

type Arguments<'e> = &'e [Expression];

pub(super) fn sum(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    Ok(all(formula, name, arguments)?.iter().sum::<f64>().into())
}

pub(super) fn average(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    let numbers = all(formula, name, arguments)?;
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(Fault::new(
            Kind::DivideByZero,
            "Evaluation of function AVERAGE caused a divide by zero error.",
        ));
    }
    Ok((numbers.iter().sum::<f64>() / f64::from(count)).into())
}

pub(super) fn least(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    let least = all(formula, name, arguments)?.into_iter().reduce(f64::min);
    Ok(least.unwrap_or_default().into())
}

pub(super) fn most(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    let most = all(formula, name, arguments)?.into_iter().reduce(f64::max);
    Ok(most.unwrap_or_default().into())
}

#[expect(clippy::unnecessary_wraps, reason = "every function of a formula has this shape")]
pub(super) fn count(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    Ok(counted(formula, arguments, |value, written| {
        matches!(value, Scalar::Number(_)) || (written && formula.as_number(name, value).is_ok())
    }))
}

#[expect(clippy::unnecessary_wraps, reason = "every function of a formula has this shape")]
pub(super) fn count_all(formula: &Formula<'_, '_>, _: &str, arguments: Arguments<'_>) -> Outcome {
    Ok(counted(formula, arguments, |value, _| *value != Scalar::Empty))
}

pub(super) fn round(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    let [number, places @ ..] = arguments else { return Ok(Scalar::Empty) };
    let number = formula.number(name, number)?;
    let places = places.first().map_or(Ok(0.0), |places| formula.number(name, places))?;
    let factor = 10f64.powf(places.trunc());
    // Half of the last place goes away from nought, also where the number is stored a little below it.
    let scaled = number.abs() * factor;
    let rounded = (scaled + scaled * f64::EPSILON).round() / factor;
    Ok((rounded * number.signum()).into())
}

pub(super) fn absolute(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Outcome {
    let [number] = arguments else { return Ok(Scalar::Empty) };
    Ok(formula.number(name, number)?.abs().into())
}

fn all(formula: &Formula<'_, '_>, name: &str, arguments: Arguments<'_>) -> Result<Vec<f64>, Fault> {
    let mut numbers = Vec::new();
    for argument in arguments {
        match formula.operand(argument) {
            Operand::Single(value) if matches!(argument, Expression::Reference(_)) => {
                numbers.extend(in_range(&value)?);
            }
            Operand::Single(value) => numbers.push(formula.as_number(name, &value)?),
            Operand::Table(table) => {
                for value in table.iter().flatten() {
                    numbers.extend(in_range(value)?);
                }
            }
        }
    }
    Ok(numbers)
}

fn in_range(value: &Scalar) -> Result<Option<f64>, Fault> {
    match value {
        Scalar::Number(number) => Ok(Some(*number)),
        Scalar::Fault(fault) => Err(fault.clone()),
        Scalar::Empty | Scalar::Text(_) | Scalar::Bool(_) => Ok(None),
    }
}

/// Counts what fits; the test is told whether the value was written as an argument.
fn counted(
    formula: &Formula<'_, '_>,
    arguments: Arguments<'_>,
    fits: impl Fn(&Scalar, bool) -> bool,
) -> Scalar {
    let count = |argument: &Expression| match formula.operand(argument) {
        Operand::Single(value) => usize::from(fits(&value, !matches!(argument, Expression::Reference(_)))),
        Operand::Table(table) => table.iter().flatten().filter(|value| fits(value, false)).count(),
    };
    let count: usize = arguments.iter().map(count).sum();
    Scalar::Number(f64::from(u32::try_from(count).unwrap_or(u32::MAX)))
}
