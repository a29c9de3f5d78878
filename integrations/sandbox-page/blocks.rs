//! Block Kit as a person sees it.
//!
//! Blocks have been checked when they were posted; whatever is missing or unknown all the same is left out or named.

mod agent;
mod chart;
mod elements;
mod feedback;
mod parts;
mod rich_text;
mod spot;
mod table;

use maud::{Markup, html};
use serde_json::Value;

use self::parts::{image, plain, text};
pub(super) use self::spot::{On, Spot};
use super::{
    field::field,
    modal::inputs,
    reader::Reader,
    writing::{Dialect, written},
};

/// Whether a message is a card, with or without buttons, and not only prose.
pub(super) fn is_card(blocks: &[Value]) -> bool {
    const PROSE: [&str; 9] = [
        "markdown",
        "rich_text",
        "table",
        "data_table",
        "data_visualization",
        "divider",
        "task_card",
        "plan",
        "context_actions",
    ];
    match blocks {
        [only] if field(only, "type") == "section" => only.get("accessory").is_some(),
        blocks => blocks.iter().any(|block| !PROSE.contains(&field(block, "type"))),
    }
}

/// What a message says: its blocks, or its text where it has none, and its attachments.
pub(super) fn content(text: &str, blocks: &[Value], attachments: &[Value], spot: Spot<'_>) -> Markup {
    html! {
        @if blocks.is_empty() || rich_text::is_plain(blocks) {
            (written(text, Dialect::Mrkdwn, spot.reader))
        } @else {
            @for (index, block) in blocks.iter().enumerate() { (shown(block, &index.to_string(), spot)) }
        }
        @for (number, attachment) in attachments.iter().enumerate() {
            div.attachment { (attached(attachment, number, spot)) }
        }
    }
}

/// The blocks of the Home tab or of a form; `open` is the view with what stands in its inputs.
pub(super) fn of_view(open: &Value, spot: Spot<'_>) -> Markup {
    let blocks = open.pointer("/view/blocks").and_then(Value::as_array);
    html! {
        @for (index, block) in blocks.into_iter().flatten().enumerate() {
            @if field(block, "type") == "input" { (inputs::shown(open, block, spot)) }
            @else { (shown(block, &index.to_string(), spot)) }
        }
    }
}

fn attached(attachment: &Value, number: usize, spot: Spot<'_>) -> Markup {
    let blocks = attachment.get("blocks").and_then(Value::as_array);
    let said = |field: &str| attachment.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    html! {
        @if let Some(blocks) = blocks {
            @for (index, block) in blocks.iter().enumerate() {
                (shown(block, &format!("a{number}-{index}"), spot))
            }
        } @else {
            @if let Some(title) = said("title") { p { strong { (title) } } }
            @if let Some(text) = said("text").or_else(|| said("fallback")) {
                (written(text, Dialect::Mrkdwn, spot.reader))
            }
        }
    }
}

fn shown(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let reader = spot.reader;
    match field(block, "type") {
        "section" => section(block, place, spot),
        "header" => html! { h3.block-header { (plain(block.pointer("/text/text"))) } },
        "context" => context(block, reader),
        "divider" => html! { hr; },
        "markdown" => written(field(block, "text"), Dialect::Markdown, reader),
        "actions" => html! { div.actions { (elements::all(block, place, spot)) } },
        "rich_text" => rich_text::shown(block, reader),
        "table" | "data_table" => table::shown(block, place, spot),
        "data_visualization" => chart::shown(block),
        "task_card" => agent::task(block, reader),
        "plan" => agent::plan(block, reader),
        "alert" => agent::alert(block, reader),
        "card" => agent::card(block, place, spot),
        "carousel" => agent::carousel(block, place, spot),
        "container" => container(block, place, spot),
        "context_actions" => feedback::shown(block, place, spot),
        "image" => image(block),
        other => html! { p.unknown { "A “" (other) "” block, which this page does not show." } },
    }
}

fn container(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let is = |name: &str| block.get(name) == Some(&Value::Bool(true));
    let head = html! {
        @match block.get("rich_text_title") {
            Some(title) => (rich_text::shown(title, spot.reader)),
            None => strong { (plain(block.pointer("/title/text"))) },
        }
        @if let Some(subtitle) = block.get("subtitle") { div.small { (text(subtitle, spot.reader)) } }
    };
    let inside = html! {
        @for (index, child) in block.get("child_blocks").and_then(Value::as_array).into_iter().flatten().enumerate() {
            (shown(child, &format!("{place}-{index}"), spot))
        }
    };
    html! {
        @if is("is_collapsible") {
            details.container id=(elements::id(place, spot)) open[!is("default_collapsed")] { summary { (head) } (inside) }
        } @else {
            section.container { div.container-head { (head) } (inside) }
        }
    }
}

fn section(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    html! {
        div.section {
            (section_text(block, spot.reader))
            @if let Some(accessory) = block.get("accessory") {
                div.accessory { (elements::one(accessory, &format!("{place}-accessory"), spot)) }
            }
        }
    }
}

fn section_text(block: &Value, reader: &Reader) -> Markup {
    let fields = block.get("fields").and_then(Value::as_array);
    html! {
        div.section-text {
            @if let Some(said) = block.get("text") { (text(said, reader)) }
            @if let Some(fields) = fields {
                div.fields { @for field in fields { div.field { (text(field, reader)) } } }
            }
        }
    }
}

fn context(block: &Value, reader: &Reader) -> Markup {
    let elements = block.get("elements").and_then(Value::as_array);
    html! {
        div.context {
            @for element in elements.into_iter().flatten() {
                @if field(element, "type") == "image" { (image(element)) } @else { (text(element, reader)) }
            }
        }
    }
}

#[cfg(test)]
mod tests;
