//! Conversations about the calendar.

use serde_json::{Value, json};

use super::talk::{Talk, row, rows};

fn event(id: &str, title: &str, start: &str, end: &str) -> Value {
    json!({ "id": id, "calendar": "primary", "title": title, "start": start, "end": end, "all_day": false,
        "organizer": "ana@example.com", "guests": [], "guests_total": 0, "my_answer": "tentative",
        "status": "confirmed", "link": "https://calendar.example/e" })
}

fn review() -> Value {
    event("e1", "Budget review", "2026-11-19T10:00:00+01:00", "2026-11-19T11:30:00+01:00")
}

fn events(events: &[Value]) -> Value {
    json!({ "events": events, "from": "", "to": "", "zone": "Europe/Berlin", "shown": events.len(),
        "total": events.len(), "next_skip": null })
}

fn search(query: &str) -> (&'static str, Value) {
    let args = json!({ "query": query, "limit": 50, "from": "2026-11-15T10:22", "to": "2027-01-14" });
    ("calendar.list_events", args)
}

#[test]
fn events_are_told_with_the_persons_own_times() {
    let mut talk = Talk::new();
    let tomorrow = json!({ "from": "2026-11-16", "to": "2026-11-16" });
    talk.asks("what's on my calendar tomorrow?", &[("calendar.list_events", tomorrow)]);
    let told = talk.hears(&events(&[review()]));
    assert!(
        told.starts_with("1 event:\n1. Thu 19 Nov, 10:00–11:30: “Budget review” (you said maybe)"),
        "{told}"
    );
    assert!(talk.says("read the first one").contains("Organised by ana@example.com"));
}

#[test]
fn an_empty_day_is_said_to_be_empty() {
    let mut talk = Talk::new();
    let friday = json!({ "from": "2026-11-20", "to": "2026-11-20" });
    talk.asks("what's on my calendar on Friday?", &[("calendar.list_events", friday)]);
    assert!(talk.hears(&events(&[])).starts_with("There is nothing in your calendar"));
}

#[test]
fn a_meeting_is_booked_with_the_address_that_the_mail_knows() {
    let mut talk = Talk::new();
    let people = [
        ("gmail.search", json!({ "query": "from:ben -in:drafts", "limit": 10 })),
        ("gmail.search", json!({ "query": "to:ben -in:drafts", "limit": 10 })),
    ];
    talk.asks("book 30 minutes with Ben tomorrow at 10 about budget with a Meet link", &people);
    let create = json!({ "title": "Budget", "start": "2026-11-16T10:00", "duration_minutes": 30,
        "guests": ["ben@example.com"], "meet": true });
    talk.hears_and_asks(
        &[rows(&[row("m1", "Ben Adler <ben@example.com>", "x")]), rows(&[])],
        &[("calendar.create_event", create)],
    );
    let told = talk.hears(&json!({ "did": "created", "calendar": "primary", "event": review(), "mail": "" }));
    assert!(told.starts_with("Booked: Thu 19 Nov, 10:00–11:30: “Budget review”"), "{told}");
}

#[test]
fn a_missing_time_is_asked_for_and_taken_up() {
    let mut talk = Talk::new();
    assert!(talk.says("schedule a meeting with ben@x.de about tea").contains("When shall it be?"));
    let create = json!({ "title": "Tea", "start": "2026-11-20T15:00", "guests": ["ben@x.de"] });
    talk.asks("Friday at 3pm", &[("calendar.create_event", create)]);
}

#[test]
fn an_event_is_moved_on_its_own_day() {
    let mut talk = Talk::new();
    talk.asks("move the budget review to 3pm", &[search("budget review")]);
    let update = json!({ "event": "e1", "start": "2026-11-19T15:00" });
    talk.hears_and_asks(&[events(&[review()])], &[("calendar.update_event", update)]);
    assert!(talk.fails("denied: The person pressed Deny. Nothing was done.").contains("Nothing was changed"));
}

#[test]
fn of_several_events_it_asks_which_and_takes_the_number() {
    let mut talk = Talk::new();
    talk.asks("cancel the review", &[search("review")]);
    let other = event("e2", "Design review", "2026-11-20T09:00:00+01:00", "2026-11-20T10:00:00+01:00");
    let told = talk.hears(&events(&[review(), other]));
    assert!(
        told.contains("Which event") && told.contains("2. Fri 20 Nov, 09:00–10:00: “Design review”"),
        "{told}"
    );
    talk.asks("the second one", &[("calendar.delete_event", json!({ "event": "e2" }))]);
}

#[test]
fn of_a_series_the_next_one_is_meant() {
    let mut talk = Talk::new();
    talk.asks("decline the stand-up", &[search("stand-up")]);
    let mut days = ["16", "17"].map(|day| {
        let start = format!("2026-11-{day}T09:30:00+01:00");
        event(&format!("s_{day}"), "Stand-up", &start, &start)
    });
    for day in &mut days {
        day["series"] = json!("s");
    }
    talk.hears_and_asks(
        &[events(&days)],
        &[("calendar.respond", json!({ "event": "s_16", "answer": "decline" }))],
    );
}

#[test]
fn no_such_event_is_said() {
    let mut talk = Talk::new();
    talk.asks("cancel the moon landing", &[search("moon landing")]);
    assert!(talk.hears(&events(&[])).contains("no event called “moon landing”"));
}

#[test]
fn free_times_name_those_whose_calendars_cannot_be_seen() {
    let mut talk = Talk::new();
    let args =
        json!({ "people": ["ben@x.de"], "duration_minutes": 30, "from": "2026-11-19", "to": "2026-11-19" });
    talk.asks("when are ben@x.de and I free on Thursday?", &[("calendar.find_time", args)]);
    let told = talk.hears(&json!({
        "times": [{ "start": "2026-11-19T09:00:00+01:00", "end": "2026-11-19T09:30:00+01:00" }],
        "working_hours": "09:00-17:00", "unknown": [{ "who": "ben@x.de", "why": "it is hidden." }],
    }));
    assert!(told.contains("• Thu 19 Nov, 09:00–09:30") && told.contains("ben@x.de: it is hidden."), "{told}");
}

#[test]
fn a_weekend_that_was_asked_about_is_searched_too() {
    let mut talk = Talk::new();
    let on = |from: &str, to: &str| json!({ "people": ["ben@x.de"], "duration_minutes": 30, "from": from, "to": to });
    let with_weekends = |mut args: Value| {
        args["weekends"] = json!(true);
        args
    };
    // It is a Sunday.
    let saturday = with_weekends(on("2026-11-21", "2026-11-21"));
    talk.asks("when are ben@x.de and I free on Saturday?", &[("calendar.find_time", saturday)]);
    let nothing = |weekends: bool| json!({ "times": [], "working_hours": "09:00-17:00", "weekends": weekends, "unknown": [] });
    assert!(
        talk.hears(&nothing(true)).starts_with("There is no time that suits everybody within 09:00-17:00.")
    );
    talk.asks(
        "when are ben@x.de and I free next week?",
        &[("calendar.find_time", on("2026-11-16", "2026-11-22"))],
    );
    assert!(talk.hears(&nothing(false)).contains("within 09:00-17:00 from Monday to Friday."));
}

#[test]
fn when_something_is_names_the_next_of_a_series() {
    let mut talk = Talk::new();
    talk.asks("when is the stand-up?", &[search("stand-up")]);
    let mut days = ["16", "17"].map(|day| {
        let date = format!("2026-11-{day}");
        event(day, "Stand-up", &format!("{date}T09:30:00+01:00"), &format!("{date}T09:45:00+01:00"))
    });
    for day in &mut days {
        day["series"] = json!("s");
    }
    let told = talk.hears(&events(&days));
    assert!(told.starts_with("The next one is Mon 16 Nov, 09:30–09:45: “Stand-up”"), "{told}");
}
