//! `addTable` and `deleteTable`: rectangles with a name and headed columns.

use serde_json::{Value, json};

use super::cells::inside;
use crate::sheets::draft::Draft;
use crate::sheets::given::{grid_range, list, object, part, text};
use crate::sheets::grid::{Entered, Recorded};
use crate::sheets::objection::Objection;
use crate::sheets::spreadsheets::table;

pub(super) fn add(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let wanted = part(given, "table");
    let (id, area) = grid_range(part(wanted, "range"))?;
    inside(draft.book.grid(id)?, area)?;
    let block = draft.book.grid(id)?.block(area);
    draft.permit(id, block.into())?;
    let sheet = draft.book.grid_mut(id)?;
    let overlaps = |known: &Recorded| known.areas.iter().any(|known| known.overlaps(area));
    if sheet.tables.iter().any(overlaps) {
        return Err(Objection::new("Tables cannot overlap other tables."));
    }
    let columns = list(wanted, "columnProperties");
    for (number, column) in (0..).zip(block.left..block.right) {
        let named =
            columns.iter().find(|one| one.get("columnIndex").and_then(Value::as_u64).unwrap_or(0) == number);
        let name = named.map(|one| text(one, "columnName")).filter(|name| !name.is_empty());
        if let Some(name) = name {
            let value = Entered::Text(name.to_owned());
            sheet.cells.edit((block.top, column), |cell| cell.value = Some(value));
        }
    }
    let mut fields = object(given, "table");
    fields.remove("range");
    fields.entry("tableId").or_insert_with(|| uuid::Uuid::new_v4().simple().to_string().into());
    fields.entry("name").or_insert_with(|| format!("Table{}", sheet.tables.len() + 1).into());
    let made = Recorded { areas: vec![area], fields };
    let shown = table(id, &made);
    sheet.tables.push(made);
    Ok(json!({ "table": shown }))
}

/// Deletes a table with the values in its cells.
pub(super) fn delete(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, at) = draft.book.table(text(given, "tableId"))?;
    let sheet = draft.book.grid_mut(id)?;
    let gone = sheet.tables.remove(at);
    for area in gone.areas {
        for place in sheet.block(area).places() {
            sheet.cells.edit(place, |cell| cell.value = None);
        }
    }
    Ok(Value::Null)
}
