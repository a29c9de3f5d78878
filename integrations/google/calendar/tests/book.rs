//! A calendar of a few events that checks etags, for tests of single tools.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::world;
use crate::testing::{Answer, Seen, World, ok, refused};

pub(super) const EVENTS: &str = "/calendar/v3/calendars/primary/events";

/// What it keeps, and what goes wrong.
#[derive(Default)]
pub(super) struct Book {
    pub(super) events: BTreeMap<String, Value>,
    /// Answers to writes get lost after they were made, this many times.
    pub(super) losing: usize,
    /// Writes of this method are refused.
    pub(super) refusing: Option<&'static str>,
    version: u32,
}

pub(super) type Shared = Arc<Mutex<Book>>;

impl Book {
    pub(super) fn of(events: impl IntoIterator<Item = Value>) -> Shared {
        let mut book = Self::default();
        for event in events {
            book.keep(event);
        }
        Arc::new(Mutex::new(book))
    }

    pub(super) fn keep(&mut self, mut event: Value) -> Value {
        self.version += 1;
        event["etag"] = json!(format!("\"v{}\"", self.version));
        let id = event["id"].as_str().unwrap().to_owned();
        event["htmlLink"] = json!(format!("https://www.google.com/calendar/event?eid={id}"));
        if event["status"].is_null() {
            event["status"] = json!("confirmed");
        }
        self.events.insert(id, event.clone());
        event
    }

    /// Somebody else changes an event.
    pub(super) fn change(&mut self, id: &str, name: &str, value: Value) {
        let mut event = self.events[id].clone();
        event[name] = value;
        self.keep(event);
    }

    fn answer(&mut self, seen: &Seen) -> Answer {
        if seen.target.starts_with("/calendar/v3/users/me/settings/timezone") {
            return ok(json!({ "value": "Europe/Berlin" }));
        }
        if seen.target.starts_with("/calendar/v3/users/me/calendarList") {
            return ok(json!({ "items": [
                { "id": "ana@example.com", "summary": "Ana", "timeZone": "Europe/Berlin", "accessRole": "owner", "primary": true },
                { "id": "team@group.calendar.google.com", "summary": "Team", "timeZone": "Europe/Berlin", "accessRole": "writer" },
                { "id": "ben@example.com", "summary": "Ben", "timeZone": "America/New_York", "accessRole": "reader" },
            ]}));
        }
        let path = seen.target.split('?').next().unwrap();
        if path.ends_with("/acl") {
            return ok(json!({ "items": [
                { "role": "owner", "scope": { "type": "user", "value": "ana@example.com" } },
                { "role": "freeBusyReader", "scope": { "type": "domain", "value": "example.com" } },
            ]}));
        }
        let rest = path.strip_prefix(EVENTS).unwrap_or_else(|| panic!("{path}"));
        let mut id = rest.trim_start_matches('/').to_owned();
        if let Some(series) = id.strip_suffix("/instances") {
            id = series.to_owned();
            return ok(json!({ "items": self.of_series(&id) }));
        }
        match (seen.method.as_str(), id.is_empty()) {
            ("GET", true) => ok(json!({ "items": self.events.values().collect::<Vec<_>>() })),
            ("GET", false) => match self.events.get(&id) {
                Some(event) => ok(event.clone()),
                None => refused(404, "notFound"),
            },
            (method, _) if self.refusing == Some(method) => refused(400, "invalid"),
            (_, _) => {
                let answer = self.write(seen, &id);
                if self.losing > 0 {
                    self.losing -= 1;
                    return Answer(503, json!({}), Some("0.01"));
                }
                answer
            }
        }
    }

    fn of_series(&self, id: &str) -> Vec<&Value> {
        self.events.values().filter(|event| event["recurringEventId"] == id).collect()
    }

    fn write(&mut self, seen: &Seen, id: &str) -> Answer {
        let body: Value = serde_json::from_str(&seen.body).unwrap_or_default();
        if id.is_empty() {
            let own = body["id"].as_str().unwrap();
            return if self.events.contains_key(own) {
                refused(409, "duplicate")
            } else {
                ok(self.keep(body))
            };
        }
        let Some(mut event) = self.events.get(id).cloned() else { return refused(404, "notFound") };
        if event["etag"].as_str() != seen.if_match.as_deref() {
            return refused(412, "conditionNotMet");
        }
        if seen.method == "DELETE" {
            event["status"] = json!("cancelled");
            self.keep(event);
            return Answer(200, Value::Null, None);
        }
        for (name, value) in body.as_object().unwrap() {
            if name == "attendees" && body["attendeesOmitted"] == true {
                let own = &value[0];
                let mut guests = event["attendees"].as_array().unwrap().clone();
                for guest in guests.iter_mut().filter(|guest| guest["email"] == own["email"]) {
                    *guest = own.clone();
                }
                event["attendees"] = json!(guests);
            } else if value.is_null() {
                event.as_object_mut().unwrap().remove(name);
            } else if name != "attendeesOmitted" {
                event[name] = value.clone();
            }
        }
        ok(self.keep(event))
    }
}

/// A world whose primary calendar is the book.
pub(super) async fn with(book: &Shared) -> World {
    let book = Arc::clone(book);
    world(move |seen, _| book.lock().unwrap().answer(seen)).await
}

/// Lunch with Ben and Eve, who have answered.
pub(super) fn lunch() -> Value {
    json!({
        "id": "lunch1", "summary": "Lunch", "location": "Bar", "iCalUID": "lunch1@google.com",
        "organizer": { "email": "ana@example.com", "self": true },
        "start": { "dateTime": "2023-11-20T12:00:00+01:00", "timeZone": "Europe/Berlin" },
        "end": { "dateTime": "2023-11-20T13:00:00+01:00", "timeZone": "Europe/Berlin" },
        "attendees": [
            { "email": "ana@example.com", "self": true, "organizer": true, "responseStatus": "accepted" },
            { "email": "ben@example.com", "responseStatus": "declined", "comment": "ill" },
            { "email": "eve@example.com", "responseStatus": "accepted", "optional": true },
        ],
    })
}

/// A meeting of Ben's to which Ana is invited.
pub(super) fn invitation() -> Value {
    json!({
        "id": "invite1", "summary": "Review", "iCalUID": "invite1@google.com",
        "organizer": { "email": "ben@example.com" },
        "start": { "dateTime": "2023-11-21T04:00:00-05:00", "timeZone": "America/New_York" },
        "end": { "dateTime": "2023-11-21T05:00:00-05:00", "timeZone": "America/New_York" },
        "attendees": [
            { "email": "ben@example.com", "organizer": true, "responseStatus": "accepted" },
            { "email": "ana@example.com", "self": true, "responseStatus": "needsAction", "displayName": "Ana" },
        ],
    })
}
