//! Tasks and plans, alerts, cards and carousels.

use maud::{Markup, html};
use serde_json::Value;

use super::{
    Spot, elements,
    parts::{image, text, web_address},
    rich_text,
};
use crate::{field::field, reader::Reader};

/// A task with its state; what it says of itself is a click away.
pub(super) fn task(block: &Value, reader: &Reader) -> Markup {
    let status = field(block, "status");
    let (sign, words) = match status {
        "complete" => ("✓", "done"),
        "error" => ("✕", "failed"),
        "in_progress" => ("◐", "in progress"),
        _ => ("○", "waiting"),
    };
    let sources: Vec<&Value> = list(block, "sources").collect();
    let head = html! {
        span class=(known_state(status)) aria-hidden="true" { (sign) }
        " " span.task-title { (field(block, "title")) } span.hidden { " (" (words) ")" }
    };
    let more = block.get("details").is_some() || block.get("output").is_some() || !sources.is_empty();
    html! {
        @if more {
            details.task id=(format!("task-{}", field(block, "task_id"))) data-task=(status) {
                summary { (head) }
                @for name in ["details", "output"] {
                    @if let Some(words) = block.get(name) { div class=(name) { (rich_text::shown(words, reader)) } }
                }
                @if !sources.is_empty() {
                    ul.sources { @for source in sources { li { (address(source)) } } }
                }
            }
        } @else {
            p.task data-task=(status) { (head) }
        }
    }
}

pub(super) fn plan(block: &Value, reader: &Reader) -> Markup {
    let tasks: Vec<&Value> = list(block, "tasks").collect();
    let done = tasks.iter().filter(|task| field(task, "status") == "complete").count();
    html! {
        section.plan {
            p.plan-title { strong { (field(block, "title")) } " " span.small { (done) " of " (tasks.len()) } }
            @for one in tasks { (task(one, reader)) }
        }
    }
}

pub(super) fn alert(block: &Value, reader: &Reader) -> Markup {
    let (class, sign) = match field(block, "level") {
        "error" => ("alert error", "⛔"),
        "warning" => ("alert warning", "⚠"),
        "success" => ("alert success", "✅"),
        _ => ("alert", "ℹ"),
    };
    html! {
        div class=(class) role="note" {
            span aria-hidden="true" { (sign) }
            @if let Some(said) = block.get("text") { div { (text(said, reader)) } }
        }
    }
}

pub(super) fn card(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    html! {
        div.block-card {
            @if let Some(picture) = block.get("hero_image") { (image(picture)) }
            @if let Some(icon) = block.get("icon") { (image(icon)) }
            @if let Some(title) = block.get("title") { div.card-title { (text(title, spot.reader)) } }
            @if let Some(subtitle) = block.get("subtitle") { div.small { (text(subtitle, spot.reader)) } }
            @if let Some(body) = block.get("body") { (text(body, spot.reader)) }
            @if block.get("actions").is_some() {
                div.actions {
                    @for (index, button) in list(block, "actions").enumerate() {
                        (elements::one(button, &format!("{place}-{index}"), spot))
                    }
                }
            }
        }
    }
}

pub(super) fn carousel(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    html! {
        div.carousel tabindex="0" role="group" aria-label="Cards" {
            @for (index, one) in list(block, "elements").enumerate() {
                (card(one, &format!("{place}-{index}"), spot))
            }
        }
    }
}

fn address(source: &Value) -> Markup {
    html! {
        @match web_address(source, "url") {
            Some(url) => { span.link { (field(source, "text")) } " " span.where { "(" (url) ")" } },
            None => { (field(source, "text")) }
        }
    }
}

/// Only words of ours become names of classes.
fn known_state(status: &str) -> &'static str {
    match status {
        "complete" => "state state-complete",
        "error" => "state state-error",
        "in_progress" => "state state-running",
        _ => "state state-pending",
    }
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}
