//! Charts: a pie, or series over shared categories.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::report::{At, Report};

const LONGEST_TITLE: usize = 50;
const LONGEST_LABEL: usize = 20;
/// Segments of a pie, and series of anything else.
const MOST_SERIES: usize = 12;
const MOST_POINTS: usize = 20;

pub(super) fn check(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "block_id", "title", "chart"], at);
    report.needed_text(fields, "title", LONGEST_TITLE, at);
    let Some(chart) = report.needed(fields, "chart", at) else { return };
    let at = at.field("chart");
    let Some(fields) = report.object(chart, &at) else { return };
    match fields.get("type").and_then(Value::as_str) {
        Some("pie") => pie(fields, &at, report),
        Some("bar" | "line" | "area") => series_chart(fields, &at, report),
        _ => report.add(&at.field("type"), "must be one of: pie, bar, line, area"),
    }
}

fn pie(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "segments"], at);
    let Some(segments) = report.needed(fields, "segments", at) else { return };
    let at = at.field("segments");
    for (index, segment) in report.items(segments, MOST_SERIES, &at).iter().enumerate() {
        let at = at.item(index);
        if point(segment, &at, report).is_some_and(|value| value <= 0.0) {
            report.add(&at.field("value"), "must be greater than 0");
        }
    }
}

fn series_chart(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    report.only(fields, &["type", "series", "axis_config"], at);
    let categories = axis(fields, at, report);
    let Some(series) = report.needed(fields, "series", at) else { return };
    let at = at.field("series");
    let mut names = BTreeSet::new();
    for (index, one) in report.items(series, MOST_SERIES, &at).iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(one, &at) else { continue };
        report.only(fields, &["name", "data"], &at);
        report.needed_text(fields, "name", LONGEST_LABEL, &at);
        if !names.insert(fields.get("name").and_then(Value::as_str)) {
            report.add(&at.field("name"), "series names must be unique");
        }
        let Some(data) = report.needed(fields, "data", &at) else { continue };
        let at = at.field("data");
        let mut labels = BTreeSet::new();
        for (index, one) in report.items(data, MOST_POINTS, &at).iter().enumerate() {
            point(one, &at.item(index), report);
            labels.extend(one.get("label").and_then(Value::as_str));
        }
        if labels != categories {
            report.add(&at, "must have exactly one data point for each of the categories");
        }
    }
}

/// The categories that every series has a point for.
fn axis<'a>(fields: &'a Map<String, Value>, at: &At, report: &mut Report) -> BTreeSet<&'a str> {
    let Some(value) = report.needed(fields, "axis_config", at) else { return BTreeSet::new() };
    let at = at.field("axis_config");
    let Some(fields) = report.object(value, &at) else { return BTreeSet::new() };
    report.only(fields, &["categories", "x_label", "y_label"], &at);
    for name in ["x_label", "y_label"] {
        report.text_field(fields, name, LONGEST_TITLE, &at);
    }
    let Some(categories) = report.needed(fields, "categories", &at) else { return BTreeSet::new() };
    let at = at.field("categories");
    let items = report.items(categories, MOST_POINTS, &at);
    for (index, category) in items.iter().enumerate() {
        report.text(category, LONGEST_LABEL, &at.item(index));
    }
    items.iter().filter_map(Value::as_str).collect()
}

/// A label and its number.
fn point(value: &Value, at: &At, report: &mut Report) -> Option<f64> {
    let fields = report.object(value, at)?;
    report.only(fields, &["label", "value"], at);
    report.needed_text(fields, "label", LONGEST_LABEL, at);
    let number = report.needed(fields, "value", at)?.as_f64();
    if number.is_none() {
        report.add(&at.field("value"), "must be a number");
    }
    number
}
