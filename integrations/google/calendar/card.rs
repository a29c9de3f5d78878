//! The card of a change: every field that is written, as it is and as it will be.

use jiff::tz::TimeZone;
use kernel::{Effect, Field};
use serde_json::Value;

use super::changes::Changes;
use super::event::words_of;
use super::moment::{Moment, Stretch};
use super::recurrence::Rule;
use super::row::answer;
use super::write::Write;
use crate::gmail::hygiene::visible_line;

/// The card, from what will be sent and nothing else.
pub(crate) fn effect(sentence: &str, changes: &Changes) -> Effect {
    let zone = changes.zone();
    let mut effect = Effect::new(sentence);
    if let Some(about) = &changes.about {
        effect = effect.field("Event", &about.described);
        if let Some(link) = &about.link {
            effect = effect.field("Link", link);
        }
    }
    effect = effect.field("Calendar", &changes.calendar.name);
    for (number, write) in changes.writes.iter().enumerate() {
        let earlier = number.checked_sub(1).and_then(|before| changes.writes.get(before));
        if let (Some(Write::Patch { body: earlier, .. }), Write::Patch { body, was, .. }) = (earlier, write)
            && body == earlier
        {
            // The same for one occurrence after the other is said once, with each occurrence.
            effect = effect.field("Also on", when(was, &zone));
            continue;
        }
        if matches!(write, Write::Insert { .. }) && changes.about.is_some() {
            effect = effect.field("From then on", "A series of its own, as follows");
        }
        effect.fields.extend(fields(write, &zone));
    }
    effect = effect.field("E-mail", changes.notify.in_words(&changes.guests));
    changes.remarks.iter().fold(effect, |effect, remark| effect.field("Note", remark))
}

fn fields(write: &Write, zone: &TimeZone) -> Vec<Field> {
    match write {
        Write::Delete { was, .. } => vec![field("Deleted", when(was, zone))],
        Write::Insert { body, .. } => created(body, zone),
        Write::Patch { was, body, .. } => changed(was, body, zone),
    }
}

fn field(name: &str, value: impl Into<String>) -> Field {
    Field { name: name.to_owned(), value: value.into() }
}

/// What can be set, in the order a person reads it.
const SHOWN: [(&str, &str); 9] = [
    ("summary", "Title"),
    ("recurrence", "Repeats"),
    ("location", "Place"),
    ("description", "Description"),
    ("conferenceData", "Meeting link"),
    ("visibility", "Visibility"),
    ("transparency", "Shown as"),
    ("reminders", "Reminders"),
    ("status", "Takes place"),
];

/// A new event, with what it gets without having been asked for.
fn created(body: &Value, zone: &TimeZone) -> Vec<Field> {
    let mut all = Vec::new();
    for (key, name) in SHOWN.into_iter().filter(|(key, _)| *key != "status") {
        all.push(field(name, shown(key, body, zone)));
        if key == "summary" {
            all.push(field("When", when(body, zone)));
            all.push(field("Guests", guests(body)));
        }
    }
    all.extend(others(body, &Value::Null));
    all
}

fn changed(was: &Value, body: &Value, zone: &TimeZone) -> Vec<Field> {
    let mut all = Vec::new();
    let sets = |key: &str| body.get(key).is_some();
    if sets("start") || sets("end") {
        let mut after = was.clone();
        for side in ["start", "end"] {
            if let (Some(after), Some(value)) = (after.as_object_mut(), body.get(side)) {
                after.insert(side.to_owned(), value.clone());
            }
        }
        all.push(field("When", format!("{} → {}", when(was, zone), when(&after, zone))));
    }
    for (key, name) in SHOWN.into_iter().filter(|(key, _)| sets(key)) {
        if key == "description" {
            all.push(field("Description before", shown(key, was, zone)));
            all.push(field("Description", shown(key, body, zone)));
        } else {
            all.push(field(name, format!("{} → {}", shown(key, was, zone), shown(key, body, zone))));
        }
    }
    if sets("attendees") {
        all.extend(guest_fields(was, body));
    }
    all.extend(others(body, was));
    all
}

fn when(state: &Value, zone: &TimeZone) -> String {
    Stretch::of(state, zone).map_or_else(|| "not known".to_owned(), |stretch| stretch.in_both_zones(zone))
}

/// Whatever else is written is shown as it is written.
fn others(body: &Value, was: &Value) -> Vec<Field> {
    let known = |key: &str| {
        ["start", "end", "attendees", "attendeesOmitted", "id"].contains(&key)
            || SHOWN.iter().any(|(shown, _)| *shown == key)
    };
    let fields = body.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
    fields
        .map(|(key, value)| match was.get(key) {
            Some(before) => field(key, format!("{} → {}", plain(before), plain(value))),
            None => field(key, plain(value)),
        })
        .collect()
}

fn plain(value: &Value) -> String {
    visible_line(&value.to_string())
}

fn shown(key: &str, state: &Value, zone: &TimeZone) -> String {
    let value = state.get(key).unwrap_or(&Value::Null);
    let text = value.as_str();
    match key {
        "recurrence" => repeats(state, zone),
        "conferenceData" => {
            match value.get("createRequest").is_some() && value.get("entryPoints").is_none() {
                _ if value.is_null() => "none".to_owned(),
                true => "a new Google Meet link".to_owned(),
                false => "the one it has".to_owned(),
            }
        }
        "visibility" => match text {
            Some("public") => "everybody".to_owned(),
            Some("private" | "confidential") => "only its guests".to_owned(),
            _ => "as everything in the calendar".to_owned(),
        },
        "transparency" => if text == Some("transparent") { "free" } else { "busy" }.to_owned(),
        "reminders" => reminders(value),
        "status" => if text == Some("cancelled") { "no, it was deleted" } else { "yes" }.to_owned(),
        "description" => {
            text.map(words_of).filter(|text| !text.is_empty()).unwrap_or_else(|| "none".to_owned())
        }
        _ => text.map(visible_line).filter(|text| !text.is_empty()).unwrap_or_else(|| "none".to_owned()),
    }
}

fn repeats(state: &Value, zone: &TimeZone) -> String {
    let lines: Vec<String> = state
        .get("recurrence")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|line| line.as_str().map(visible_line))
        .collect();
    let start = state.get("start").and_then(|start| Moment::of(start, zone));
    let start = start.unwrap_or_else(|| Moment::At(jiff::Timestamp::UNIX_EPOCH.to_zoned(zone.clone())));
    let said = lines.iter().map(|line| match Rule::parse(line) {
        Ok(rule) if line.starts_with("RRULE") => rule.in_words(&start),
        Ok(_) | Err(_) => line.clone(),
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() { "never".to_owned() } else { said.join("; ") }
}

fn reminders(value: &Value) -> String {
    let overrides = value.get("overrides").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let minutes: Vec<String> = overrides
        .iter()
        .filter_map(|reminder| reminder.get("minutes")?.as_u64())
        .map(|minutes| format!("{minutes} minutes before"))
        .collect();
    match (value.get("useDefault").and_then(Value::as_bool).unwrap_or(true), minutes.is_empty()) {
        (true, true) => "as usual for the calendar".to_owned(),
        (false, true) => "none".to_owned(),
        (_, false) => minutes.join(", "),
    }
}

fn listed(state: &Value) -> Vec<(String, String)> {
    let list = state.get("attendees").and_then(Value::as_array).into_iter().flatten();
    list.map(|guest| {
        let text = |name: &str| guest.get(name).and_then(Value::as_str).map(visible_line).unwrap_or_default();
        let optional = guest.get("optional").and_then(Value::as_bool) == Some(true);
        let mut said = text("email");
        if !text("displayName").is_empty() {
            said = format!("{} <{said}>", text("displayName"));
        }
        if optional {
            said.push_str(" (optional)");
        }
        (text("email").to_ascii_lowercase(), said)
    })
    .collect()
}

fn guests(state: &Value) -> String {
    let said: Vec<String> = listed(state).into_iter().map(|(_, said)| said).collect();
    if said.is_empty() { "none".to_owned() } else { said.join(", ") }
}

/// Who comes, who goes and who stays; or, where only one entry is written, what that guest answers.
fn guest_fields(was: &Value, body: &Value) -> Vec<Field> {
    if body.get("attendeesOmitted").is_some() {
        return answers(was, body);
    }
    let (before, after) = (listed(was), listed(body));
    let without = |list: &[(String, String)], other: &[(String, String)]| {
        let gone = list.iter().filter(|(email, _)| !other.iter().any(|(known, _)| known == email));
        let said: Vec<String> = gone.map(|(_, said)| said.clone()).collect();
        if said.is_empty() { "nobody".to_owned() } else { said.join(", ") }
    };
    let stay = before.iter().filter(|(email, _)| after.iter().any(|(known, _)| known == email)).count();
    vec![
        field("Guests added", without(&after, &before)),
        field("Guests removed", without(&before, &after)),
        field("Guests who stay", stay.to_string()),
    ]
}

fn answers(was: &Value, body: &Value) -> Vec<Field> {
    let list = body.get("attendees").and_then(Value::as_array).into_iter().flatten();
    list.flat_map(|guest| {
        let email = guest.get("email").and_then(Value::as_str).unwrap_or_default();
        let old = was.get("attendees").and_then(Value::as_array).into_iter().flatten();
        let old = old.into_iter().find(|old| old.get("email").and_then(Value::as_str) == Some(email));
        let text = |guest: Option<&Value>, name: &str| {
            guest.and_then(|guest| guest.get(name)?.as_str()).map(visible_line).unwrap_or_default()
        };
        let comment = |text: String| if text.is_empty() { "none".to_owned() } else { text };
        let (before, after) = (text(old, "responseStatus"), text(Some(guest), "responseStatus"));
        vec![
            field("Your answer", format!("{} → {}", answer(&before), answer(&after))),
            field(
                "Comment",
                format!("{} → {}", comment(text(old, "comment")), comment(text(Some(guest), "comment"))),
            ),
        ]
    })
    .collect()
}
