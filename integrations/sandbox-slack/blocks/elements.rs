//! Elements inside blocks: buttons, selects, overflow menus, inputs, images.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    initial, options,
    report::{At, Report},
    surfaces::Place,
    texts::{self, Style},
};

pub(super) fn check(value: &Value, place: Place, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let has_it = report.surface().has_element(kind, place);
    let Some(known) = known_fields(kind).filter(|_| has_it) else {
        report.unsupported(kind, at);
        return;
    };
    let known: Vec<&str> = known.split(' ').chain(["type"]).collect();
    report.only(fields, &known, at);
    report.text_field(fields, "action_id", 255, at);
    report.flag(fields, "focus_on_load", at);
    texts::text_field(fields, "placeholder", (Style::Plain, 150), at, report);
    texts::confirm(fields, at, report);
    dispatch_config(fields, at, report);
    initial::check(fields, at, report);
    report.number(fields, "max_selected_items", (1, 100), at);
    match kind {
        "button" => button(fields, at, report),
        "workflow_button" => {
            button(fields, at, report);
            workflow(fields, at, report);
        }
        "image" => image(fields, at, report),
        "overflow" => options::listed(fields, options::Kind::Overflow, at, report),
        "checkboxes" | "radio_buttons" => options::listed(fields, options::Kind::Boxes, at, report),
        "static_select" | "multi_static_select" => options::menu(fields, at, report),
        "plain_text_input" => text_input(fields, at, report),
        "datepicker" => date(fields, at, report),
        "timepicker" => time(fields, at, report),
        "number_input" => number_input(fields, at, report),
        "file_input" => {
            report.number(fields, "max_files", (1, 10), at);
        }
        _ => {}
    }
}

/// Every field an element of this kind has beside its type; `None` for what is no element.
fn known_fields(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "button" => "action_id text url value style confirm accessibility_label",
        "workflow_button" => "action_id text workflow style confirm accessibility_label",
        "image" => "image_url slack_file alt_text",
        "overflow" => "action_id options confirm",
        "checkboxes" => "action_id options initial_options confirm focus_on_load",
        "radio_buttons" => "action_id options initial_option confirm focus_on_load",
        "static_select" => "action_id options option_groups initial_option confirm focus_on_load placeholder",
        "multi_static_select" => {
            "action_id options option_groups initial_options confirm max_selected_items focus_on_load placeholder"
        }
        "external_select" => "action_id initial_option min_query_length confirm focus_on_load placeholder",
        "multi_external_select" => {
            "action_id initial_options min_query_length confirm max_selected_items focus_on_load placeholder"
        }
        "users_select" => "action_id initial_user confirm focus_on_load placeholder",
        "multi_users_select" => {
            "action_id initial_users confirm max_selected_items focus_on_load placeholder"
        }
        "conversations_select" => {
            "action_id initial_conversation default_to_current_conversation filter response_url_enabled confirm focus_on_load placeholder"
        }
        "multi_conversations_select" => {
            "action_id initial_conversations default_to_current_conversation filter max_selected_items confirm focus_on_load placeholder"
        }
        "channels_select" => {
            "action_id initial_channel response_url_enabled confirm focus_on_load placeholder"
        }
        "multi_channels_select" => {
            "action_id initial_channels confirm max_selected_items focus_on_load placeholder"
        }
        "datepicker" => "action_id initial_date confirm focus_on_load placeholder",
        "timepicker" => "action_id initial_time timezone confirm focus_on_load placeholder",
        "datetimepicker" => "action_id initial_date_time confirm focus_on_load",
        "plain_text_input" => {
            "action_id initial_value multiline min_length max_length dispatch_action_config focus_on_load placeholder"
        }
        "rich_text_input" => {
            "action_id initial_value min_lines max_lines dispatch_action_config focus_on_load placeholder"
        }
        "number_input" => {
            "action_id is_decimal_allowed initial_value min_value max_value dispatch_action_config focus_on_load placeholder"
        }
        "email_text_input" | "url_text_input" => {
            "action_id initial_value dispatch_action_config focus_on_load placeholder"
        }
        "file_input" => "action_id filetypes max_files",
        _ => return None,
    })
}

fn button(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    texts::needed_text(fields, "text", (Style::Plain, 75), at, report);
    report.web_address(fields, "url", at);
    report.text_field(fields, "value", 2000, at);
    report.one_of(fields, "style", &["primary", "danger"], at);
    report.text_field(fields, "accessibility_label", 75, at);
}

/// What a workflow button begins.
fn workflow(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = report.needed(fields, "workflow", at) else { return };
    let at = at.field("workflow");
    let Some(trigger) = report.object(value, &at).and_then(|fields| report.needed(fields, "trigger", &at))
    else {
        return;
    };
    let at = at.field("trigger");
    let Some(fields) = report.object(trigger, &at) else { return };
    if report.needed(fields, "url", &at).is_some() {
        report.web_address(fields, "url", &at);
    }
}

/// An image, of which a block may hold one and a context several.
pub(super) fn image(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.needed_text(fields, "alt_text", 2000, at);
    if fields.contains_key("image_url") == fields.contains_key("slack_file") {
        report.add(at, "must define exactly one of `image_url` and `slack_file`");
    }
    report.web_address(fields, "image_url", at);
    if let Some(file) = fields.get("slack_file") {
        slack_file(file, &at.field("slack_file"), report);
    }
}

/// A file of Slack's own, named by its id or its address.
fn slack_file(value: &Value, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    report.only(fields, &["id", "url"], at);
    if fields.contains_key("id") == fields.contains_key("url") {
        report.add(at, "must define exactly one of `id` and `url`");
    }
    report.web_address(fields, "url", at);
    if fields.get("id").is_some_and(|id| !id.as_str().is_some_and(is_file_id)) {
        report.add(&at.field("id"), "must match the pattern ^[F][A-Z0-9]{8,}$");
    }
}

fn is_file_id(id: &str) -> bool {
    let rest = id.strip_prefix('F').unwrap_or_default();
    rest.len() >= 8 && rest.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit())
}

fn text_input(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    const MOST: u64 = 3000;
    report.flag(fields, "multiline", at);
    let shortest = report.number(fields, "min_length", (0, MOST), at);
    let longest = report.number(fields, "max_length", (1, MOST), at);
    if shortest.zip(longest).is_some_and(|(shortest, longest)| shortest > longest) {
        report.add(&at.field("min_length"), "must not be greater than `max_length`");
    }
    // An empty one is as good as none.
    if fields.get("initial_value").and_then(Value::as_str) != Some("") {
        report.text_field(fields, "initial_value", 3000, at);
    }
}

fn date(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(date) = fields.get("initial_date") else { return };
    if date.as_str().is_none_or(|date| date.parse::<jiff::civil::Date>().is_err()) {
        report.add(&at.field("initial_date"), "must be a date in the format YYYY-MM-DD");
    }
}

fn time(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    if let Some(time) = fields.get("initial_time")
        && !time.as_str().is_some_and(is_time)
    {
        report.add(&at.field("initial_time"), "must be a time in the format HH:mm");
    }
    if let Some(zone) = fields.get("timezone")
        && zone.as_str().is_none_or(|zone| jiff::tz::TimeZone::get(zone).is_err())
    {
        report.add(&at.field("timezone"), "must be a time zone such as Europe/Berlin");
    }
}

/// `09:30`, as pickers write it.
pub(crate) fn is_time(text: &str) -> bool {
    text.len() == 5 && text.parse::<jiff::civil::Time>().is_ok()
}

fn number_input(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    if report.needed(fields, "is_decimal_allowed", at).is_some() {
        report.flag(fields, "is_decimal_allowed", at);
    }
    let decimal = fields.get("is_decimal_allowed") == Some(&Value::Bool(true));
    for name in ["initial_value", "min_value", "max_value"] {
        let Some(value) = fields.get(name) else { continue };
        let fits = value.as_str().is_some_and(|text| {
            if decimal { text.parse::<f64>().is_ok_and(f64::is_finite) } else { text.parse::<i64>().is_ok() }
        });
        if !fits {
            report.add(&at.field(name), "must be a number, written as a string");
        }
    }
}

/// Which of a person's doings with an input are told at once.
fn dispatch_config(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = fields.get("dispatch_action_config") else { return };
    let at = at.field("dispatch_action_config");
    let Some(fields) = report.object(value, &at) else { return };
    report.only(fields, &["trigger_actions_on"], &at);
    let Some(value) = fields.get("trigger_actions_on") else { return };
    let at = at.field("trigger_actions_on");
    for (index, one) in report.items(value, 2, &at).iter().enumerate() {
        if !matches!(one.as_str(), Some("on_enter_pressed" | "on_character_entered")) {
            report.add(&at.item(index), "must be one of: on_enter_pressed, on_character_entered");
        }
    }
}

/// Slack refuses the whole message when two elements of a block would answer alike.
pub(super) fn distinct_actions(items: &[Value], at: &At, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (index, element) in items.iter().enumerate() {
        let Some(action) = element.get("action_id").and_then(Value::as_str) else { continue };
        if !seen.insert(action) {
            let at = at.item(index).field("action_id");
            report.add(&at, format!("`action_id` values must be unique within a block: {action}"));
        }
    }
}
