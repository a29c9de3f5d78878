//! Elements inside blocks: buttons, selects, overflow menus, inputs, images.

use serde_json::{Map, Value};

use super::{
    report::{At, Report},
    texts::{self, Style},
};

/// Where an element stands: not every element may stand everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Actions,
    Accessory,
    Input,
}

pub(super) fn check(value: &Value, place: Place, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    if !allowed(kind, place) {
        report.add(&at.field("type"), format!("unsupported type: {kind}"));
        return;
    }
    if kind != "image" {
        report.text_field(fields, "action_id", 255, at);
        texts::confirm(fields, at, report);
    }
    match kind {
        "button" => button(fields, at, report),
        "image" => image(fields, at, report),
        "overflow" => overflow(fields, at, report),
        "checkboxes" | "radio_buttons" => choices(fields, at, report),
        "static_select" | "multi_static_select" => static_select(fields, at, report),
        "plain_text_input" => text_input(fields, at, report),
        _ => picker(fields, at, report),
    }
}

fn allowed(kind: &str, place: Place) -> bool {
    match kind {
        "image" => place == Place::Accessory,
        "button" | "overflow" => place != Place::Input,
        "plain_text_input" | "number_input" | "email_text_input" | "url_text_input" | "file_input"
        | "rich_text_input" => place == Place::Input,
        "datetimepicker" | "workflow_button" => place != Place::Accessory,
        "checkboxes" | "radio_buttons" | "datepicker" | "timepicker" => true,
        _ => kind
            .strip_prefix("multi_")
            .or_else(|| (place == Place::Actions || !kind.starts_with("multi_")).then_some(kind))
            .is_some_and(|kind| {
                matches!(
                    kind,
                    "static_select"
                        | "external_select"
                        | "users_select"
                        | "conversations_select"
                        | "channels_select"
                )
            }),
    }
}

fn button(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let known = ["type", "text", "action_id", "url", "value", "style", "confirm", "accessibility_label"];
    report.only(fields, &known, at);
    texts::needed_text(fields, "text", (Style::Plain, 75), at, report);
    report.web_address(fields, "url", at);
    report.text_field(fields, "value", 2000, at);
    report.one_of(fields, "style", &["primary", "danger"], at);
    report.text_field(fields, "accessibility_label", 75, at);
}

pub(super) fn image(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "image_url", "slack_file", "alt_text"], at);
    report.needed_text(fields, "alt_text", 2000, at);
    if fields.contains_key("image_url") == fields.contains_key("slack_file") {
        report.add(at, "must define exactly one of `image_url` and `slack_file`");
    }
    report.web_address(fields, "image_url", at);
}

fn overflow(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "action_id", "options", "confirm"], at);
    if let Some(options) = report.needed(fields, "options", at) {
        texts::options(options, 5, &at.field("options"), report);
    }
}

fn choices(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let known =
        ["type", "action_id", "options", "initial_options", "initial_option", "confirm", "focus_on_load"];
    report.only(fields, &known, at);
    if let Some(options) = report.needed(fields, "options", at) {
        texts::options(options, 10, &at.field("options"), report);
    }
}

fn static_select(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let known = [
        "type",
        "action_id",
        "options",
        "option_groups",
        "initial_option",
        "initial_options",
        "confirm",
        "max_selected_items",
        "focus_on_load",
        "placeholder",
    ];
    report.only(fields, &known, at);
    texts::text_field(fields, "placeholder", (Style::Plain, 150), at, report);
    match (fields.get("options"), fields.get("option_groups")) {
        (Some(options), None) => texts::options(options, 100, &at.field("options"), report),
        (None, Some(groups)) => option_groups(groups, &at.field("option_groups"), report),
        _ => report.add(at, "must define exactly one of `options` and `option_groups`"),
    }
    if let Some(initial) = fields.get("initial_option") {
        texts::option(initial, &at.field("initial_option"), report);
    }
}

fn option_groups(value: &Value, at: &At, report: &mut Report) {
    for (index, group) in report.items(value, 100, at).iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(group, &at) else { continue };
        report.only(fields, &["label", "options"], &at);
        texts::needed_text(fields, "label", (Style::Plain, 75), &at, report);
        if let Some(options) = report.needed(fields, "options", &at) {
            texts::options(options, 100, &at.field("options"), report);
        }
    }
}

fn text_input(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let known = [
        "type",
        "action_id",
        "initial_value",
        "multiline",
        "min_length",
        "max_length",
        "dispatch_action_config",
        "focus_on_load",
        "placeholder",
    ];
    report.only(fields, &known, at);
    texts::text_field(fields, "placeholder", (Style::Plain, 150), at, report);
    report.flag(fields, "multiline", at);
}

/// The remaining pickers differ only in what they preselect.
fn picker(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    texts::text_field(fields, "placeholder", (Style::Plain, 150), at, report);
}
