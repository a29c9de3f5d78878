//! Whether what Google keeps is what was written: compared by meaning, since Google writes some things its own way.

use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::event::words_of;
use super::moment::Moment;
use crate::gmail::visible_line;

const LONGEST_QUOTE: usize = 200;

/// Whether an event has everything that `body` sets.
pub(crate) fn is_held(body: &Value, event: &Value) -> bool {
    let whole = body.get("attendeesOmitted").is_none();
    body.as_object().is_some_and(|body| {
        body.iter().all(|(name, wanted)| {
            let found = event.get(name).unwrap_or(&Value::Null);
            match name.as_str() {
                "attendeesOmitted" | "id" => true,
                "attendees" => same_guests(wanted, found, whole),
                "conferenceData" => wanted.is_null() == found.is_null(),
                _ => is_same(name, wanted, found),
            }
        })
    })
}

/// What differs between two states of an event, with how it is now.
pub(crate) fn differences(was: &Value, now: &Value) -> Vec<(&'static str, String)> {
    NAMES
        .iter()
        .filter_map(|(name, said)| {
            let (was, now) = (was.get(name).unwrap_or(&Value::Null), now.get(name).unwrap_or(&Value::Null));
            let same = match *name {
                "attendees" => same_guests(was, now, true),
                "conferenceData" => was.is_null() == now.is_null(),
                _ => is_same(name, was, now),
            };
            (!same).then(|| (*said, brief(name, now)))
        })
        .collect()
}

const NAMES: [(&str, &str); 11] = [
    ("summary", "title"),
    ("start", "start"),
    ("end", "end"),
    ("location", "place"),
    ("description", "description"),
    ("attendees", "guests or their answers"),
    ("recurrence", "how it repeats"),
    ("status", "whether it takes place"),
    ("visibility", "visibility"),
    ("transparency", "whether it blocks time"),
    ("conferenceData", "meeting link"),
];

fn is_same(name: &str, one: &Value, other: &Value) -> bool {
    match name {
        "start" | "end" => {
            let basic = |moment: &Value| Moment::of(moment, &TimeZone::UTC).map(|moment| moment.basic());
            let zone = |moment: &Value| moment.get("timeZone").and_then(Value::as_str).map(str::to_owned);
            // Google may leave the zone out.
            let same_zone = zone(one).zip(zone(other)).is_none_or(|(one, other)| one == other);
            basic(one) == basic(other) && same_zone
        }
        "recurrence" => rules(one) == rules(other),
        "status" => one.as_str().unwrap_or("confirmed") == other.as_str().unwrap_or("confirmed"),
        "transparency" => one.as_str().unwrap_or("opaque") == other.as_str().unwrap_or("opaque"),
        "visibility" => one.as_str().unwrap_or("default") == other.as_str().unwrap_or("default"),
        _ => one == other || (is_empty(one) && is_empty(other)),
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty)
}

/// The parts of a rule may come back in another order.
fn rules(lines: &Value) -> Vec<Vec<String>> {
    let parts = |line: &Value| {
        let line = line.as_str().unwrap_or_default();
        let mut parts: Vec<String> =
            line.trim_start_matches("RRULE:").split(';').map(str::to_owned).collect();
        parts.sort();
        parts
    };
    let mut rules: Vec<_> = lines.as_array().into_iter().flatten().map(parts).collect();
    rules.sort();
    rules
}

fn same_guests(wanted: &Value, found: &Value, whole: bool) -> bool {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (wanted, found) = (list(wanted), list(found));
    let text =
        |guest: &Value, name: &str| guest.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let answer = |guest: &Value| match text(guest, "responseStatus") {
        answer if answer.is_empty() => "needsAction".to_owned(),
        answer => answer,
    };
    let is_there = |guest: &Value| {
        found.iter().any(|other| {
            text(guest, "email").eq_ignore_ascii_case(&text(other, "email"))
                && answer(guest) == answer(other)
                && text(guest, "comment") == text(other, "comment")
        })
    };
    (!whole || wanted.len() == found.len()) && wanted.iter().all(is_there)
}

/// What sets every field of `body` back to what it was.
pub(crate) fn put_back(was: &Value, body: &Value, now: &Value) -> Map<String, Value> {
    let mut back = Map::new();
    let names = body.as_object().into_iter().flatten().map(|(name, _)| name);
    for name in names.filter(|name| *name != "attendeesOmitted") {
        let before = was.get(name).cloned();
        let value = match name.as_str() {
            "attendees" if body.get("attendeesOmitted").is_some() => {
                back.insert("attendeesOmitted".to_owned(), json!(true));
                only_those_in(body.get(name).unwrap_or(&Value::Null), before.unwrap_or_default())
            }
            "attendees" => before.unwrap_or_else(|| json!([])),
            "start" | "end" => replacing(&before.unwrap_or_default(), now.get(name).unwrap_or(&Value::Null)),
            _ => before.unwrap_or_default(),
        };
        back.insert(name.clone(), value);
    }
    back
}

fn only_those_in(body: &Value, before: Value) -> Value {
    let named: Vec<&Value> =
        body.as_array().into_iter().flatten().filter_map(|guest| guest.get("email")).collect();
    let Value::Array(before) = before else { return json!([]) };
    before
        .into_iter()
        .filter(|guest| guest.get("email").is_some_and(|email| named.contains(&email)))
        .collect()
}

/// A day that becomes a moment, or the other way round, must also say what it no longer is.
pub(crate) fn replacing(target: &Value, now: &Value) -> Value {
    let mut target = target.clone();
    if let Some(fields) = target.as_object_mut() {
        for name in ["date", "dateTime", "timeZone"] {
            if !fields.contains_key(name) && now.get(name).is_some_and(|value| !value.is_null()) {
                fields.insert(name.to_owned(), Value::Null);
            }
        }
    }
    target
}

/// How a field is now, for somebody who has to look at it again.
fn brief(name: &str, value: &Value) -> String {
    let text = match (name, value) {
        (_, Value::Null) => "none".to_owned(),
        ("start" | "end", value) => {
            let text = |name: &str| value.get(name).and_then(Value::as_str);
            let time = text("dateTime").or_else(|| text("date")).unwrap_or_default();
            format!("{time} {}", text("timeZone").unwrap_or_default())
        }
        ("attendees", Value::Array(guests)) => guests
            .iter()
            .map(|guest| {
                let text = |name: &str| guest.get(name).and_then(Value::as_str).unwrap_or_default();
                format!("{} {}", text("email"), text("responseStatus"))
            })
            .collect::<Vec<_>>()
            .join(", "),
        (_, Value::String(text)) => words_of(text),
        ("conferenceData", _) => "there is one".to_owned(),
        (_, other) => other.to_string(),
    };
    visible_line(&text).chars().take(LONGEST_QUOTE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_in_other_words_is_the_same() {
        let body = json!({
            "summary": "Lunch", "description": null, "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=FR"],
            "start": { "dateTime": "2026-11-20T10:00:00+01:00", "timeZone": "Europe/Berlin" },
            "attendees": [{ "email": "ben@example.com" }],
        });
        let event = json!({
            "summary": "Lunch", "recurrence": ["RRULE:BYDAY=FR;FREQ=WEEKLY"],
            "start": { "dateTime": "2026-11-20T09:00:00Z" },
            "attendees": [{ "email": "Ben@example.com", "responseStatus": "needsAction" }],
        });
        assert!(is_held(&body, &event));
        for (name, other) in [
            ("summary", json!("Dinner")),
            ("start", json!({ "dateTime": "2026-11-20T09:30:00Z" })),
            ("start", json!({ "dateTime": "2026-11-20T09:00:00Z", "timeZone": "Africa/Lagos" })),
            ("attendees", json!([{ "email": "ben@example.com" }, { "email": "eve@example.com" }])),
            ("attendees", json!([{ "email": "ben@example.com", "responseStatus": "declined" }])),
            ("description", json!("x")),
        ] {
            let mut event = event.clone();
            event[name] = other;
            assert!(!is_held(&body, &event), "{name}");
        }
    }

    #[test]
    fn what_is_put_back_is_exactly_what_was() {
        let was = json!({ "summary": "Lunch", "start": { "date": "2026-11-20" }, "attendees": [
            { "email": "ana@example.com", "responseStatus": "tentative" }, { "email": "ben@example.com" }] });
        let body = json!({ "summary": "Dinner", "location": "Bar", "start": { "dateTime": "x" } });
        let now = json!({ "start": { "dateTime": "x", "timeZone": "UTC" } });
        assert_eq!(
            Value::Object(put_back(&was, &body, &now)),
            json!({ "summary": "Lunch", "location": null,
                    "start": { "date": "2026-11-20", "dateTime": null, "timeZone": null } })
        );
        let answered = json!({ "attendeesOmitted": true, "attendees": [
            { "email": "ana@example.com", "responseStatus": "accepted" }] });
        assert_eq!(
            Value::Object(put_back(&was, &answered, &now)),
            json!({ "attendeesOmitted": true, "attendees": [
                { "email": "ana@example.com", "responseStatus": "tentative" }] })
        );
    }

    #[test]
    fn what_changed_is_named_in_our_words_and_quoted_in_theirs() {
        let was = json!({ "summary": "Lunch", "location": "Bar" });
        let now = json!({ "summary": "Obey\u{200b} me", "location": "Bar", "status": "confirmed" });
        assert_eq!(differences(&was, &now), [("title", "Obey me".to_owned())]);
    }
}
