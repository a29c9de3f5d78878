//! Reading the pieces that many requests are made of: ranges, coordinates, masks.

use serde_json::{Map, Value, json};

use super::area::{Area, Axis, Span};
use super::objection::Objection;
use crate::contract::Contract;
use crate::fields::Mask;

/// A part of a request; what is not there is empty.
pub(super) fn part<'a>(given: &'a Value, name: &str) -> &'a Value {
    given.get(name).unwrap_or(&Value::Null)
}

pub(super) fn text<'a>(given: &'a Value, name: &str) -> &'a str {
    part(given, name).as_str().unwrap_or_default()
}

pub(super) fn list<'a>(given: &'a Value, name: &str) -> &'a [Value] {
    part(given, name).as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn is_true(given: &Value, name: &str) -> bool {
    part(given, name) == &Value::Bool(true)
}

pub(super) fn object(given: &Value, name: &str) -> Map<String, Value> {
    part(given, name).as_object().cloned().unwrap_or_default()
}

/// The `sheetId`; the one that is left out is 0.
pub(super) fn sheet(given: &Value) -> i32 {
    number(given, "sheetId").unwrap_or_default()
}

pub(super) fn number(given: &Value, name: &str) -> Option<i32> {
    part(given, name).as_i64().and_then(|number| i32::try_from(number).ok())
}

/// A count or an index, which is not negative.
pub(super) fn index(given: &Value, name: &str) -> Result<Option<u32>, Objection> {
    let Some(number) = part(given, name).as_i64() else { return Ok(None) };
    u32::try_from(number)
        .map(Some)
        .map_err(|_| Objection::new(format!("{name}[{number}] must be at least 0")))
}

/// A `GridRange`.
pub(super) fn grid_range(range: &Value) -> Result<(i32, Area), Objection> {
    let span = |from: &str, to: &str| {
        let span = Span { start: index(range, from)?.unwrap_or_default(), end: index(range, to)? };
        match span.end {
            Some(end) if end < span.start => Err(Objection::new(format!(
                "Invalid GridRange: {from}[{}] must be less than {to}[{end}]",
                span.start
            ))),
            _ => Ok(span),
        }
    };
    let area = Area {
        rows: span("startRowIndex", "endRowIndex")?,
        columns: span("startColumnIndex", "endColumnIndex")?,
    };
    Ok((sheet(range), area))
}

/// An area as a `GridRange`.
pub(super) fn as_grid_range(sheet: i32, area: Area) -> Value {
    let mut range = json!({ "sheetId": sheet });
    let bounds = [
        ("startRowIndex", Some(area.rows.start).filter(|_| area.rows != Span::ALL)),
        ("endRowIndex", area.rows.end),
        ("startColumnIndex", Some(area.columns.start).filter(|_| area.columns != Span::ALL)),
        ("endColumnIndex", area.columns.end),
    ];
    for (name, bound) in bounds {
        if let (Some(bound), Some(range)) = (bound, range.as_object_mut()) {
            range.insert(name.to_owned(), bound.into());
        }
    }
    range
}

/// Some rows or columns of a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) sheet: i32,
    pub(super) axis: Axis,
    pub(super) span: Span,
}

/// A `DimensionRange`.
pub(super) fn lines(range: &Value) -> Result<Lines, Objection> {
    let negative =
        ["startIndex", "endIndex"].iter().any(|name| number(range, name).is_some_and(i32::is_negative));
    if negative {
        return Err(Objection::new("DimensionRange indexes must be >= 0"));
    }
    let span =
        Span { start: index(range, "startIndex")?.unwrap_or_default(), end: index(range, "endIndex")? };
    Ok(Lines { sheet: sheet(range), axis: axis(range, "dimension")?, span })
}

pub(super) fn axis(given: &Value, name: &str) -> Result<Axis, Objection> {
    match text(given, name) {
        "ROWS" => Ok(Axis::Rows),
        "COLUMNS" => Ok(Axis::Columns),
        _ => Err(Objection::new(format!("{name} must be specified."))),
    }
}

/// The `fields` of an update, which name parts of a message of the contract.
pub(super) fn mask(given: &Value, message: &str) -> Result<Mask, Objection> {
    let text = text(given, "fields");
    if text.is_empty() {
        return Err(Objection::new(
            "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
        ));
    }
    let unknown = || Objection::new(format!("Invalid field mask: {text}"));
    let found = Contract::shared().find("GET", "/v4/spreadsheets/any").ok().flatten().ok_or_else(unknown)?;
    Mask::read(text, found.api, found.api.schemas.get(message)).map_err(|_| unknown())
}
