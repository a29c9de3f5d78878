//! What cells look like and allow: merges, borders, conditional formats, validation.

use serde_json::{Map, Value, json};

use super::cells::inside;
use crate::sheets::area::{Area, Block};
use crate::sheets::draft::Draft;
use crate::sheets::given::{self, grid_range, index, list, part, text};
use crate::sheets::grid::Recorded;
use crate::sheets::objection::Objection;

/// Merges cells; the values of all but the first of each merge are gone.
pub(super) fn merge(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let merged: Vec<Block> = match text(given, "mergeType") {
        "MERGE_COLUMNS" => (block.left..block.right)
            .map(|column| Block { left: column, right: column + 1, ..block })
            .collect(),
        "MERGE_ROWS" => {
            (block.top..block.bottom).map(|row| Block { top: row, bottom: row + 1, ..block }).collect()
        }
        _ => vec![block],
    };
    let sheet = draft.book.grid_mut(id)?;
    if sheet.merges.iter().any(|merge| merge.overlaps(block.into()) && !is_within(*merge, block)) {
        return Err(Objection::new("You must select all cells in a merged range to merge or unmerge them."));
    }
    sheet.merges.retain(|merge| !merge.overlaps(block.into()));
    for merge in merged.into_iter().filter(|merge| merge.height() > 1 || merge.width() > 1) {
        for place in merge.places().skip(1) {
            sheet.cells.edit(place, |cell| cell.value = None);
        }
        sheet.merges.push(merge.into());
    }
    Ok(Value::Null)
}

pub(super) fn unmerge(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let sheet = draft.book.grid_mut(id)?;
    if sheet.merges.iter().any(|merge| merge.overlaps(block.into()) && !is_within(*merge, block)) {
        return Err(Objection::new("You must select all cells in a merged range to merge or unmerge them."));
    }
    sheet.merges.retain(|merge| !merge.overlaps(block.into()));
    Ok(Value::Null)
}

pub(super) fn borders(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let sheet = draft.book.grid_mut(id)?;
    for (row, column) in block.places() {
        let sides = [
            ("top", if row == block.top { "top" } else { "innerHorizontal" }),
            ("bottom", if row + 1 == block.bottom { "bottom" } else { "innerHorizontal" }),
            ("left", if column == block.left { "left" } else { "innerVertical" }),
            ("right", if column + 1 == block.right { "right" } else { "innerVertical" }),
        ];
        sheet.cells.edit((row, column), |cell| {
            let mut borders = cell.format("borders").and_then(Value::as_object).cloned().unwrap_or_default();
            for (side, border) in sides {
                let given = given.get(border);
                if given.is_some_and(|border| text(border, "style") == "NONE") {
                    borders.remove(side);
                } else if let Some(border) = given {
                    borders.insert(side.to_owned(), border.clone());
                }
            }
            if !borders.is_empty() || cell.format("borders").is_some() {
                cell.set_format("borders", Value::Object(borders));
            }
        });
    }
    Ok(Value::Null)
}

/// A rule as it is kept, and the sheet it is for.
fn read_rule(rule: &Value) -> Result<(i32, Recorded), Objection> {
    let ranges = list(rule, "ranges").iter().map(grid_range).collect::<Result<Vec<_>, _>>()?;
    let Some((id, _)) = ranges.first().copied() else {
        return Err(Objection::new("ConditionalFormatRule.ranges must be specified."));
    };
    if ranges.iter().any(|(other, _)| *other != id) {
        return Err(Objection::new("All ranges of a conditional format rule must be on the same sheet."));
    }
    let mut fields = rule.as_object().cloned().unwrap_or_default();
    fields.remove("ranges");
    Ok((id, Recorded { areas: ranges.into_iter().map(|(_, area)| area).collect(), fields }))
}

fn no_rule(id: i32, at: usize) -> Objection {
    Objection::new(format!("No conditional format on sheet: {id} at index: {at}"))
}

/// A `ConditionalFormatRule`.
fn shown_rule(id: i32, rule: &Recorded) -> Value {
    let ranges: Vec<Value> = rule.areas.iter().map(|area| given::as_grid_range(id, *area)).collect();
    let mut fields = rule.fields.clone();
    fields.insert("ranges".to_owned(), ranges.into());
    Value::Object(fields)
}

pub(super) fn add_rule(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, rule) = read_rule(part(given, "rule"))?;
    let at = index(given, "index")?.unwrap_or_default() as usize;
    let rules = &mut draft.book.grid_mut(id)?.rules;
    if at > rules.len() {
        return Err(no_rule(id, at));
    }
    rules.insert(at, rule);
    Ok(Value::Null)
}

/// Another rule in the place of one, or one at another place.
pub(super) fn update_rule(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let at = index(given, "index")?.unwrap_or_default() as usize;
    if let Some(rule) = given.get("rule") {
        let (id, rule) = read_rule(rule)?;
        let known = draft.book.grid_mut(id)?.rules.get_mut(at).ok_or_else(|| no_rule(id, at))?;
        let new = shown_rule(id, &rule);
        let old = shown_rule(id, &std::mem::replace(known, rule));
        return Ok(json!({ "newRule": new, "newIndex": at, "oldRule": old, "oldIndex": at }));
    }
    let id = given::sheet(given);
    let to = index(given, "newIndex")?;
    let to = to.ok_or_else(|| Objection::new("One of 'rule' or 'newIndex' must be specified."))? as usize;
    let rules = &mut draft.book.grid_mut(id)?.rules;
    if let Some(beyond) = [at, to].into_iter().find(|at| *at >= rules.len()) {
        return Err(no_rule(id, beyond));
    }
    let moved = rules.remove(at);
    let shown = shown_rule(id, &moved);
    rules.insert(to, moved);
    Ok(json!({ "newRule": shown, "newIndex": to, "oldRule": shown, "oldIndex": at }))
}

pub(super) fn delete_rule(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, at) = (given::sheet(given), index(given, "index")?.unwrap_or_default() as usize);
    let rules = &mut draft.book.grid_mut(id)?.rules;
    if at >= rules.len() {
        return Err(no_rule(id, at));
    }
    Ok(json!({ "rule": shown_rule(id, &rules.remove(at)) }))
}

/// Records a rule for what may be entered; without one there is none any more.
pub(super) fn validate(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let rule: Option<Map<String, Value>> = part(given, "rule").as_object().cloned();
    let sheet = draft.book.grid_mut(id)?;
    for place in block.places() {
        sheet.cells.edit(place, |cell| {
            cell.fields.remove("dataValidation");
            cell.fields.extend(rule.clone().map(|rule| ("dataValidation".to_owned(), Value::Object(rule))));
        });
    }
    Ok(Value::Null)
}

/// The cells of a range that may be written.
pub(super) fn block(draft: &Draft, range: &Value) -> Result<(i32, Block), Objection> {
    let (id, area) = grid_range(range)?;
    let sheet = draft.book.grid(id)?;
    inside(sheet, area)?;
    let block = sheet.block(area);
    draft.permit(id, block.into())?;
    Ok((id, block))
}

fn is_within(area: Area, block: Block) -> bool {
    let inner = area.within(u32::MAX, u32::MAX);
    block.top <= inner.top
        && block.left <= inner.left
        && inner.bottom <= block.bottom
        && inner.right <= block.right
}
