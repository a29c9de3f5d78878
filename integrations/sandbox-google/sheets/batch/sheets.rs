//! Sheets that come, go, move and change their properties.

use serde_json::{Map, Value, json};

use super::protecting;
use crate::sheets::area::{Area, Axis, Change};
use crate::sheets::draft::Draft;
use crate::sheets::given::{self, index, mask, number, object, part, text};
use crate::sheets::grid::{Sheet, Spreadsheet};
use crate::sheets::objection::Objection;
use crate::sheets::spreadsheets::sheet_properties;

pub(super) fn update_spreadsheet(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask(given, "SpreadsheetProperties")?;
    let mut properties = draft.book.properties.clone();
    properties.insert("title".to_owned(), draft.title.clone().into());
    mask.transfer(&object(given, "properties"), &mut properties);
    let title = properties.remove("title").and_then(|title| title.as_str().map(str::to_owned));
    draft.title =
        title.filter(|title| !title.is_empty()).ok_or_else(|| Objection::new("Title cannot be empty."))?;
    if let Some(zone) = properties.get("timeZone").and_then(Value::as_str)
        && jiff::tz::TimeZone::get(zone).is_err()
    {
        return Err(Objection::new(format!("Invalid time zone: {zone}")));
    }
    draft.book.properties = properties;
    Ok(Value::Null)
}

pub(super) fn add_requested(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let id = add(&mut draft.book, part(given, "properties"))?;
    let sheet = draft.book.grid(id)?;
    Ok(json!({ "properties": sheet_properties(&draft.book, sheet) }))
}

/// Adds a sheet with these properties, where they say, and gives its id.
pub(crate) fn add(book: &mut Spreadsheet, properties: &Value) -> Result<i32, Objection> {
    let id = match number(properties, "sheetId") {
        Some(id) if id < 0 => return Err(Objection::new(format!("Invalid sheetId: {id}. Must be >= 0."))),
        Some(id) if book.sheet(id).is_some() => {
            return Err(Objection::new(format!(
                "A sheet with the id {id} already exists. Please use another id."
            )));
        }
        Some(id) => id,
        None => fresh(book),
    };
    let title = match text(properties, "title") {
        "" => untitled(book),
        title => title.to_owned(),
    };
    free(book, &title, id)?;
    let mut sheet = Sheet::new(id, &title);
    (sheet.settings, sheet.grid) = settings(properties);
    let at = index(properties, "index")?.map_or(book.sheets.len(), |at| at as usize);
    book.sheets.insert(at.min(book.sheets.len()), sheet);
    let grid = part(properties, "gridProperties");
    resize(book, id, index(grid, "rowCount")?, index(grid, "columnCount")?)?;
    thawed(book.grid(id)?)?;
    Ok(id)
}

pub(super) fn update(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask(given, "SheetProperties")?;
    let id = given::sheet(part(given, "properties"));
    let at = position(&draft.book, id)?;
    let sheet = draft.book.grid(id)?;
    let mut properties = sheet_properties(&draft.book, sheet).as_object().cloned().unwrap_or_default();
    mask.transfer(&object(given, "properties"), &mut properties);
    let properties = Value::Object(properties);
    let title = text(&properties, "title").to_owned();
    if title.is_empty() {
        return Err(Objection::new("Sheet title cannot be empty."));
    }
    if title != sheet.title {
        free(&draft.book, &title, id)?;
        draft.book.rename(id, &title)?;
    }
    let grid = part(&properties, "gridProperties");
    let (rows, columns) = (index(grid, "rowCount")?, index(grid, "columnCount")?);
    let hidden = given::is_true(&properties, "hidden");
    let others_shown =
        |sheet: &Sheet| sheet.id != id && sheet.settings.get("hidden") != Some(&Value::Bool(true));
    if hidden && !draft.book.sheets.iter().any(others_shown) {
        return Err(Objection::new("You can't hide all the sheets in a document."));
    }
    resize(&mut draft.book, id, rows, columns)?;
    let sheet = draft.book.grid_mut(id)?;
    (sheet.settings, sheet.grid) = settings(&properties);
    thawed(sheet)?;
    let to = index(&properties, "index")?.map_or(at, |to| to as usize);
    if to != at {
        // The index is counted with the sheet still where it was.
        let sheet = draft.book.sheets.remove(at);
        let to = if to > at { to - 1 } else { to };
        draft.book.sheets.insert(to.min(draft.book.sheets.len()), sheet);
    }
    Ok(Value::Null)
}

pub(super) fn delete(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let id = given::sheet(given);
    position(&draft.book, id)?;
    if draft.book.sheets.len() == 1 {
        return Err(Objection::new("You can't remove all the sheets in a document."));
    }
    draft.permit(id, Area::ALL)?;
    draft.book.remove(id);
    Ok(Value::Null)
}

pub(super) fn duplicate(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let source = number(given, "sourceSheetId").unwrap_or_default();
    let at = position(&draft.book, source)?;
    let mut copy = draft.book.grid(source)?.clone();
    let title = match text(given, "newSheetName") {
        "" => copied(&draft.book, &copy.title),
        title => title.to_owned(),
    };
    let id = number(given, "newSheetId").unwrap_or_else(|| fresh(&draft.book));
    if draft.book.sheet(id).is_some() {
        return Err(Objection::new(format!(
            "A sheet with the id {id} already exists. Please use another id."
        )));
    }
    free(&draft.book, &title, id)?;
    (copy.id, copy.title) = (id, title);
    for protection in &mut copy.protections {
        protection.id = protecting::fresh(&draft.book);
    }
    let to = index(given, "insertSheetIndex")?.map_or(at + 1, |to| to as usize);
    draft.book.sheets.insert(to.min(draft.book.sheets.len()), copy);
    let sheet = draft.book.grid(id)?;
    Ok(json!({ "properties": sheet_properties(&draft.book, sheet) }))
}

/// `Copy of Plan`, `Copy of Plan 1`, …
pub(crate) fn copied(book: &Spreadsheet, title: &str) -> String {
    let first = format!("Copy of {title}");
    let more = (1..).map(|number| format!("{first} {number}"));
    std::iter::once(first.clone())
        .chain(more)
        .find(|title| book.titled(title).is_none())
        .unwrap_or(first.clone())
}

/// An id that no sheet has.
pub(crate) fn fresh(book: &Spreadsheet) -> i32 {
    if book.sheets.is_empty() {
        return 0;
    }
    let random = || i32::try_from(uuid::Uuid::new_v4().as_u128() % 2_000_000_000).unwrap_or(1);
    std::iter::repeat_with(random).find(|id| book.sheet(*id).is_none()).unwrap_or_default()
}

fn untitled(book: &Spreadsheet) -> String {
    let titles = (book.sheets.len() + 1..).map(|number| format!("Sheet{number}"));
    titles.into_iter().find(|title| book.titled(title).is_none()).unwrap_or_default()
}

fn free(book: &Spreadsheet, title: &str, id: i32) -> Result<(), Objection> {
    match book.titled(title).filter(|sheet| sheet.id != id) {
        Some(_) => Err(Objection::new(format!(
            "A sheet with the name \"{title}\" already exists. Please enter another name."
        ))),
        None => Ok(()),
    }
}

fn position(book: &Spreadsheet, id: i32) -> Result<usize, Objection> {
    book.sheets.iter().position(|sheet| sheet.id == id).ok_or_else(|| Objection::no_sheet(id))
}

/// Gives a grid another size; rows and columns that are too many are taken out at the end.
fn resize(book: &mut Spreadsheet, id: i32, rows: Option<u32>, columns: Option<u32>) -> Result<(), Objection> {
    let sheet = book.grid(id)?;
    for (axis, wanted, size) in [(Axis::Rows, rows, sheet.rows), (Axis::Columns, columns, sheet.columns)] {
        let wanted = wanted.unwrap_or(size);
        if wanted == 0 {
            return Err(Objection::new("A sheet must have at least one row and one column."));
        }
        if wanted < size {
            book.change(id, Change::Remove { axis, at: wanted, count: size - wanted })?;
        }
    }
    book.grid_mut(id)?.grow(rows.unwrap_or_default(), columns.unwrap_or_default())
}

/// Some of a grid always scrolls.
fn thawed(sheet: &Sheet) -> Result<(), Objection> {
    let frozen = |name: &str| sheet.grid.get(name).and_then(Value::as_u64).unwrap_or_default();
    for (lines, count, size) in [
        ("rows", frozen("frozenRowCount"), sheet.rows),
        ("columns", frozen("frozenColumnCount"), sheet.columns),
    ] {
        if count >= u64::from(size) {
            return Err(Objection::new(format!("You can't freeze all visible {lines} on the sheet.")));
        }
    }
    Ok(())
}

/// What is kept of `SheetProperties` as it is: of the sheet, and of its grid.
fn settings(properties: &Value) -> (Map<String, Value>, Map<String, Value>) {
    let kept = |mut fields: Map<String, Value>, known: &[&str]| {
        fields.retain(|name, _| !known.contains(&name.as_str()));
        fields
    };
    let all = properties.as_object().cloned().unwrap_or_default();
    (
        kept(all, &["sheetId", "title", "index", "sheetType", "gridProperties"]),
        kept(object(properties, "gridProperties"), &["rowCount", "columnCount"]),
    )
}
