//! Calendar, action by action. Everything is made in 2027, where the world has but its endless series.

#[path = "calendar/onlookers.rs"]
mod onlookers;
#[path = "calendar/reading.rs"]
mod reading;
#[path = "calendar/series.rs"]
mod series;
#[path = "calendar/taking_back.rs"]
mod taking_back;
#[path = "calendar/weather.rs"]
mod weather;
#[path = "calendar/writing.rs"]
mod writing;

use serde_json::{Value, json};

use crate::harness::Acting;

const READING: [&str; 3] =
    ["calendar.calendarlist.readonly", "calendar.settings.readonly", "calendar.events.readonly"];
const WRITING: [&str; 4] = [
    "calendar.calendarlist.readonly",
    "calendar.settings.readonly",
    "calendar.acls.readonly",
    "calendar.events",
];
const FILING: [&str; 3] = ["calendar.calendarlist.readonly", "calendar.settings.readonly", "calendar.events"];
const ASKING: [&str; 3] =
    ["calendar.calendarlist.readonly", "calendar.settings.readonly", "calendar.freebusy"];

const ANA: &str = "ana@fernwood.example";
const BEN: &str = "ben@fernwood.example";

/// Somebody makes an event with their own hands.
async fn made(acting: &Acting, person: &str, event: Value) -> Value {
    let body = json!({ "person": person, "event": event });
    acting.control().post("/google/calendar/add", body).await["event"].clone()
}

/// An event as somebody finds it.
async fn kept(acting: &Acting, person: &str, id: &str) -> Value {
    acting.control().get(&format!("/google/calendar/event?person={person}&id={id}")).await
}

/// What somebody has in their calendars on a day, as the sandbox tells it.
async fn on(acting: &Acting, person: &str, day: &str) -> Vec<Value> {
    let path = format!("/google/calendar/events?person={person}&from={day}T00:00:00Z&to={day}T23:59:59Z");
    acting.control().get(&path).await["events"].as_array().unwrap().clone()
}

/// Who was mailed about events of a title, and why.
async fn mails(acting: &Acting, title: &str) -> Vec<(String, String)> {
    let mails = acting.control().get("/google/calendar/mails").await;
    let ours = mails["mails"].as_array().unwrap().iter().filter(|mail| mail["title"] == title);
    let text = |mail: &Value, name: &str| mail[name].as_str().unwrap().to_owned();
    ours.map(|mail| (text(mail, "occasion"), text(mail, "to"))).collect()
}

/// An hour on a day of 2027 in Berlin, with Ben.
fn lunch(title: &str) -> Value {
    json!({
        "summary": title,
        "location": "Bar",
        "start": { "dateTime": "2027-02-01T12:00:00+01:00", "timeZone": "Europe/Berlin" },
        "end": { "dateTime": "2027-02-01T13:00:00+01:00", "timeZone": "Europe/Berlin" },
        "attendees": [{ "email": BEN, "responseStatus": "accepted", "comment": "Hungry" }],
    })
}

fn fresh(stem: &str) -> String {
    format!("{stem} {}", uuid::Uuid::new_v4().simple())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}
