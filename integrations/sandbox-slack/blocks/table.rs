//! Tables: how wide, how long, and what a cell may be.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    elements,
    report::{At, Report},
    rich_text,
    surfaces::Place,
};

const MOST_ROWS: usize = 100;
const MOST_COLUMNS: usize = 20;

pub(super) fn table(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "rows", "column_settings"], at);
    if let Some(settings) = fields.get("column_settings") {
        let at = at.field("column_settings");
        for (index, one) in report.items(settings, MOST_COLUMNS, &at).iter().enumerate() {
            column(one, &at.item(index), report);
        }
    }
    let Some(rows) = report.needed(fields, "rows", at) else { return };
    let at = at.field("rows");
    for (index, row) in report.items(rows, MOST_ROWS, &at).iter().enumerate() {
        let at = at.item(index);
        for (index, one) in report.items(row, MOST_COLUMNS, &at).iter().enumerate() {
            cell(one, &["raw_text", "raw_number", "rich_text"], &at.item(index), report);
        }
    }
}

/// A data table has a head, which is not counted among its hundred rows, and every row is as wide as the head.
pub(super) fn data_table(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "rows", "caption", "page_size", "row_header_column_index"], at);
    report.needed_text(fields, "caption", 3000, at);
    report.number(fields, "page_size", (1, 100), at);
    let Some(rows) = report.needed(fields, "rows", at) else { return };
    let place = at.field("rows");
    let rows = report.items(rows, MOST_ROWS + 1, &place);
    if rows.len() == 1 {
        report.add(&place, "no fewer than 2 items allowed");
    }
    distinct_actions(rows, &place, report);
    let width = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    for (index, row) in rows.iter().enumerate() {
        let at = place.item(index);
        let cells = report.items(row, MOST_COLUMNS, &at);
        if cells.len() != width {
            report.add(&at, format!("must have {width} items, as many as the first row"));
        }
        let kinds: &[&str] = match index {
            0 => &["raw_text", "raw_number"],
            _ => &["raw_text", "raw_number", "rich_text", "action_cell"],
        };
        for (index, one) in cells.iter().enumerate() {
            cell(one, kinds, &at.item(index), report);
        }
    }
    let columns = u64::try_from(width.saturating_sub(1)).unwrap_or_default();
    report.number(fields, "row_header_column_index", (0, columns), at);
}

/// Elements in the cells of one table must not answer alike, wherever they stand in it.
fn distinct_actions(rows: &[Value], at: &At, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.as_array().into_iter().flatten().enumerate() {
            let action = cell.pointer("/element/action_id").and_then(Value::as_str);
            let Some(action) = action.filter(|action| !seen.insert(*action)) else { continue };
            let at = at.item(row).item(column).field("element").field("action_id");
            report.add(&at, format!("`action_id` values must be unique within a block: {action}"));
        }
    }
}

fn column(value: &Value, at: &At, report: &mut Report) {
    // A column without wishes stands for itself.
    if value.is_null() {
        return;
    }
    let Some(fields) = report.object(value, at) else { return };
    report.only(fields, &["align", "is_wrapped"], at);
    report.one_of(fields, "align", &["left", "center", "right"], at);
    report.flag(fields, "is_wrapped", at);
}

fn cell(value: &Value, kinds: &[&str], at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    if !kinds.contains(&kind) {
        report.unsupported(kind, at);
        return;
    }
    match kind {
        "raw_text" => {
            report.only(fields, &["type", "text"], at);
            report.needed_text(fields, "text", 10_000, at);
        }
        "raw_number" => {
            report.only(fields, &["type", "value", "text"], at);
            if report.needed(fields, "value", at).is_some_and(|value| !value.is_number()) {
                report.add(&at.field("value"), "must be a number");
            }
            report.text_field(fields, "text", 10_000, at);
        }
        "action_cell" => {
            report.only(fields, &["type", "element"], at);
            if let Some(element) = report.needed(fields, "element", at) {
                elements::check(element, Place::Actions, &at.field("element"), report);
            }
        }
        _ => rich_text::check(fields, at, report),
    }
}
