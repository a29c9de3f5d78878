//! Named ranges.

use serde_json::{Value, json};

use crate::sheets::a1;
use crate::sheets::draft::Draft;
use crate::sheets::given::{as_grid_range, grid_range, mask, object, part, text};
use crate::sheets::grid::{Named, Spreadsheet};
use crate::sheets::objection::Objection;

pub(super) fn add(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let wanted = part(given, "namedRange");
    let id = match text(wanted, "namedRangeId") {
        "" => uuid::Uuid::new_v4().simple().to_string(),
        id => id.to_owned(),
    };
    let named = read(&draft.book, wanted, id)?;
    let reply = shown(&named);
    draft.book.named.push(named);
    Ok(json!({ "namedRange": reply }))
}

pub(super) fn update(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask(given, "NamedRange")?;
    let wanted = part(given, "namedRange");
    let at = find(&draft.book, text(wanted, "namedRangeId"))?;
    let before = draft.book.named.remove(at);
    let mut fields = object(&json!({ "named": shown(&before) }), "named");
    mask.transfer(&object(given, "namedRange"), &mut fields);
    let after = read(&draft.book, &Value::Object(fields), before.id)?;
    draft.book.named.insert(at, after);
    Ok(Value::Null)
}

pub(super) fn delete(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let at = find(&draft.book, text(given, "namedRangeId"))?;
    draft.book.named.remove(at);
    Ok(Value::Null)
}

fn read(book: &Spreadsheet, wanted: &Value, id: String) -> Result<Named, Objection> {
    let name = text(wanted, "name");
    let plain = name.chars().all(|sign| sign.is_alphanumeric() || sign == '_' || sign == '.')
        && !name.starts_with(|sign: char| sign.is_ascii_digit())
        && !name.is_empty()
        && a1::read(name).is_none()
        && !["true", "false"].contains(&name.to_lowercase().as_str());
    if !plain {
        return Err(Objection::new(format!("The name '{name}' is not a valid name for a named range.")));
    }
    if book.named(name).is_some() {
        return Err(Objection::new(format!(
            "Cannot add named range with name: {name}. A named range with that name already exists."
        )));
    }
    let (sheet, area) = grid_range(part(wanted, "range"))?;
    super::cells::inside(book.grid(sheet)?, area)?;
    Ok(Named { id, name: name.to_owned(), sheet, area })
}

fn find(book: &Spreadsheet, id: &str) -> Result<usize, Objection> {
    let at = book.named.iter().position(|named| named.id == id);
    at.ok_or_else(|| Objection::new(format!("No named range with id: {id}")))
}

fn shown(named: &Named) -> Value {
    json!({ "namedRangeId": named.id, "name": named.name, "range": as_grid_range(named.sheet, named.area) })
}
