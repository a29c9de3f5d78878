//! Tables: how wide, how long, and what a cell may be.

use serde_json::{Map, Value};

use super::report::{At, Report};

const MOST_ROWS: usize = 100;
const MOST_COLUMNS: usize = 20;

pub(super) fn table(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "rows", "column_settings"], at);
    if let Some(settings) = fields.get("column_settings") {
        report.items(settings, MOST_COLUMNS, &at.field("column_settings"));
    }
    rows(fields, at, report);
}

pub(super) fn data_table(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "rows", "caption", "page_size", "row_header_column_index"], at);
    report.needed_text(fields, "caption", 3000, at);
    rows(fields, at, report);
}

fn rows(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(rows) = report.needed(fields, "rows", at) else { return };
    let at = at.field("rows");
    for (index, row) in report.items(rows, MOST_ROWS, &at).iter().enumerate() {
        let at = at.item(index);
        for (index, cell) in report.items(row, MOST_COLUMNS, &at).iter().enumerate() {
            let kind = cell.get("type").and_then(Value::as_str).unwrap_or_default();
            if !matches!(kind, "raw_text" | "raw_number" | "rich_text") {
                report.add(&at.item(index).field("type"), format!("unsupported type: {kind}"));
            }
        }
    }
}
