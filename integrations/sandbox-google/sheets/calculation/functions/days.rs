//! Days.

use jiff::Span;
use jiff::civil::Date;

use super::super::evaluate::{Formula, Outcome};
use crate::sheets::dates;
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Kind, Scalar};

#[expect(clippy::unnecessary_wraps, reason = "every function of a formula has this shape")]
pub(super) fn today(formula: &Formula<'_, '_>, name: &str, _: &[Expression]) -> Outcome {
    let now = formula.calculation.now;
    let day = dates::serial(now.date());
    Ok(Scalar::Number(if name == "NOW" { day + dates::fraction(now.time()) } else { day }))
}

/// Months and days that are too many run on into the next years and months.
pub(super) fn date(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [year, month, day] = arguments else { return Ok(Scalar::Empty) };
    let whole = |argument| formula.number(name, argument).map(f64::trunc);
    let (year, month, day) = (whole(year)?, whole(month)?, whole(day)?);
    let impossible = || Fault::new(Kind::Number, "Function DATE cannot make a date of these numbers.");
    if [year, month, day].iter().any(|number| number.abs() > 100_000.0) {
        return Err(impossible());
    }
    // Years below 1900 are counted from 1900.
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let (year, month, day) =
        (if year < 1900.0 { year + 1900.0 } else { year } as i64, month as i64, day as i64);
    let first =
        i16::try_from(year).ok().and_then(|year| Date::new(year, 1, 1).ok()).ok_or_else(impossible)?;
    let span = Span::new().try_months(month - 1).and_then(|span| span.try_days(day - 1));
    let date = span.and_then(|span| first.checked_add(span)).map_err(|_| impossible())?;
    Ok(Scalar::Number(dates::serial(date)))
}

pub(super) fn part(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [day] = arguments else { return Ok(Scalar::Empty) };
    let moment = dates::moment(formula.number(name, day)?)
        .ok_or_else(|| Fault::new(Kind::Number, format!("Function {name} parameter 1 is no date.")))?;
    Ok(Scalar::Number(match name {
        "YEAR" => f64::from(moment.year()),
        "MONTH" => f64::from(moment.month()),
        _ => f64::from(moment.day()),
    }))
}
