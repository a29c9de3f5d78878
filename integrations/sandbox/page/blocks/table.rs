//! Tables.

use maud::{Markup, html};
use serde_json::Value;

use super::{field, rich_text};
use crate::page::reader::Reader;

/// The first row is the head.
pub(super) fn shown(block: &Value, reader: &Reader) -> Markup {
    let rows = block.get("rows").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let Some((head, body)) = rows.split_first() else { return html! {} };
    html! {
        div.table tabindex="0" role="group" aria-label="Table" {
            table {
                thead { tr { @for one in cells(head) { th scope="col" { (cell(one, reader)) } } } }
                tbody {
                    @for row in body { tr { @for one in cells(row) { td { (cell(one, reader)) } } } }
                }
            }
        }
    }
}

fn cells(row: &Value) -> impl Iterator<Item = &Value> {
    row.as_array().into_iter().flatten()
}

fn cell(cell: &Value, reader: &Reader) -> Markup {
    match (field(cell, "type"), cell.get("text")) {
        ("rich_text", _) => rich_text::shown(cell, reader),
        (_, Some(Value::String(text))) => html! { (text) },
        (_, Some(number)) => html! { (number.to_string()) },
        (_, None) => html! { (cell.get("value").map(Value::to_string).unwrap_or_default()) },
    }
}
