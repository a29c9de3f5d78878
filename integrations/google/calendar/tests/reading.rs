//! Reading: events, calendars, busy times, free times.

use kernel::{Code, Readers};
use serde_json::json;

use super::book::{Book, EVENTS, invitation, lunch, with};
use super::{act, plan, read, world};
use crate::testing::{ok, refused};

#[tokio::test]
async fn the_next_week_is_listed_in_the_users_zone_with_a_way_to_go_on() {
    let world = with(&Book::of([lunch(), invitation()])).await;
    let answer = read(&world, "calendar.list_events", json!({ "limit": 1 })).await;
    assert_eq!(answer["events"][0]["title"], "Lunch");
    assert_eq!(answer["events"][0]["start"], "2023-11-20T12:00:00+01:00");
    assert_eq!(
        answer["events"][0]["elsewhere"],
        json!(["2023-11-20 06:00 America/New_York (ben@example.com)"])
    );
    assert_eq!(
        answer["events"][0]["guests"][1],
        json!({ "address": "ben@example.com", "answer": "declined", "comment": "ill" })
    );
    assert_eq!((&answer["shown"], &answer["total"], &answer["next_skip"]), (&json!(1), &json!(2), &json!(1)));
    let seen = world.seen();
    let list = &seen.iter().find(|seen| seen.is("GET", EVENTS)).unwrap().target;
    for part in [
        "timeMin=2023-11-14T23%3A13%3A20%2B01%3A00",
        "timeMax=2023-11-21T23%3A13%3A20%2B01%3A00",
        "singleEvents=true",
        "orderBy=startTime",
        "timeZone=Europe%2FBerlin",
    ] {
        assert!(list.contains(part), "{part} in {list}");
    }
    let rest = read(&world, "calendar.list_events", json!({ "skip": 1 })).await;
    assert_eq!((&rest["events"][0]["title"], &rest["next_skip"]), (&json!("Review"), &json!(null)));
    assert_eq!(
        rest["events"][0]["elsewhere"],
        json!(["2023-11-21 04:00 America/New_York (ben@example.com)"])
    );
    assert_eq!(rest["events"][0]["my_answer"], "no answer yet");
    assert_eq!(world.count("GET", "/calendar/v3/users/me/settings/timezone"), 1, "a zone is remembered");
}

#[tokio::test]
async fn a_description_that_is_cut_says_so() {
    let mut event = lunch();
    event["description"] = json!("Bring cake");
    let world = with(&Book::of([event])).await;
    for (asked, description, part) in [
        (5, json!("Bring"), json!({ "shown": 5, "total": 10 })),
        (0, json!(null), json!({ "shown": 0, "total": 10 })),
        (10, json!("Bring cake"), json!(null)),
    ] {
        let answer = read(&world, "calendar.list_events", json!({ "description_chars": asked })).await;
        let row = &answer["events"][0];
        assert_eq!((&row["description"], &row["description_part"]), (&description, &part));
    }
}

#[tokio::test]
async fn an_event_may_be_read_by_its_guests() {
    let world = with(&Book::of([lunch()])).await;
    let done = act(&world, "calendar.list_events", json!({})).await.unwrap();
    let readers = ["ana@example.com", "ben@example.com", "eve@example.com"].map(str::to_owned);
    assert_eq!(done.answer.label.readers, Readers::Only(readers.into()));
    assert!(done.answer.label.has_a_strangers_words());
}

#[tokio::test]
async fn several_calendars_are_told_apart_and_unknown_ones_refused() {
    let world = world(|seen, _| {
        if seen.target.contains("calendarList") {
            return ok(json!({ "items": [{ "id": "team@group.calendar.google.com", "summary": "Team" }] }));
        }
        if seen.target.contains("settings") {
            return ok(json!({ "value": "Europe/Berlin" }));
        }
        let day = if seen.target.contains("team%40") || seen.target.contains("team@") { "22" } else { "23" };
        ok(json!({ "items": [{ "id": format!("e{day}"), "status": "confirmed", "summary": "X",
            "start": { "date": format!("2023-11-{day}") }, "end": { "date": "2023-11-25" } }] }))
    })
    .await;
    let args =
        json!({ "calendars": ["primary", "team"], "from": "2023-11-20", "to": "2023-11-24", "query": "x" });
    let answer = read(&world, "calendar.list_events", args).await;
    assert_eq!(answer["events"][0]["calendar"], "Team");
    assert_eq!(
        (&answer["events"][0]["start"], &answer["events"][0]["end"]),
        (&json!("2023-11-22"), &json!("2023-11-24"))
    );
    assert_eq!(answer["events"][1]["calendar"], "your main calendar");
    let refused =
        act(&world, "calendar.list_events", json!({ "calendars": ["Holidays"] })).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
    assert_eq!(
        plan(&world, "calendar.list_events", json!({ "limit": 0 })).await.unwrap_err().code,
        Code::InputInvalid
    );
}

#[tokio::test]
async fn a_calendar_that_cannot_be_seen_is_never_free() {
    let world = world(|seen, _| {
        if seen.target.contains("calendarList") {
            return ok(json!({ "items": [] }));
        }
        if seen.target.contains("settings") {
            return refused(404, "notFound");
        }
        ok(json!({ "calendars": {
            "primary": { "busy": [{ "start": "2023-11-20T08:00:00Z", "end": "2023-11-20T09:00:00Z" }] },
            "eve@example.com": { "errors": [{ "reason": "notFound" }] },
        }}))
    })
    .await;
    let args = json!({ "who": ["primary", "eve@example.com"], "from": "2023-11-20", "to": "2023-11-20" });
    let answer = read(&world, "calendar.free_busy", args).await;
    assert_eq!(
        answer["who"][0]["busy"],
        json!([{ "start": "2023-11-20T08:00:00+00:00", "end": "2023-11-20T09:00:00+00:00" }])
    );
    assert_eq!((&answer["who"][1]["known"], &answer["who"][1]["busy"]), (&json!(false), &json!([])));
    assert!(answer["who"][1]["problem"].as_str().unwrap().contains("not shared"));
    let args = json!({ "people": ["eve@example.com"], "from": "2023-11-20T08:30:00Z", "to": "2023-11-20" });
    let answer = read(&world, "calendar.find_time", args).await;
    assert_eq!(answer["times"][0]["start"], "2023-11-20T09:00:00+00:00");
    assert_eq!(
        (&answer["unknown"][0]["who"], &answer["zone_assumed"][0]),
        (&json!("eve@example.com"), &json!("eve@example.com"))
    );
    assert!(answer["note"].as_str().unwrap().contains("may not suit"));
}
