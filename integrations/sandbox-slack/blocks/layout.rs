//! The blocks themselves, one function each.

use serde_json::{Map, Value};

use super::{
    agent, chart, elements,
    report::{At, Report},
    rich_text,
    surfaces::Place,
    table,
    texts::{self, Style},
};

const MOST_CHILDREN: usize = 10;

/// What may stand in a container.
const CHILDREN: [&str; 9] =
    ["actions", "context", "divider", "header", "image", "input", "rich_text", "section", "table"];

pub(super) fn check(block: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(block, at) else { return };
    let Some(kind) = report.needed(fields, "type", at) else { return };
    let kind = kind.as_str().unwrap_or_default();
    if !report.surface().has_block(kind) {
        report.unsupported(kind, at);
        return;
    }
    report.text_field(fields, "block_id", 255, at);
    match kind {
        "section" => section(fields, at, report),
        "header" => header(fields, at, report),
        "context" => context(fields, at, report),
        "actions" => actions(fields, at, report),
        "context_actions" => context_actions(fields, at, report),
        "divider" => report.only(fields, &["type", "block_id"], at),
        "markdown" => {
            report.only(fields, &["type", "block_id", "text"], at);
            report.needed_text(fields, "text", 12_000, at);
        }
        "image" => image(fields, at, report),
        "input" => input(fields, at, report),
        "rich_text" => rich_text::check(fields, at, report),
        "table" => table::table(fields, at, report),
        "data_table" => table::data_table(fields, at, report),
        "data_visualization" => chart::check(fields, at, report),
        "task_card" => agent::task_card(fields, at, report),
        "plan" => agent::plan(fields, at, report),
        "alert" => agent::alert(fields, at, report),
        "card" => agent::card(fields, at, report),
        "carousel" => agent::carousel(fields, at, report),
        "container" => container(fields, at, report),
        _ => report.unsupported(kind, at),
    }
}

fn container(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    const KNOWN: [&str; 11] = [
        "type",
        "block_id",
        "title",
        "rich_text_title",
        "subtitle",
        "child_blocks",
        "width",
        "icon",
        "is_collapsible",
        "default_collapsed",
        "has_header_divider",
    ];
    report.only(fields, &KNOWN, at);
    if !fields.contains_key("title") && !fields.contains_key("rich_text_title") {
        report.add(at, "must define either `title` or `rich_text_title`");
    }
    texts::text_field(fields, "title", (Style::Plain, 150), at, report);
    texts::text_field(fields, "subtitle", (Style::Either, 150), at, report);
    rich_text::field(fields, "rich_text_title", at, report);
    agent::picture(fields, "icon", at, report);
    report.one_of(fields, "width", &["narrow", "standard", "wide", "full"], at);
    for name in ["is_collapsible", "default_collapsed", "has_header_divider"] {
        report.flag(fields, name, at);
    }
    let is = |name: &str| fields.get(name) == Some(&Value::Bool(true));
    if is("default_collapsed") && !is("is_collapsible") {
        report.add(&at.field("default_collapsed"), "needs `is_collapsible` to be true");
    }
    let Some(children) = report.needed(fields, "child_blocks", at) else { return };
    let at = at.field("child_blocks");
    for (index, child) in report.items(children, MOST_CHILDREN, &at).iter().enumerate() {
        let at = at.item(index);
        let kind = child.get("type").and_then(Value::as_str).unwrap_or_default();
        if CHILDREN.contains(&kind) {
            check(child, &at, report);
        } else {
            report.unsupported(kind, &at);
        }
    }
}

fn section(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "text", "fields", "accessory", "expand"], at);
    report.flag(fields, "expand", at);
    if !fields.contains_key("text") && !fields.contains_key("fields") {
        report.add(at, "must define either `text` or `fields`");
    }
    texts::text_field(fields, "text", (Style::Either, 3000), at, report);
    if let Some(value) = fields.get("fields") {
        let at = at.field("fields");
        for (index, field) in report.items(value, 10, &at).iter().enumerate() {
            texts::text(field, Style::Either, 2000, &at.item(index), report);
        }
    }
    if let Some(accessory) = fields.get("accessory") {
        elements::check(accessory, Place::Accessory, &at.field("accessory"), report);
    }
}

fn header(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "text"], at);
    texts::needed_text(fields, "text", (Style::Plain, 150), at, report);
}

fn context(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "elements"], at);
    let Some(value) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    for (index, element) in report.items(value, 10, &at).iter().enumerate() {
        let at = at.item(index);
        match element.get("type").and_then(Value::as_str) {
            Some("image") => {
                if let Some(fields) = report.object(element, &at) {
                    report.only(fields, &["type", "image_url", "slack_file", "alt_text"], &at);
                    elements::image(fields, &at, report);
                }
            }
            _ => texts::text(element, Style::Either, 3000, &at, report),
        }
    }
}

fn actions(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "elements"], at);
    let Some(value) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    let items = report.items(value, 25, &at);
    for (index, element) in items.iter().enumerate() {
        elements::check(element, Place::Actions, &at.item(index), report);
    }
    elements::distinct_actions(items, &at, report);
}

fn context_actions(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "elements"], at);
    let Some(value) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    let items = report.items(value, 5, &at);
    for (index, element) in items.iter().enumerate() {
        context_action(element, &at.item(index), report);
    }
    elements::distinct_actions(items, &at, report);
}

fn context_action(element: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(element, at) else { return };
    report.text_field(fields, "action_id", 255, at);
    match fields.get("type").and_then(Value::as_str) {
        Some("feedback_buttons") => {
            report.only(fields, &["type", "action_id", "positive_button", "negative_button"], at);
            for name in ["positive_button", "negative_button"] {
                let Some(button) = report.needed(fields, name, at) else { continue };
                let at = at.field(name);
                let Some(button) = report.object(button, &at) else { continue };
                report.only(button, &["text", "value", "accessibility_label"], &at);
                texts::needed_text(button, "text", (Style::Plain, 75), &at, report);
                report.needed_text(button, "value", 2000, &at);
                report.text_field(button, "accessibility_label", 75, &at);
            }
        }
        Some("icon_button") => {
            let known = [
                "type",
                "action_id",
                "icon",
                "text",
                "value",
                "confirm",
                "accessibility_label",
                "visible_to_user_ids",
            ];
            report.only(fields, &known, at);
            texts::needed_text(fields, "text", (Style::Plain, 75), at, report);
            report.needed_one_of(fields, "icon", &["trash"], at);
            report.text_field(fields, "value", 2000, at);
            report.text_field(fields, "accessibility_label", 75, at);
            texts::confirm(fields, at, report);
        }
        other => report.unsupported(other.unwrap_or_default(), at),
    }
}

fn image(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "image_url", "slack_file", "alt_text", "title"], at);
    texts::text_field(fields, "title", (Style::Plain, 2000), at, report);
    elements::image(fields, at, report);
}

fn input(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "label", "element", "dispatch_action", "hint", "optional"], at);
    texts::needed_text(fields, "label", (Style::Plain, 2000), at, report);
    texts::text_field(fields, "hint", (Style::Plain, 2000), at, report);
    report.flag(fields, "dispatch_action", at);
    report.flag(fields, "optional", at);
    if let Some(element) = report.needed(fields, "element", at) {
        elements::check(element, Place::Input, &at.field("element"), report);
    }
}
