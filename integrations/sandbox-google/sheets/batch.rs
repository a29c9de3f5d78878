//! `spreadsheets.batchUpdate`: many changes, all of them or none.

mod appearance;
mod cells;
mod cleaning;
mod comments;
mod lines;
mod names;
mod pasting;
mod protecting;
mod replacing;
mod sheets;
mod sorting;
mod tables;

use serde_json::{Value, json};

pub(super) use cells::read as cells;
pub(super) use sheets::{add as add_sheet, copied, fresh};

use super::draft::Draft;
use super::given::{is_true, list};
use super::objection::Objection;
use super::spreadsheets::{Extent, Shown, spreadsheet};
use crate::call::Call;
use crate::refusal::Refusal;

/// Performs one request and gives its reply, which is empty for most.
type Work = fn(&mut Draft, &Value) -> Result<Value, Objection>;

pub(super) fn update(draft: &mut Draft, call: &Call) -> Result<Value, Refusal> {
    let requests = list(&call.body, "requests");
    if requests.is_empty() {
        return Err(Refusal::argument("Must specify at least one request."));
    }
    let works = requests.iter().enumerate().map(|(at, request)| work(at, request));
    let works = works.collect::<Result<Vec<_>, _>>()?;
    let mut replies = Vec::new();
    for (at, (kind, work, given)) in works.into_iter().enumerate() {
        let reply = work(draft, given);
        let reply =
            reply.map_err(|words| Refusal::argument(format!("Invalid requests[{at}].{kind}: {words}")))?;
        replies.push(if reply.is_null() { json!({}) } else { json!({ kind: reply }) });
    }
    let id = call.path("spreadsheetId");
    let mut answer = json!({ "spreadsheetId": id, "replies": replies });
    if is_true(&call.body, "includeSpreadsheetInResponse") {
        let ranges = call.texts("/responseRanges");
        let ranges = ranges.iter().map(|range| draft.book.range(range)).collect::<Result<Vec<_>, _>>()?;
        let extent =
            if is_true(&call.body, "responseIncludeGridData") { Extent::Everything } else { Extent::Outline };
        let shown = Shown { id, title: &draft.title, book: &draft.book, reader: &draft.editor };
        let updated = spreadsheet(shown, &ranges, extent)?;
        if let Some(answer) = answer.as_object_mut() {
            answer.insert("updatedSpreadsheet".to_owned(), updated);
        }
    }
    Ok(answer)
}

/// What one request asks for: its kind, who does it, and with what.
fn work(at: usize, request: &Value) -> Result<(&str, Work, &Value), Refusal> {
    let set = request.as_object().into_iter().flatten().find(|(_, given)| !given.is_null());
    let Some((kind, given)) = set else {
        return Err(Refusal::argument(format!("Invalid requests[{at}]: No request set")));
    };
    match find(kind) {
        Some(_) if is_true(given, "searchByRegex") => {
            Err(Refusal::not_implemented("The request findReplace with searchByRegex"))
        }
        Some(work) => Ok((kind, work, given)),
        None => Err(Refusal::not_implemented(&format!("The request {kind}"))),
    }
}

fn find(kind: &str) -> Option<Work> {
    Some(match kind {
        "updateCells" => cells::update as Work,
        "appendCells" => cells::append,
        "repeatCell" => cells::repeat,
        "updateSpreadsheetProperties" => sheets::update_spreadsheet,
        "addSheet" => sheets::add_requested,
        "updateSheetProperties" => sheets::update,
        "deleteSheet" => sheets::delete,
        "duplicateSheet" => sheets::duplicate,
        "insertDimension" => lines::insert,
        "deleteDimension" => lines::delete,
        "appendDimension" => lines::append,
        "updateDimensionProperties" => lines::update,
        "autoResizeDimensions" => lines::resize,
        "mergeCells" => appearance::merge,
        "unmergeCells" => appearance::unmerge,
        "updateBorders" => appearance::borders,
        "addConditionalFormatRule" => appearance::add_rule,
        "updateConditionalFormatRule" => appearance::update_rule,
        "deleteConditionalFormatRule" => appearance::delete_rule,
        "addTable" => tables::add,
        "deleteTable" => tables::delete,
        "insertComment" => comments::insert,
        "setDataValidation" => appearance::validate,
        "setBasicFilter" => sorting::set_filter,
        "clearBasicFilter" => sorting::clear_filter,
        "sortRange" => sorting::sort,
        "findReplace" => replacing::find_replace,
        "trimWhitespace" => cleaning::trim,
        "deleteDuplicates" => cleaning::delete_duplicates,
        "addNamedRange" => names::add,
        "updateNamedRange" => names::update,
        "deleteNamedRange" => names::delete,
        "addProtectedRange" => protecting::add,
        "updateProtectedRange" => protecting::update,
        "deleteProtectedRange" => protecting::delete,
        "copyPaste" => pasting::copy,
        "cutPaste" => pasting::cut,
        _ => return None,
    })
}
