//! Choices, and sums and counts of what meets a condition.

use std::cmp::Ordering;

use super::super::evaluate::{Formula, Operand, Outcome, compare};
use crate::sheets::entered;
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Scalar};

pub(super) fn choose(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [condition, yes, no @ ..] = arguments else { return Ok(Scalar::Empty) };
    if formula.truth(name, condition)? {
        return formula.outcome(yes);
    }
    no.first().map_or(Ok(Scalar::Bool(false)), |no| formula.outcome(no))
}

pub(super) fn all_or_any(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let mut truths = Vec::new();
    for argument in arguments {
        match formula.operand(argument) {
            Operand::Single(_) => truths.push(formula.truth(name, argument)?),
            Operand::Table(table) => {
                for value in table.iter().flatten() {
                    match value {
                        Scalar::Bool(truth) => truths.push(*truth),
                        Scalar::Number(number) => truths.push(*number != 0.0),
                        Scalar::Fault(fault) => return Err(fault.clone()),
                        Scalar::Empty | Scalar::Text(_) => {}
                    }
                }
            }
        }
    }
    let all = truths.iter().all(|truth| *truth);
    Ok(Scalar::Bool(if name == "AND" { all } else { truths.contains(&true) }))
}

pub(super) fn not(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [argument] = arguments else { return Ok(Scalar::Empty) };
    Ok(Scalar::Bool(!formula.truth(name, argument)?))
}

pub(super) fn if_error(formula: &Formula<'_, '_>, _: &str, arguments: &[Expression]) -> Outcome {
    let [value, instead @ ..] = arguments else { return Ok(Scalar::Empty) };
    formula
        .outcome(value)
        .or_else(|_| instead.first().map_or(Ok(Scalar::Empty), |instead| formula.outcome(instead)))
}

pub(super) fn sum_if(formula: &Formula<'_, '_>, _: &str, arguments: &[Expression]) -> Outcome {
    let [range, condition, summed @ ..] = arguments else { return Ok(Scalar::Empty) };
    let (tested, condition) = (formula.table(range)?, Condition::read(formula, condition)?);
    let summed = summed.first().map_or(Ok(tested.clone()), |summed| formula.table(summed))?;
    let mut sum = 0.0;
    for (row, values) in tested.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            let counted = summed.get(row).and_then(|values| values.get(column));
            if let (true, Some(Scalar::Number(number))) = (condition.holds(value), counted) {
                sum += number;
            }
        }
    }
    Ok(sum.into())
}

pub(super) fn count_if(formula: &Formula<'_, '_>, _: &str, arguments: &[Expression]) -> Outcome {
    let [range, condition] = arguments else { return Ok(Scalar::Empty) };
    let condition = Condition::read(formula, condition)?;
    let count = formula.table(range)?.iter().flatten().filter(|value| condition.holds(value)).count();
    Ok(f64::from(u32::try_from(count).unwrap_or(u32::MAX)).into())
}

/// `">5"`, `"<>x"`, `"Ann*"` or a value to be met.
struct Condition {
    fits: fn(Ordering) -> bool,
    than: Scalar,
    exact: bool,
}

impl Condition {
    fn read(formula: &Formula<'_, '_>, given: &Expression) -> Result<Self, Fault> {
        let equal: fn(Ordering) -> bool = |order| order == Ordering::Equal;
        let text = match formula.outcome(given)? {
            Scalar::Text(text) => text,
            than => return Ok(Self { fits: equal, than, exact: true }),
        };
        let (fits, rest): (fn(Ordering) -> bool, &str) = if let Some(rest) = text.strip_prefix(">=") {
            (|order| order != Ordering::Less, rest)
        } else if let Some(rest) = text.strip_prefix("<=") {
            (|order| order != Ordering::Greater, rest)
        } else if let Some(rest) = text.strip_prefix("<>") {
            (|order| order != Ordering::Equal, rest)
        } else if let Some(rest) = text.strip_prefix('>') {
            (|order| order == Ordering::Greater, rest)
        } else if let Some(rest) = text.strip_prefix('<') {
            (|order| order == Ordering::Less, rest)
        } else {
            (equal, text.strip_prefix('=').unwrap_or(&text))
        };
        let number = entered::number(rest, formula.calculation.customs);
        let than = number.map_or_else(|| Scalar::Text(rest.to_owned()), Scalar::Number);
        let exact = fits(Ordering::Equal) && !fits(Ordering::Less) && !fits(Ordering::Greater);
        Ok(Self { fits, than, exact })
    }

    fn holds(&self, value: &Scalar) -> bool {
        match (value, &self.than) {
            (Scalar::Fault(_), _) => false,
            (Scalar::Text(text), Scalar::Text(pattern)) if self.exact => {
                like(&text.to_lowercase(), &pattern.to_lowercase())
            }
            (Scalar::Text(_), Scalar::Text(_)) | (Scalar::Number(_), Scalar::Number(_)) => {
                (self.fits)(compare(value, &self.than))
            }
            (Scalar::Empty, Scalar::Text(text)) if text.is_empty() => self.exact,
            // Kinds that differ are unlike each other, and neither is more.
            _ if self.exact => *value == self.than,
            _ => (self.fits)(Ordering::Less) && (self.fits)(Ordering::Greater),
        }
    }
}

/// Whether a text is like a pattern with `*` and `?`.
fn like(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    // Which beginnings of the pattern fit the text so far.
    let mut fits = vec![false; pattern.len() + 1];
    let star = |fits: &mut Vec<bool>| {
        for (at, sign) in pattern.iter().enumerate() {
            if *sign == '*'
                && fits.get(at) == Some(&true)
                && let Some(next) = fits.get_mut(at + 1)
            {
                *next = true;
            }
        }
    };
    if let Some(first) = fits.first_mut() {
        *first = true;
    }
    star(&mut fits);
    for letter in &text {
        let mut next = vec![false; pattern.len() + 1];
        for (at, sign) in pattern.iter().enumerate().filter(|(at, _)| fits.get(*at) == Some(&true)) {
            let to = match sign {
                '*' => at,
                '?' => at + 1,
                sign if sign == letter => at + 1,
                _ => continue,
            };
            if let Some(place) = next.get_mut(to) {
                *place = true;
            }
        }
        star(&mut next);
        fits = next;
    }
    fits.last() == Some(&true)
}
