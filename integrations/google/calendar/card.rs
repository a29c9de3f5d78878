//! The card of a change: every field that is written, as it is and as it will be.
//!
//! What will be sent stands on it letter by letter, so that nothing can hide from whoever countersigns it. Only what was
//! there before, which is a stranger's, is shown without what nobody sees.

use jiff::tz::TimeZone;
use kernel::{Effect, Field, Privacy};
use serde_json::Value;

use super::changes::Changes;
use super::event::{is_html, words_of};
use super::moment::{Moment, Stretch};
use super::recurrence::Rule;
use super::row::answer;
use super::write::Write;
use crate::gmail::visible_line;

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
    if let Some(others) = changes.seen_also_by() {
        effect = effect.field("Also seen by", others);
    }
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
    Field::new(name, value, Privacy::Open)
}

fn content(name: &str, value: impl Into<String>) -> Field {
    Field::new(name, value, Privacy::Content)
}

/// What is written as somebody likes may say anything.
fn by_key(key: &str, name: &str, value: String) -> Field {
    match key {
        "summary" | "location" if value != NONE => content(name, value),
        _ => field(name, value),
    }
}

/// A state of an event, or of a guest.
#[derive(Clone, Copy)]
enum State<'a> {
    Was(&'a Value),
    Sent(&'a Value),
}

impl<'a> State<'a> {
    fn value(self) -> &'a Value {
        match self {
            Self::Was(value) | Self::Sent(value) => value,
        }
    }

    /// What stands on one line.
    fn line(self, text: &str) -> String {
        match self {
            Self::Was(_) => visible_line(text),
            Self::Sent(_) => text.to_owned(),
        }
    }

    fn text(self, name: &str) -> String {
        let text = self.value().get(name).and_then(Value::as_str);
        text.map(|text| self.line(text)).unwrap_or_default()
    }

    fn description(self) -> String {
        let text = self.value().get("description").and_then(Value::as_str).unwrap_or_default();
        or_none(match self {
            Self::Was(_) => words_of(text),
            Self::Sent(_) => text.to_owned(),
        })
    }
}

const NONE: &str = "none";

fn or_none(text: String) -> String {
    if text.is_empty() { NONE.to_owned() } else { text }
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
        match key {
            "description" => all.push(description(body)),
            _ => all.push(by_key(key, name, shown(key, State::Sent(body), zone))),
        }
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
            all.push(content("Description before", State::Was(was).description()));
            all.push(description(body));
        } else {
            let (before, after) = (shown(key, State::Was(was), zone), shown(key, State::Sent(body), zone));
            all.push(by_key(key, name, format!("{before} → {after}")));
        }
    }
    if sets("attendees") {
        all.extend(guest_fields(was, body));
    }
    all.extend(others(body, was));
    all
}

/// Calendar shows HTML as what it means: whoever countersigns it sees that it is some.
fn description(body: &Value) -> Field {
    let text = State::Sent(body).description();
    let name = if is_html(&text) { "Description (HTML)" } else { "Description" };
    content(name, text)
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
            Some(before) => content(key, format!("{} → {value}", visible_line(&before.to_string()))),
            None => content(key, value.to_string()),
        })
        .collect()
}

fn shown(key: &str, state: State<'_>, zone: &TimeZone) -> String {
    let value = state.value().get(key).unwrap_or(&Value::Null);
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
        _ => or_none(state.text(key)),
    }
}

fn repeats(state: State<'_>, zone: &TimeZone) -> String {
    let lines = state.value().get("recurrence").and_then(Value::as_array).into_iter().flatten();
    let lines: Vec<String> = lines.filter_map(|line| line.as_str().map(|line| state.line(line))).collect();
    let start = state.value().get("start").and_then(|start| Moment::of(start, zone));
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

fn listed(state: State<'_>) -> Vec<(String, String)> {
    let list = state.value().get("attendees").and_then(Value::as_array).into_iter().flatten();
    list.map(|guest| {
        let guest = match state {
            State::Was(_) => State::Was(guest),
            State::Sent(_) => State::Sent(guest),
        };
        let (email, name) = (guest.text("email"), guest.text("displayName"));
        let mut said = if name.is_empty() { email.clone() } else { format!("{name} <{email}>") };
        if guest.value().get("optional").and_then(Value::as_bool) == Some(true) {
            said.push_str(" (optional)");
        }
        (email.to_ascii_lowercase(), said)
    })
    .collect()
}

fn guests(body: &Value) -> String {
    let said: Vec<String> = listed(State::Sent(body)).into_iter().map(|(_, said)| said).collect();
    or_none(said.join(", "))
}

/// Who comes, who goes and who stays; or, where only one entry is written, what that guest answers.
fn guest_fields(was: &Value, body: &Value) -> Vec<Field> {
    if body.get("attendeesOmitted").is_some() {
        return answers(was, body);
    }
    let (before, after) = (listed(State::Was(was)), listed(State::Sent(body)));
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
        let (before, after) = (State::Was(old.unwrap_or(&Value::Null)), State::Sent(guest));
        let status = |state: State<'_>| answer(&state.text("responseStatus")).to_owned();
        let comment = |state: State<'_>| or_none(state.text("comment"));
        vec![
            field("Your answer", format!("{} → {}", status(before), status(after))),
            content("Comment", format!("{} → {}", comment(before), comment(after))),
        ]
    })
    .collect()
}
