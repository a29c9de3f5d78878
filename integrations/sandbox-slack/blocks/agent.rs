//! The blocks that agents answer with: tasks and plans, alerts, cards, carousels and containers.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    elements,
    report::{At, Report},
    rich_text,
    surfaces::Place,
    texts::{self, Style},
};

const MOST_TASKS: usize = 50;
const MOST_CARDS: usize = 10;

pub(super) fn task_card(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    const KNOWN: [&str; 10] = [
        "type",
        "block_id",
        "task_id",
        "title",
        "hide_title",
        "icon",
        "details",
        "output",
        "sources",
        "status",
    ];
    report.only(fields, &KNOWN, at);
    report.flag(fields, "hide_title", at);
    report.needed_text(fields, "task_id", 255, at);
    report.needed_text(fields, "title", 256, at);
    report.needed_one_of(fields, "status", &["pending", "in_progress", "complete", "error"], at);
    rich_text::field(fields, "details", at, report);
    rich_text::field(fields, "output", at, report);
    sources(fields, at, report);
}

/// The addresses that a task has drawn from.
pub(super) fn sources(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = fields.get("sources") else { return };
    let at = at.field("sources");
    let Some(items) = value.as_array() else {
        report.add(&at, "must be an array");
        return;
    };
    for (index, source) in items.iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(source, &at) else { continue };
        report.only(fields, &["type", "url", "text"], &at);
        report.needed_one_of(fields, "type", &["url"], &at);
        report.needed(fields, "url", &at);
        report.web_address(fields, "url", &at);
        report.needed_text(fields, "text", 256, &at);
    }
}

pub(super) fn plan(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "title", "tasks"], at);
    report.needed_text(fields, "title", 256, at);
    let Some(tasks) = fields.get("tasks") else { return };
    let at = at.field("tasks");
    let mut seen = BTreeSet::new();
    for (index, task) in report.items(tasks, MOST_TASKS, &at).iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(task, &at) else { continue };
        report.one_of(fields, "type", &["task_card"], &at);
        task_card(fields, &at, report);
        if let Some(id) = fields.get("task_id").and_then(Value::as_str)
            && !seen.insert(id)
        {
            report.add(&at.field("task_id"), format!("`task_id` values must be unique: {id}"));
        }
    }
}

pub(super) fn alert(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "text", "level"], at);
    texts::needed_text(fields, "text", (Style::Either, 200), at, report);
    report.one_of(fields, "level", &["default", "info", "warning", "error", "success"], at);
}

pub(super) fn card(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let known =
        ["type", "block_id", "hero_image", "icon", "slack_icon", "title", "subtitle", "body", "actions"];
    report.only(fields, &known, at);
    if !["hero_image", "title", "actions", "body"].iter().any(|name| fields.contains_key(*name)) {
        report.add(at, "must define at least one of `hero_image`, `title`, `actions` and `body`");
    }
    for name in ["hero_image", "icon"] {
        picture(fields, name, at, report);
    }
    for (name, most) in [("title", 150), ("subtitle", 150), ("body", 200)] {
        texts::text_field(fields, name, (Style::Either, most), at, report);
    }
    let Some(actions) = fields.get("actions") else { return };
    let at = at.field("actions");
    let items = report.items(actions, 25, &at);
    for (index, button) in items.iter().enumerate() {
        let at = at.item(index);
        if button.get("type").and_then(Value::as_str) != Some("button") {
            report.add(&at.field("type"), "must be one of: button");
            continue;
        }
        elements::check(button, Place::Actions, &at, report);
    }
    elements::distinct_actions(items, &at, report);
}

pub(super) fn carousel(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "elements"], at);
    let Some(cards) = report.needed(fields, "elements", at) else { return };
    let at = at.field("elements");
    for (index, one) in report.items(cards, MOST_CARDS, &at).iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(one, &at) else { continue };
        report.needed_one_of(fields, "type", &["card"], &at);
        card(fields, &at, report);
    }
}

pub(super) fn picture(fields: &Map<String, Value>, name: &str, at: &At, report: &mut Report) {
    let Some(value) = fields.get(name) else { return };
    let at = at.field(name);
    let Some(fields) = report.object(value, &at) else { return };
    report.only(fields, &["type", "image_url", "slack_file", "alt_text"], &at);
    report.needed_one_of(fields, "type", &["image"], &at);
    elements::image(fields, &at, report);
}
