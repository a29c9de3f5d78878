//! The same by data filter, which names a range by A1 notation or by its corners.

use serde_json::{Map, Value, json};

use super::enter::{Input, Outcome, Rows, enter};
use super::{Rendering, empty, range, totals, updated};
use crate::call::Call;
use crate::refusal::Refusal;
use crate::sheets::area::Area;
use crate::sheets::calculation::Calculation;
use crate::sheets::draft::Draft;
use crate::sheets::given::{grid_range, is_true, list, part, text};
use crate::sheets::grid::{Sheet, Spreadsheet};
use crate::sheets::objection::Objection;

pub(crate) fn get_filtered(book: &Spreadsheet, call: &Call) -> Result<Value, Refusal> {
    let rendering = Rendering::of_body(&call.body, "");
    let calculation = Calculation::new(book);
    let mut ranges = Vec::new();
    for filter in list(&call.body, "dataFilters") {
        let Some((sheet, area)) = meant(book, filter)? else { continue };
        let found = range(&calculation, sheet, sheet.within(area)?, rendering);
        ranges.push(json!({ "valueRange": found, "dataFilters": [filter] }));
    }
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "valueRanges": ranges }))
}

pub(crate) fn update_filtered(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let input = Input::read(Some(text(&call.body, "valueInputOption")))?;
    let (mut outcomes, mut filters) = (Vec::new(), Vec::new());
    for (at, data) in list(&call.body, "data").iter().enumerate() {
        let entered = entered(draft, data, input);
        let entered = entered.map_err(|words| Objection::new(format!("Invalid data[{at}]: {words}")))?;
        filters.extend(entered.as_ref().map(|_| part(data, "dataFilter").clone()));
        outcomes.extend(entered);
    }
    let shown =
        is_true(&call.body, "includeValuesInResponse").then(|| Rendering::of_body(&call.body, "response"));
    let id = call.path("spreadsheetId");
    let responses = outcomes.iter().zip(filters).map(|(outcome, filter)| {
        let answer = updated(&draft.book, id, outcome, shown);
        let mut answer: Map<String, Value> = answer.as_object().cloned().unwrap_or_default();
        answer.remove("spreadsheetId");
        answer.insert("dataFilter".to_owned(), filter);
        Value::Object(answer)
    });
    Ok(totals(id, &outcomes, &responses.collect::<Vec<_>>()))
}

pub(crate) fn clear_filtered(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let mut cleared = Vec::new();
    for filter in list(&call.body, "dataFilters") {
        let Some((sheet, area)) = meant(&draft.book, filter)? else { continue };
        let id = sheet.id;
        cleared.push(empty(draft, id, area)?);
    }
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "clearedRanges": cleared }))
}

fn entered(draft: &mut Draft, data: &Value, input: Input) -> Result<Option<Outcome>, Objection> {
    let Some((sheet, area)) = meant(&draft.book, part(data, "dataFilter"))? else { return Ok(None) };
    let id = sheet.id;
    enter(draft, id, area, &Rows::read(data)?, input).map(Some)
}

/// The range of a data filter; one by developer metadata finds nothing, since nobody can make any here.
pub(crate) fn meant<'a>(
    book: &'a Spreadsheet,
    filter: &Value,
) -> Result<Option<(&'a Sheet, Area)>, Objection> {
    if let Some(range) = filter.get("a1Range").and_then(Value::as_str) {
        return book.range(range).map(Some);
    }
    let Some(range) = filter.get("gridRange") else { return Ok(None) };
    let (sheet, area) = grid_range(range)?;
    Ok(Some((book.grid(sheet)?, area)))
}
