//! The same by data filter, which names a range by A1 notation or by its corners.

use serde_json::{Map, Value, json};

use super::enter::{Input, Outcome, Rows, enter};
use super::{Rendering, empty, range, totals, updated};
use crate::google::api::Call;
use crate::google::refusal::Refusal;
use crate::google::sheets::area::Area;
use crate::google::sheets::calculation::Calculation;
use crate::google::sheets::draft::Draft;
use crate::google::sheets::given::{grid_range, is_true, list, part, text};
use crate::google::sheets::grid::{Sheet, Spreadsheet};
use crate::google::sheets::objection::Objection;

pub(crate) fn get_filtered(book: &Spreadsheet, call: &Call) -> Result<Value, Refusal> {
    let rendering = Rendering::of_body(&call.body, "");
    let calculation = Calculation::new(book);
    let mut ranges = Vec::new();
    for filter in list(&call.body, "dataFilters") {
        let (sheet, area) = meant(book, filter)?;
        let found = range(&calculation, sheet, sheet.within(area)?, rendering);
        ranges.push(json!({ "valueRange": found, "dataFilters": [filter] }));
    }
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "valueRanges": ranges }))
}

pub(crate) fn update_filtered(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let input = Input::read(Some(text(&call.body, "valueInputOption")))?;
    let data = list(&call.body, "data");
    let mut outcomes = Vec::new();
    for (at, data) in data.iter().enumerate() {
        let entered = entered(draft, data, input);
        outcomes.push(entered.map_err(|words| Objection::new(format!("Invalid data[{at}]: {words}")))?);
    }
    let shown =
        is_true(&call.body, "includeValuesInResponse").then(|| Rendering::of_body(&call.body, "response"));
    let id = call.path("spreadsheetId");
    let responses = outcomes.iter().zip(data).map(|(outcome, data)| {
        let answer = updated(&draft.book, id, outcome, shown);
        let mut answer: Map<String, Value> = answer.as_object().cloned().unwrap_or_default();
        answer.remove("spreadsheetId");
        answer.insert("dataFilter".to_owned(), part(data, "dataFilter").clone());
        Value::Object(answer)
    });
    Ok(totals(id, &outcomes, responses.collect()))
}

pub(crate) fn clear_filtered(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let mut cleared = Vec::new();
    for filter in list(&call.body, "dataFilters") {
        let (sheet, area) = meant(&draft.book, filter)?;
        let id = sheet.id;
        cleared.push(empty(draft, id, area)?);
    }
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "clearedRanges": cleared }))
}

fn entered(draft: &mut Draft, data: &Value, input: Input) -> Result<Outcome, Objection> {
    let (sheet, area) = meant(&draft.book, part(data, "dataFilter"))?;
    let id = sheet.id;
    enter(draft, id, area, &Rows::read(data)?, input)
}

/// The range of a data filter.
pub(crate) fn meant<'a>(book: &'a Spreadsheet, filter: &Value) -> Result<(&'a Sheet, Area), Objection> {
    if let Some(range) = filter.get("a1Range").and_then(Value::as_str) {
        return book.range(range);
    }
    match filter.get("gridRange") {
        Some(range) => {
            let (sheet, area) = grid_range(range)?;
            Ok((book.grid(sheet)?, area))
        }
        None => Err(Objection::new("Data filters by developer metadata match nothing in this sandbox.")),
    }
}
