//! The functions a formula may call.

mod conditions;
mod days;
mod lookup;
mod numbers;
mod outside;
mod words;

use super::evaluate::{Formula, Outcome};
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Kind};

pub(super) use outside::may_fetch;

/// The least and the most arguments of a function.
type Arity = (usize, usize);

const MANY: usize = 255;

type Function = fn(&Formula<'_, '_>, &str, &[Expression]) -> Outcome;

pub(super) fn call(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let Some(((least, most), function)) = find(name) else {
        return Err(Fault::new(Kind::Name, format!("Unknown function: '{name}'.")));
    };
    if !(least..=most).contains(&arguments.len()) {
        let expected = match (least, most) {
            (least, most) if least == most => format!("{least} arguments"),
            (least, MANY) => format!("at least {least} arguments"),
            (least, most) => format!("between {least} and {most} arguments"),
        };
        return Err(Fault::new(
            Kind::NotAvailable,
            format!("Wrong number of arguments to {name}. Expected {expected}, but got {}.", arguments.len()),
        ));
    }
    function(formula, name, arguments)
}

fn find(name: &str) -> Option<(Arity, Function)> {
    Some(match name {
        "SUM" => ((1, MANY), numbers::sum as Function),
        "AVERAGE" => ((1, MANY), numbers::average),
        "MIN" => ((1, MANY), numbers::least),
        "MAX" => ((1, MANY), numbers::most),
        "COUNT" => ((1, MANY), numbers::count),
        "COUNTA" => ((1, MANY), numbers::count_all),
        "ROUND" => ((1, 2), numbers::round),
        "ABS" => ((1, 1), numbers::absolute),
        "IF" => ((2, 3), conditions::choose),
        "AND" | "OR" => ((1, MANY), conditions::all_or_any),
        "NOT" => ((1, 1), conditions::not),
        "IFERROR" => ((1, 2), conditions::if_error),
        "SUMIF" => ((2, 3), conditions::sum_if),
        "COUNTIF" => ((2, 2), conditions::count_if),
        "CONCATENATE" => ((1, MANY), words::concatenate),
        "CONCAT" => ((2, 2), words::concatenate),
        "LEN" => ((1, 1), words::length),
        "UPPER" | "LOWER" | "TRIM" => ((1, 1), words::changed),
        "TODAY" | "NOW" => ((0, 0), days::today),
        "DATE" => ((3, 3), days::date),
        "YEAR" | "MONTH" | "DAY" => ((1, 1), days::part),
        "VLOOKUP" => ((3, 4), lookup::vertical),
        "INDEX" => ((1, 3), lookup::index),
        "MATCH" => ((2, 3), lookup::position),
        "IMPORTXML" | "IMPORTHTML" | "IMPORTFEED" | "IMPORTDATA" | "IMPORTRANGE" | "IMAGE" => {
            ((1, 6), outside::fetch)
        }
        "HYPERLINK" => ((1, 2), outside::link),
        _ => return None,
    })
}
