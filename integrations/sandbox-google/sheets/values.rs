//! `spreadsheets.values`: reading, writing, appending and clearing ranges.

mod append;
mod enter;
mod filter;
mod read;

use serde_json::{Value, json};

pub(super) use append::append;
pub(super) use enter::{Input, put};
pub(super) use filter::{clear_filtered, get_filtered, meant, update_filtered};

use enter::{Outcome, Rows, enter};
use read::{Rendering, rendered};

use super::a1;
use super::area::{Area, Block};
use super::calculation::Calculation;
use super::draft::Draft;
use super::given::{is_true, list, text};
use super::grid::{Sheet, Spreadsheet};
use super::objection::Objection;
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn get(book: &Spreadsheet, call: &Call) -> Result<Value, Refusal> {
    let rendering = Rendering::of_query(call, "valueRenderOption", "dateTimeRenderOption");
    let (sheet, area) = book.range(call.path("range"))?;
    Ok(range(&Calculation::new(book), sheet, sheet.within(area)?, rendering))
}

pub(super) fn batch_get(book: &Spreadsheet, call: &Call) -> Result<Value, Refusal> {
    let rendering = Rendering::of_query(call, "valueRenderOption", "dateTimeRenderOption");
    let calculation = Calculation::new(book);
    let mut ranges = Vec::new();
    for text in call.query.all("ranges") {
        let (sheet, area) = book.range(text)?;
        ranges.push(range(&calculation, sheet, sheet.within(area)?, rendering));
    }
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "valueRanges": ranges }))
}

pub(super) fn update(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let input = Input::read(call.query.one("valueInputOption"))?;
    let range = call.path("range");
    same_range(range, &call.body)?;
    let (sheet, area) = draft.book.range(range)?;
    let id = sheet.id;
    let outcome = enter(draft, id, area, &Rows::read(&call.body)?, input)?;
    let rendering = Rendering::of_query(call, "responseValueRenderOption", "responseDateTimeRenderOption");
    let shown = call.query.is_true("includeValuesInResponse").then_some(rendering);
    Ok(updated(&draft.book, call.path("spreadsheetId"), &outcome, shown))
}

pub(super) fn batch_update(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let input = Input::read(Some(text(&call.body, "valueInputOption")))?;
    let mut outcomes = Vec::new();
    for (at, data) in list(&call.body, "data").iter().enumerate() {
        let entered = entered(draft, data, input)
            .map_err(|words| Objection::new(format!("Invalid data[{at}]: {words}")))?;
        outcomes.push(entered);
    }
    let shown =
        is_true(&call.body, "includeValuesInResponse").then(|| Rendering::of_body(&call.body, "response"));
    let id = call.path("spreadsheetId");
    let responses: Vec<Value> =
        outcomes.iter().map(|outcome| updated(&draft.book, id, outcome, shown)).collect();
    Ok(totals(id, &outcomes, &responses))
}

fn entered(draft: &mut Draft, data: &Value, input: Input) -> Result<Outcome, Objection> {
    let (sheet, area) = draft.book.range(text(data, "range"))?;
    let id = sheet.id;
    enter(draft, id, area, &Rows::read(data)?, input)
}

/// Types a `ValueRange` in, and gives the range that was written.
pub(super) fn type_in(draft: &mut Draft, data: &Value) -> Result<String, Objection> {
    entered(draft, data, Input::UserEntered).map(|outcome| outcome.range)
}

pub(super) fn clear(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let cleared = cleared(draft, call.path("range"))?;
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "clearedRange": cleared }))
}

pub(super) fn batch_clear(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let ranges = call.texts("/ranges");
    let cleared = ranges.iter().map(|range| cleared(draft, range)).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({ "spreadsheetId": call.path("spreadsheetId"), "clearedRanges": cleared }))
}

fn cleared(draft: &mut Draft, range: &str) -> Result<String, Objection> {
    let (sheet, area) = draft.book.range(range)?;
    let id = sheet.id;
    empty(draft, id, area)
}

/// Takes the values out of a range; formats, notes and all else stay.
fn empty(draft: &mut Draft, id: i32, area: Area) -> Result<String, Objection> {
    let block = draft.book.grid(id)?.within(area)?;
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    let filled: Vec<(u32, u32)> = sheet.cells.within(block).map(|(place, _)| place).collect();
    for place in filled {
        sheet.cells.edit(place, |cell| cell.value = None);
    }
    Ok(a1::shown(&sheet.title, block))
}

/// A `ValueRange` of what is there.
fn range(calculation: &Calculation<'_>, sheet: &Sheet, block: Block, rendering: Rendering) -> Value {
    let mut range = json!({
        "range": a1::shown(&sheet.title, block),
        "majorDimension": rendering.dimension(),
    });
    let values = rendered(calculation, sheet, block, rendering);
    if let (false, Some(range)) = (values.is_empty(), range.as_object_mut()) {
        range.insert("values".to_owned(), values.into());
    }
    range
}

/// An `UpdateValuesResponse`.
fn updated(book: &Spreadsheet, id: &str, outcome: &Outcome, shown: Option<Rendering>) -> Value {
    let mut answer = json!({ "spreadsheetId": id, "updatedRange": outcome.range });
    let Some(fields) = answer.as_object_mut() else { return answer };
    let counts =
        [("updatedRows", outcome.rows), ("updatedColumns", outcome.columns), ("updatedCells", outcome.cells)];
    for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        fields.insert(name.to_owned(), count.into());
    }
    if let (Some(rendering), Some(sheet)) = (shown, book.sheet(outcome.sheet)) {
        let data = range(&Calculation::new(book), sheet, outcome.block, rendering);
        fields.insert("updatedData".to_owned(), data);
    }
    answer
}

fn totals(id: &str, outcomes: &[Outcome], responses: &[Value]) -> Value {
    let sum = |count: fn(&Outcome) -> usize| outcomes.iter().map(count).sum::<usize>();
    let sheets: std::collections::BTreeSet<i32> = outcomes.iter().map(|outcome| outcome.sheet).collect();
    json!({
        "spreadsheetId": id,
        "totalUpdatedRows": sum(|outcome| outcome.rows),
        "totalUpdatedColumns": sum(|outcome| outcome.columns),
        "totalUpdatedCells": sum(|outcome| outcome.cells),
        "totalUpdatedSheets": sheets.len(),
        "responses": responses,
    })
}

/// The range of the body is the one of the address, to the letter, if it is there.
fn same_range(range: &str, body: &Value) -> Result<(), Objection> {
    match text(body, "range") {
        "" => Ok(()),
        given if given == range => Ok(()),
        given => Err(Objection::new(format!("Request range[{range}] does not match value's range[{given}]"))),
    }
}
