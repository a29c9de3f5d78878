//! Working out one formula whose needs are known.

use std::cmp::Ordering;

use super::cells::Calculation;
use crate::sheets::entered;
use crate::sheets::formatted::general;
use crate::sheets::formula::{Expression, Operator, Sign};
use crate::sheets::grid::Place;
use crate::sheets::scalar::{Fault, Kind, Scalar};

pub(super) type Outcome = Result<Scalar, Fault>;

pub(super) type Call = fn(&Formula<'_, '_>, &str, &[Expression]) -> Outcome;

/// A formula at its place.
pub(super) struct Formula<'c, 'b> {
    pub(super) calculation: &'c Calculation<'b>,
    pub(super) home: Place,
    /// Calls a function by its name.
    pub(super) call: Call,
}

/// A value, or the values of a rectangle.
pub(super) enum Operand {
    Single(Scalar),
    Table(Vec<Vec<Scalar>>),
}

impl Formula<'_, '_> {
    pub(super) fn scalar(&self, expression: &Expression) -> Scalar {
        self.outcome(expression).unwrap_or_else(Scalar::Fault)
    }

    /// The value, with an error as an error.
    pub(super) fn outcome(&self, expression: &Expression) -> Outcome {
        let value = match expression {
            Expression::Number(number) => Scalar::Number(*number),
            Expression::Text(text) => Scalar::Text(text.clone()),
            Expression::Bool(truth) => Scalar::Bool(*truth),
            Expression::Error(sign) => return Err(Fault::written(sign)),
            Expression::Missing => Scalar::Empty,
            Expression::Reference(_) | Expression::Named(_) => self.looked_up(expression)?,
            Expression::Call(name, arguments) => (self.call)(self, name, arguments)?,
            Expression::Array(rows) => {
                let first = self.array(rows)?.into_iter().next().and_then(|row| row.into_iter().next());
                first.unwrap_or(Scalar::Empty)
            }
            Expression::Signed(Sign::Plus, inner) => self.outcome(inner)?,
            Expression::Signed(Sign::Minus, inner) => Scalar::from(-self.number("UMINUS", inner)?),
            Expression::Percent(inner) => Scalar::from(self.number("UNARY_PERCENT", inner)? / 100.0),
            Expression::Pair(operator, left, right) => self.pair(*operator, left, right)?,
        };
        match value {
            Scalar::Fault(fault) => Err(fault),
            value => Ok(value),
        }
    }

    /// All values of an expression, row by row.
    pub(super) fn operand(&self, expression: &Expression) -> Operand {
        match expression {
            Expression::Reference(reference) if reference.is_cell() => {
                Operand::Single(self.scalar(expression))
            }
            Expression::Reference(_) | Expression::Named(_) | Expression::Array(_) => {
                match self.table(expression) {
                    Ok(table) => Operand::Table(table),
                    Err(fault) => Operand::Single(Scalar::Fault(fault)),
                }
            }
            _ => Operand::Single(self.scalar(expression)),
        }
    }

    /// The values of a rectangle, row by row; one value is a rectangle too.
    pub(super) fn table(&self, expression: &Expression) -> Result<Vec<Vec<Scalar>>, Fault> {
        match expression {
            Expression::Array(rows) => return self.array(rows),
            Expression::Reference(_) | Expression::Named(_) => {}
            _ => return Ok(vec![vec![self.outcome(expression)?]]),
        }
        let (sheet, block) =
            self.calculation.meant(expression, self.home).ok_or_else(|| self.nowhere(expression))?;
        let row = |row| {
            let cells = (block.left..block.right).map(move |column| (row, column));
            cells.map(|place| self.calculation.value(sheet.place(place))).collect()
        };
        Ok((block.top..block.bottom).map(row).collect())
    }

    /// The values of an array literal, row by row. What stands side by side has the same height, what stands below the same width.
    pub(super) fn array(&self, rows: &[Vec<Expression>]) -> Result<Vec<Vec<Scalar>>, Fault> {
        let mut table: Vec<Vec<Scalar>> = Vec::new();
        for elements in rows {
            let mut band: Vec<Vec<Scalar>> = Vec::new();
            for (number, element) in elements.iter().enumerate() {
                let part = match self.operand(element) {
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

    pub(super) fn number(&self, function: &str, expression: &Expression) -> Result<f64, Fault> {
        self.as_number(function, &self.outcome(expression)?)
    }

    pub(super) fn as_number(&self, function: &str, value: &Scalar) -> Result<f64, Fault> {
        match value {
            Scalar::Empty => Ok(0.0),
            Scalar::Number(number) => Ok(*number),
            Scalar::Bool(truth) => Ok(f64::from(u8::from(*truth))),
            Scalar::Fault(fault) => Err(fault.clone()),
            Scalar::Text(text) => entered::number(text, self.calculation.customs).ok_or_else(|| {
                Fault::new(
                    Kind::Value,
                    format!(
                        "Function {function} parameter 1 expects number values. But '{text}' is a text and cannot \
                         be coerced to a number."
                    ),
                )
            }),
        }
    }

    pub(super) fn text(&self, expression: &Expression) -> Result<String, Fault> {
        Ok(self.as_text(&self.outcome(expression)?))
    }

    pub(super) fn as_text(&self, value: &Scalar) -> String {
        match value {
            Scalar::Empty => String::new(),
            Scalar::Number(number) => general(*number, self.calculation.customs),
            Scalar::Text(text) => text.clone(),
            Scalar::Bool(truth) => if *truth { "TRUE" } else { "FALSE" }.to_owned(),
            Scalar::Fault(fault) => fault.kind.sign().to_owned(),
        }
    }

    pub(super) fn truth(&self, function: &str, expression: &Expression) -> Result<bool, Fault> {
        match self.outcome(expression)? {
            Scalar::Bool(truth) => Ok(truth),
            Scalar::Text(text) if text.eq_ignore_ascii_case("true") => Ok(true),
            Scalar::Text(text) if text.eq_ignore_ascii_case("false") => Ok(false),
            value => Ok(self.as_number(function, &value)? != 0.0),
        }
    }

    /// One cell; of a whole column the one beside the formula, of a whole row the one above or below it.
    fn looked_up(&self, expression: &Expression) -> Outcome {
        let (sheet, block) =
            self.calculation.meant(expression, self.home).ok_or_else(|| self.nowhere(expression))?;
        let beside = match (block.height(), block.width()) {
            (1, 1) => (block.top, block.left),
            (_, 1) => (self.home.row, block.left),
            (1, _) => (block.top, self.home.column),
            _ => (u32::MAX, u32::MAX),
        };
        if !block.contains(beside) {
            return Err(Fault::new(Kind::Value, "An array value could not be found."));
        }
        Ok(self.calculation.value(sheet.place(beside)))
    }

    fn nowhere(&self, expression: &Expression) -> Fault {
        match expression {
            Expression::Named(name) if self.calculation.book.named(name).is_none() => {
                Fault::new(Kind::Name, format!("Unknown range name: '{}'.", name.to_uppercase()))
            }
            Expression::Reference(reference) => match &reference.sheet {
                Some(title) if self.calculation.book.titled(title).is_none() => {
                    Fault::new(Kind::Reference, format!("Unresolved sheet name '{title}'."))
                }
                _ => Fault::new(Kind::Reference, "Reference does not exist."),
            },
            _ => Fault::new(Kind::Reference, "Reference does not exist."),
        }
    }

    fn pair(&self, operator: Operator, left: &Expression, right: &Expression) -> Outcome {
        let numbers =
            |function| Ok::<_, Fault>((self.number(function, left)?, self.number(function, right)?));
        let compared = || Ok::<_, Fault>(compare(&self.outcome(left)?, &self.outcome(right)?));
        Ok(match operator {
            Operator::Add => numbers("ADD").map(|(left, right)| left + right)?.into(),
            Operator::Subtract => numbers("MINUS").map(|(left, right)| left - right)?.into(),
            Operator::Multiply => numbers("MULTIPLY").map(|(left, right)| left * right)?.into(),
            Operator::Divide => match numbers("DIVIDE")? {
                (_, 0.0) => {
                    return Err(Fault::new(
                        Kind::DivideByZero,
                        "Function DIVIDE parameter 2 cannot be zero.",
                    ));
                }
                (left, right) => (left / right).into(),
            },
            Operator::Power => numbers("POW").map(|(left, right)| left.powf(right))?.into(),
            Operator::Join => Scalar::Text(self.text(left)? + &self.text(right)?),
            Operator::Equal => Scalar::Bool(compared()? == Ordering::Equal),
            Operator::Unequal => Scalar::Bool(compared()? != Ordering::Equal),
            Operator::Less => Scalar::Bool(compared()? == Ordering::Less),
            Operator::Greater => Scalar::Bool(compared()? == Ordering::Greater),
            Operator::AtMost => Scalar::Bool(compared()? != Ordering::Greater),
            Operator::AtLeast => Scalar::Bool(compared()? != Ordering::Less),
        })
    }
}

/// Numbers before texts before truths; texts without regard to case; nothing is like whatever it is held against.
pub(crate) fn compare(left: &Scalar, right: &Scalar) -> Ordering {
    let rank = |value: &Scalar| match value {
        Scalar::Number(_) | Scalar::Empty => 0,
        Scalar::Text(_) => 1,
        Scalar::Bool(_) => 2,
        Scalar::Fault(_) => 3,
    };
    match (left, right) {
        (Scalar::Number(left), Scalar::Number(right)) => left.partial_cmp(right).unwrap_or(Ordering::Equal),
        (Scalar::Text(left), Scalar::Text(right)) => left.to_lowercase().cmp(&right.to_lowercase()),
        (Scalar::Bool(left), Scalar::Bool(right)) => left.cmp(right),
        (Scalar::Empty, Scalar::Empty) => Ordering::Equal,
        (Scalar::Empty, Scalar::Number(right)) => 0.0.partial_cmp(right).unwrap_or(Ordering::Equal),
        (Scalar::Empty, Scalar::Text(right)) => "".cmp(right.as_str()),
        (Scalar::Empty, Scalar::Bool(right)) => false.cmp(right),
        (_, Scalar::Empty) => compare(right, left).reverse(),
        _ => rank(left).cmp(&rank(right)),
    }
}
