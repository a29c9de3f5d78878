//! Tables.

use maud::{Markup, html};
use serde_json::Value;

use super::{Spot, elements, rich_text};
use crate::field::field;

/// The first row is the head.
pub(super) fn shown(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let rows = block.get("rows").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let Some((head, body)) = rows.split_first() else { return html! {} };
    let caption = field(block, "caption");
    let label = if caption.is_empty() { "Table" } else { caption };
    html! {
        div.table tabindex="0" role="group" aria-label=(label) {
            table {
                @if !caption.is_empty() { caption { (caption) } }
                thead {
                    tr { @for (index, one) in cells(head).enumerate() { th scope="col" class=(look(block, index, one)) { (cell(one, &format!("{place}-head-{index}"), spot)) } } }
                }
                tbody {
                    @for (number, row) in body.iter().enumerate() {
                        tr {
                            @for (index, one) in cells(row).enumerate() {
                                td class=(look(block, index, one)) { (cell(one, &format!("{place}-{number}-{index}"), spot)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cells(row: &Value) -> impl Iterator<Item = &Value> {
    row.as_array().into_iter().flatten()
}

/// Numbers stand at the right, everything else where the column wants it.
fn look(block: &Value, column: usize, cell: &Value) -> &'static str {
    let align = block.pointer(&format!("/column_settings/{column}/align")).and_then(Value::as_str);
    match (align, field(cell, "type")) {
        (Some("right"), _) | (None, "raw_number") => "number",
        (Some("center"), _) => "middle",
        _ => "words",
    }
}

fn cell(cell: &Value, place: &str, spot: Spot<'_>) -> Markup {
    match (field(cell, "type"), cell.get("text")) {
        ("rich_text", _) => rich_text::shown(cell, spot.reader),
        ("action_cell", _) => {
            html! { @if let Some(element) = cell.get("element") { (elements::one(element, place, spot)) } }
        }
        (_, Some(Value::String(text))) => html! { (text) },
        (_, Some(number)) => html! { (number.to_string()) },
        (_, None) => html! { (cell.get("value").map(Value::to_string).unwrap_or_default()) },
    }
}
