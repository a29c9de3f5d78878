//! What a cell can come to: a number, a text, a truth, an error, or nothing.

use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    Empty,
    Number(f64),
    Text(String),
    Bool(bool),
    Fault(Fault),
}

/// An error in a cell, e.g. `#DIV/0!`, with the sentence that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Parse,
    Null,
    DivideByZero,
    Value,
    Reference,
    Name,
    Number,
    NotAvailable,
}

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// An error that is written out in a formula.
    pub(crate) fn written(sign: &str) -> Self {
        let kind = match sign {
            "#DIV/0!" => Kind::DivideByZero,
            "#REF!" => return Self::new(Kind::Reference, "Reference does not exist"),
            "#NAME?" => Kind::Name,
            "#VALUE!" => Kind::Value,
            "#N/A" => Kind::NotAvailable,
            "#NUM!" => Kind::Number,
            "#NULL!" => Kind::Null,
            _ => Kind::Parse,
        };
        Self::new(kind, "")
    }
}

impl Kind {
    /// As a cell shows it.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Parse => "#ERROR!",
            Self::Null => "#NULL!",
            Self::DivideByZero => "#DIV/0!",
            Self::Value => "#VALUE!",
            Self::Reference => "#REF!",
            Self::Name => "#NAME?",
            Self::Number => "#NUM!",
            Self::NotAvailable => "#N/A",
        }
    }

    fn type_name(self) -> &'static str {
        match self {
            Self::Parse => "ERROR",
            Self::Null => "NULL_VALUE",
            Self::DivideByZero => "DIVIDE_BY_ZERO",
            Self::Value => "VALUE",
            Self::Reference => "REF",
            Self::Name => "NAME",
            Self::Number => "NUM",
            Self::NotAvailable => "N_A",
        }
    }
}

impl Scalar {
    /// As `effectiveValue` gives it; nothing for nothing.
    pub(crate) fn extended(&self) -> Option<Value> {
        match self {
            Self::Empty => None,
            Self::Number(number) => Some(json!({ "numberValue": plain(*number) })),
            Self::Text(text) => Some(json!({ "stringValue": text })),
            Self::Bool(truth) => Some(json!({ "boolValue": truth })),
            Self::Fault(fault) => {
                Some(json!({ "errorValue": { "type": fault.kind.type_name(), "message": fault.message } }))
            }
        }
    }

    /// As `UNFORMATTED_VALUE` gives it.
    pub(crate) fn unformatted(&self) -> Value {
        match self {
            Self::Empty => json!(""),
            Self::Number(number) => plain(*number),
            Self::Text(text) => json!(text),
            Self::Bool(truth) => json!(truth),
            Self::Fault(fault) => json!(fault.kind.sign()),
        }
    }
}

impl From<f64> for Scalar {
    fn from(number: f64) -> Self {
        if number.is_finite() {
            Self::Number(number)
        } else {
            Self::Fault(Fault::new(Kind::Number, "Result was too large to represent as a number."))
        }
    }
}

/// A number as JSON, without a fraction where it has none.
pub(crate) fn plain(number: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small enough to be exact")]
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}
