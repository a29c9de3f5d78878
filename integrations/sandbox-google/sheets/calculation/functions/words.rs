//! Texts.

use super::super::evaluate::{Formula, Operand, Outcome};
use crate::sheets::formula::Expression;
use crate::sheets::scalar::Scalar;

pub(super) fn concatenate(formula: &Formula<'_, '_>, _: &str, arguments: &[Expression]) -> Outcome {
    let mut out = String::new();
    for argument in arguments {
        let values = match formula.operand(argument) {
            Operand::Single(value) => vec![value],
            Operand::Table(table) => table.into_iter().flatten().collect(),
        };
        for value in values {
            match value {
                Scalar::Fault(fault) => return Err(fault),
                value => out.push_str(&formula.as_text(&value)),
            }
        }
    }
    Ok(Scalar::Text(out))
}

pub(super) fn length(formula: &Formula<'_, '_>, _: &str, arguments: &[Expression]) -> Outcome {
    let [text] = arguments else { return Ok(Scalar::Empty) };
    let length = formula.text(text)?.encode_utf16().count();
    Ok(f64::from(u32::try_from(length).unwrap_or(u32::MAX)).into())
}

pub(super) fn changed(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [text] = arguments else { return Ok(Scalar::Empty) };
    let text = formula.text(text)?;
    Ok(Scalar::Text(match name {
        "UPPER" => text.to_uppercase(),
        "LOWER" => text.to_lowercase(),
        _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }))
}
