//! Ranges that only some may edit.

use serde_json::{Value, json};

use crate::sheets::area::Area;
use crate::sheets::draft::{Draft, Editor};
use crate::sheets::given::{grid_range, is_true, list, mask, number, object, part};
use crate::sheets::grid::{Protection, Spreadsheet};
use crate::sheets::objection::Objection;
use crate::sheets::spreadsheets::protected;

const ELSEWHERE: [&str; 4] = ["protectedRangeId", "range", "unprotectedRanges", "requestingUserCanEdit"];

pub(super) fn add(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let wanted = part(given, "protectedRange");
    let id = number(wanted, "protectedRangeId").unwrap_or_else(|| fresh(&draft.book));
    if find(&draft.book, id).is_ok() {
        return Err(Objection::new(format!("A protected range with id {id} already exists.")));
    }
    let (sheet, protection) = read(&draft.book, wanted, id, &draft.editor)?;
    let grid = draft.book.grid_mut(sheet)?;
    grid.protections.push(protection.clone());
    let reply = protected(draft.book.grid(sheet)?, &protection, &draft.editor);
    Ok(json!({ "protectedRange": reply }))
}

pub(super) fn update(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let mask = mask(given, "ProtectedRange")?;
    let id = number(part(given, "protectedRange"), "protectedRangeId").unwrap_or_default();
    let (sheet, before) = take(draft, id)?;
    let shown = protected(draft.book.grid(sheet)?, &before, &draft.editor);
    let mut fields = shown.as_object().cloned().unwrap_or_default();
    mask.transfer(&object(given, "protectedRange"), &mut fields);
    let (sheet, after) = read(&draft.book, &Value::Object(fields), id, &draft.editor)?;
    draft.book.grid_mut(sheet)?.protections.push(after);
    Ok(Value::Null)
}

pub(super) fn delete(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    take(draft, number(given, "protectedRangeId").unwrap_or_default())?;
    Ok(Value::Null)
}

/// Takes a protection away, if this editor may.
fn take(draft: &mut Draft, id: i32) -> Result<(i32, Protection), Objection> {
    let sheet = find(&draft.book, id)?;
    let protections = &mut draft.book.grid_mut(sheet)?.protections;
    let at = protections.iter().position(|protection| protection.id == id);
    let protection = at.map(|at| protections.remove(at)).ok_or_else(|| missing(id))?;
    if draft.editor.may_edit(&protection) { Ok((sheet, protection)) } else { Err(Objection::is_protected()) }
}

fn read(
    book: &Spreadsheet,
    wanted: &Value,
    id: i32,
    editor: &Editor,
) -> Result<(i32, Protection), Objection> {
    let (sheet, area) = match (wanted.get("range"), wanted.get("namedRangeId").and_then(Value::as_str)) {
        (Some(range), _) => grid_range(range)?,
        (None, Some(name)) => {
            let named = book.named.iter().find(|named| named.id == name);
            let named = named.ok_or_else(|| Objection::new(format!("No named range with id: {name}")))?;
            (named.sheet, named.area)
        }
        (None, None) => return Err(Objection::new("ProtectedRange.range must be specified.")),
    };
    super::cells::inside(book.grid(sheet)?, area)?;
    let open = list(wanted, "unprotectedRanges").iter().map(|range| grid_range(range).map(|(_, area)| area));
    let open = open.collect::<Result<Vec<Area>, _>>()?;
    let mut fields = wanted.as_object().cloned().unwrap_or_default();
    fields.retain(|name, _| !ELSEWHERE.contains(&name.as_str()));
    if !is_true(wanted, "warningOnly") {
        fields.insert("editors".to_owned(), with(part(wanted, "editors"), editor));
    }
    Ok((sheet, Protection { id, area, open, fields }))
}

/// Whoever protects a range can always edit it.
fn with(editors: &Value, editor: &Editor) -> Value {
    let mut fields = editors.as_object().cloned().unwrap_or_default();
    let mut users = list(editors, "users").to_vec();
    let there = users.iter().filter_map(Value::as_str).any(|user| user.eq_ignore_ascii_case(&editor.address));
    if !there {
        users.insert(0, editor.address.clone().into());
    }
    fields.insert("users".to_owned(), users.into());
    Value::Object(fields)
}

fn find(book: &Spreadsheet, id: i32) -> Result<i32, Objection> {
    let holds = |protections: &[Protection]| protections.iter().any(|protection| protection.id == id);
    let sheet = book.sheets.iter().find(|sheet| holds(&sheet.protections));
    sheet.map(|sheet| sheet.id).ok_or_else(|| missing(id))
}

fn missing(id: i32) -> Objection {
    Objection::new(format!("No protected range with id: {id}"))
}

/// An id that no protection has.
pub(super) fn fresh(book: &Spreadsheet) -> i32 {
    let random = || i32::try_from(uuid::Uuid::new_v4().as_u128() % 2_000_000_000).unwrap_or(1);
    std::iter::repeat_with(random).find(|id| find(book, *id).is_err()).unwrap_or_default()
}
