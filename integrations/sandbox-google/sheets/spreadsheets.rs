//! `spreadsheets.create`, `get` and their kin: a spreadsheet as JSON, and back.

mod create;
mod data;

use serde_json::{Map, Value, json};

pub(super) use create::create;

use super::area::Area;
use super::calculation::Calculation;
use super::draft::Editor;
use super::given::{as_grid_range, is_true, list};
use super::grid::{Protection, Recorded, Sheet, Spreadsheet};
use super::objection::Objection;
use super::values::meant;
use crate::call::Call;
use crate::refusal::Refusal;

/// A spreadsheet, and for whom it is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) book: &'a Spreadsheet,
    pub(super) reader: &'a Editor,
}

/// Which cells are shown.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// None: only what is known of the sheets.
    Outline,
    Everything,
}

pub(super) fn get(shown: Shown<'_>, call: &Call) -> Result<Value, Refusal> {
    let ranges = call.query.all("ranges").iter().map(|range| shown.book.range(range));
    let ranges = ranges.collect::<Result<Vec<_>, _>>()?;
    // A mask decides by itself whether there is grid data: what it does not name is cut away afterwards.
    let masked = call.query.one("fields").is_some();
    let extent =
        if masked || call.query.is_true("includeGridData") { Extent::Everything } else { Extent::Outline };
    Ok(spreadsheet(shown, &ranges, extent)?)
}

pub(super) fn get_filtered(shown: Shown<'_>, call: &Call) -> Result<Value, Refusal> {
    let filters = list(&call.body, "dataFilters").iter().map(|filter| meant(shown.book, filter));
    let ranges: Vec<_> = filters.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let masked = call.query.one("fields").is_some();
    let extent =
        if masked || is_true(&call.body, "includeGridData") { Extent::Everything } else { Extent::Outline };
    Ok(spreadsheet(shown, &ranges, extent)?)
}

/// A `Spreadsheet`; with ranges only the sheets they are in.
pub(super) fn spreadsheet(
    shown: Shown<'_>,
    ranges: &[(&Sheet, Area)],
    extent: Extent,
) -> Result<Value, Objection> {
    let calculation = Calculation::new(shown.book);
    let mut sheets = Vec::new();
    for sheet in &shown.book.sheets {
        let mut blocks = Vec::new();
        for (_, area) in ranges.iter().filter(|(ranged, _)| ranged.id == sheet.id) {
            blocks.push(sheet.within(*area)?);
        }
        if blocks.is_empty() && !ranges.is_empty() {
            continue;
        }
        if blocks.is_empty() {
            blocks.push(sheet.block(Area::ALL));
        }
        let mut json = outline(shown, sheet);
        if matches!(extent, Extent::Everything) {
            let data: Vec<Value> =
                blocks.iter().map(|block| data::grid(&calculation, sheet, *block)).collect();
            json.insert("data".to_owned(), data.into());
        }
        sheets.push(Value::Object(json));
    }
    let mut answer = json!({
        "spreadsheetId": shown.id,
        "properties": properties(shown),
        "sheets": sheets,
        "spreadsheetUrl": format!("https://docs.google.com/spreadsheets/d/{}/edit", shown.id),
    });
    let named = shown.book.named.iter().map(|named| {
        json!({ "namedRangeId": named.id, "name": named.name, "range": as_grid_range(named.sheet, named.area) })
    });
    fill(&mut answer, "namedRanges", named.collect());
    Ok(answer)
}

fn properties(shown: Shown<'_>) -> Value {
    let mut properties = shown.book.properties.clone();
    properties.insert("title".to_owned(), shown.title.into());
    properties.entry("defaultFormat").or_insert_with(data::default_format);
    Value::Object(properties)
}

/// All of a sheet but its cells.
fn outline(shown: Shown<'_>, sheet: &Sheet) -> Map<String, Value> {
    let mut json = json!({ "properties": sheet_properties(shown.book, sheet) });
    let ranges = |areas: &[Area]| areas.iter().map(|area| as_grid_range(sheet.id, *area)).collect::<Vec<_>>();
    fill(&mut json, "merges", ranges(&sheet.merges));
    let protections = sheet.protections.iter().map(|protection| protected(sheet, protection, shown.reader));
    fill(&mut json, "protectedRanges", protections.collect());
    let rules = sheet.rules.iter().map(|rule| with(&rule.fields, "ranges", ranges(&rule.areas).into()));
    fill(&mut json, "conditionalFormats", rules.collect());
    fill(&mut json, "tables", sheet.tables.iter().map(|one| table(sheet.id, one)).collect());
    let mut json = json.as_object().cloned().unwrap_or_default();
    if let Some(filter) = &sheet.filter {
        json.insert("basicFilter".to_owned(), basic_filter(sheet, filter));
    }
    json
}

/// A `Table`.
pub(super) fn table(sheet: i32, table: &Recorded) -> Value {
    let area = table.areas.first().copied().unwrap_or(Area::ALL);
    with(&table.fields, "range", as_grid_range(sheet, area))
}

fn basic_filter(sheet: &Sheet, filter: &Recorded) -> Value {
    let area = filter.areas.first().copied().unwrap_or(Area::ALL);
    with(&filter.fields, "range", as_grid_range(sheet.id, area))
}

/// A `ProtectedRange`.
pub(super) fn protected(sheet: &Sheet, protection: &Protection, reader: &Editor) -> Value {
    let mut json = protection.fields.clone();
    json.insert("protectedRangeId".to_owned(), protection.id.into());
    json.insert("range".to_owned(), as_grid_range(sheet.id, protection.area));
    if !protection.open.is_empty() {
        let open: Vec<Value> = protection.open.iter().map(|area| as_grid_range(sheet.id, *area)).collect();
        json.insert("unprotectedRanges".to_owned(), open.into());
    }
    if reader.may_edit(protection) {
        json.insert("requestingUserCanEdit".to_owned(), true.into());
    } else {
        // Only those who may edit it learn who else may.
        json.remove("editors");
    }
    Value::Object(json)
}

/// A `SheetProperties`.
pub(super) fn sheet_properties(book: &Spreadsheet, sheet: &Sheet) -> Value {
    let mut grid = sheet.grid.clone();
    grid.insert("rowCount".to_owned(), sheet.rows.into());
    grid.insert("columnCount".to_owned(), sheet.columns.into());
    let mut json = sheet.settings.clone();
    json.insert("sheetId".to_owned(), sheet.id.into());
    json.insert("title".to_owned(), sheet.title.clone().into());
    json.insert("index".to_owned(), book.sheets.iter().position(|one| one.id == sheet.id).into());
    json.insert("sheetType".to_owned(), "GRID".into());
    json.insert("gridProperties".to_owned(), Value::Object(grid));
    Value::Object(json)
}

fn with(fields: &Map<String, Value>, name: &str, value: Value) -> Value {
    let mut fields = fields.clone();
    fields.insert(name.to_owned(), value);
    Value::Object(fields)
}

fn fill(json: &mut Value, name: &str, items: Vec<Value>) {
    if let (false, Some(json)) = (items.is_empty(), json.as_object_mut()) {
        json.insert(name.to_owned(), items.into());
    }
}
