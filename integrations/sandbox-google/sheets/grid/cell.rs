//! One cell as it was entered.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::sheets::objection::Objection;
use crate::sheets::scalar::plain;

/// As many characters as a cell holds.
pub(crate) const LONGEST: usize = 50_000;

/// The fields of `CellData` that are worked out and not kept.
const WORKED_OUT: [&str; 4] = ["effectiveValue", "formattedValue", "effectiveFormat", "hyperlink"];

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(crate) struct Cell {
    pub(crate) value: Option<Entered>,
    /// The other fields of `CellData`: format, note, validation and so on.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) fields: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) enum Entered {
    Number(f64),
    Text(String),
    Bool(bool),
    /// With its `=`.
    Formula(String),
    /// Not entered: a value of an array beside or above, as the formula that takes it out of there.
    Spread(String),
}

impl Entered {
    fn read(value: &Value) -> Result<Option<Self>, Objection> {
        let Some((name, given)) = value.as_object().and_then(|fields| fields.iter().next()) else {
            return Ok(None);
        };
        if given.as_str().is_some_and(|text| text.encode_utf16().count() > LONGEST) {
            return Err(Objection::too_long());
        }
        Ok(match (name.as_str(), given) {
            ("numberValue", Value::Number(number)) => number.as_f64().map(Self::Number),
            ("stringValue", Value::String(text)) => {
                Some(Self::Text(text.clone())).filter(|_| !text.is_empty())
            }
            ("boolValue", Value::Bool(truth)) => Some(Self::Bool(*truth)),
            ("formulaValue", Value::String(text)) if text.starts_with('=') => {
                Some(Self::Formula(text.clone()))
            }
            ("formulaValue", Value::String(text)) => {
                return Err(Objection::new(format!("Formula must start with '=': {text}")));
            }
            _ => return Err(Objection::new("ExtendedValue.errorValue cannot be set.")),
        })
    }

    fn extended(&self) -> Option<Value> {
        Some(match self {
            Self::Number(number) => json!({ "numberValue": plain(*number) }),
            Self::Text(text) => json!({ "stringValue": text }),
            Self::Bool(truth) => json!({ "boolValue": truth }),
            Self::Formula(formula) => json!({ "formulaValue": formula }),
            Self::Spread(_) => return None,
        })
    }
}

impl Cell {
    /// Reads a `CellData`; what is worked out is not taken over.
    pub(crate) fn read(data: &Value) -> Result<Self, Objection> {
        let mut fields = data.as_object().cloned().unwrap_or_default();
        let value = fields.remove("userEnteredValue").map_or(Ok(None), |value| Entered::read(&value))?;
        fields.retain(|name, value| !WORKED_OUT.contains(&name.as_str()) && !is_void(value));
        Ok(Self { value, fields })
    }

    /// The `CellData` of what was entered.
    pub(crate) fn data(&self) -> Map<String, Value> {
        let mut data = self.fields.clone();
        if let Some(value) = self.value.as_ref().and_then(Entered::extended) {
            data.insert("userEnteredValue".to_owned(), value);
        }
        data
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.value.is_none() && self.fields.is_empty()
    }

    /// A part of the format, by name, e.g. `numberFormat`.
    pub(crate) fn format(&self, name: &str) -> Option<&Value> {
        self.fields.get("userEnteredFormat")?.get(name)
    }

    pub(crate) fn set_format(&mut self, name: &str, value: Value) {
        let format = self.fields.entry("userEnteredFormat").or_insert_with(|| json!({}));
        if let Some(format) = format.as_object_mut() {
            format.insert(name.to_owned(), value);
        }
    }

    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(Value::as_str)
    }

    pub(crate) fn formula(&self) -> Option<&str> {
        match &self.value {
            Some(Entered::Formula(formula)) => Some(formula),
            _ => None,
        }
    }

    /// The formula its value is worked out by, whether somebody entered it or an array reaches here.
    pub(crate) fn computed(&self) -> Option<&str> {
        match &self.value {
            Some(Entered::Formula(formula) | Entered::Spread(formula)) => Some(formula),
            _ => None,
        }
    }
}

/// Nothing, or an object of nothing but nothings: the same as a field that is not there.
fn is_void(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_void),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
