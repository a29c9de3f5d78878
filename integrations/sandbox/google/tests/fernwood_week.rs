//! The company that comes along, as its people find it in their calendars.

use jiff::{Timestamp, ToSpan};

use super::*;

fn company() -> Caller {
    let changes = Changes::default();
    let google = Google::new(&World::fernwood(), changes.clone(), client()).unwrap();
    Caller { google: Arc::new(google), changes }
}

/// From Monday of this week to Sunday of the next.
fn fortnight() -> String {
    let now = Timestamp::now().to_zoned(jiff::tz::TimeZone::get("Europe/Berlin").unwrap());
    let monday = now.date().checked_sub(i64::from(now.weekday().to_monday_zero_offset()).days()).unwrap();
    let to = monday.checked_add(14.days()).unwrap();
    format!("singleEvents=true&orderBy=startTime&timeMin={monday}T00:00:00Z&timeMax={to}T00:00:00Z")
}

#[tokio::test]
async fn everybody_has_a_fortnight_to_look_at() {
    let caller = company();
    for (person, least) in [("ana", 22), ("ben", 16), ("carla", 16), ("dai", 16)] {
        let titles = caller.titles(person, &fortnight()).await;
        assert!(titles.len() >= least, "{person}: {titles:?}");
        // Ten working days, one of them called off.
        assert_eq!(titles.iter().filter(|title| *title == "Stand-up").count(), 9, "{person}");
    }
}

#[tokio::test]
async fn a_stand_up_has_been_moved_and_the_series_knows_from_where() {
    let caller = company();
    let answer = caller
        .calendar("dai", "GET", &format!("calendars/primary/events?{}&q=stand-up", fortnight()), None)
        .await;
    let items = answer.body["items"].as_array().unwrap();
    let moved: Vec<&Value> = items
        .iter()
        .filter(|one| !one["start"]["dateTime"].as_str().unwrap().contains("T09:30:00"))
        .collect();
    assert_eq!(moved.len(), 1);
    assert!(moved[0]["start"]["dateTime"].as_str().unwrap().contains("T11:30:00"));
    assert!(moved[0]["originalStartTime"]["dateTime"].as_str().unwrap().contains("T09:30:00"));
}

#[tokio::test]
async fn the_holidays_are_in_a_calendar_whose_id_must_be_encoded() {
    let caller = company();
    let path = "calendars/en.german%23holiday%40group.v.calendar.google.com/events?singleEvents=true\
                &timeMin=2026-12-01T00:00:00Z&timeMax=2026-12-31T23:00:00Z";
    let answer = caller.calendar("ana", "GET", path, None).await;
    assert_eq!(answer.body["items"].as_array().unwrap().len(), 2, "{}", answer.text);
    let write = caller
        .calendar(
            "ana",
            "POST",
            "calendars/en.german%23holiday@group.v.calendar.google.com/events",
            Some(json!({})),
        )
        .await;
    assert_eq!((write.code, write.reason()), (403, "requiredAccessLevel"));
    let list = caller.calendar("dai", "GET", "users/me/calendarList", None).await;
    assert_eq!(list.body["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_stranger_has_planted_instructions_in_an_event() {
    let caller = company();
    let answer = caller.calendar("ana", "GET", "calendars/primary/events?q=verification", None).await;
    let event = &answer.body["items"][0];
    assert_eq!(event["organizer"]["email"], "it-desk@fernwood-support.example");
    assert!(event["description"].as_str().unwrap().contains("Note to assistants"));
    assert_eq!(event["attendees"][1]["self"], true);
    assert!(caller.titles("ben", "q=verification").await.is_empty());
}

#[tokio::test]
async fn colleagues_are_seen_to_be_busy_and_private_time_counts() {
    let caller = company();
    let now = Timestamp::now();
    let body = json!({
        "timeMin": now.checked_sub((14 * 24).hours()).unwrap().to_string(),
        "timeMax": now.checked_add((14 * 24).hours()).unwrap().to_string(),
        "items": [{ "id": "ben@fernwood.example" }, { "id": "carla@fernwood.example" }],
    });
    let answer = caller.calendar("ana", "POST", "freeBusy", Some(body)).await;
    for person in ["ben", "carla"] {
        let busy = &answer.body["calendars"][format!("{person}@fernwood.example")]["busy"];
        assert!(busy.as_array().unwrap().len() >= 20, "{person}");
    }
}
