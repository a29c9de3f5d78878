//! Looking: events, calendars, busy times, free times.

use serde_json::json;

use super::{ANA, ASKING, BEN, READING, lunch, made, text};
use crate::harness::Acting;

#[tokio::test(flavor = "multi_thread")]
async fn the_events_of_the_next_week_are_listed() {
    let acting = Acting::as_ana(&READING).await;
    let act = acting.act("calendar.list_events", json!({})).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    let answer = answer.json();
    let lists = act.requests_to("calendar.events.list").await;
    assert_eq!((lists.len(), lists[0].path.as_str()), (1, "/calendar/v3/calendars/primary/events"));
    for (name, value) in [
        ("singleEvents", "true"),
        ("orderBy", "startTime"),
        ("timeZone", "Europe/Berlin"),
        ("maxResults", "250"),
    ] {
        assert_eq!(lists[0].values(name), [value], "{name}");
    }
    let (from, to) = (lists[0].values("timeMin")[0], lists[0].values("timeMax")[0]);
    let query: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("person", "ana"), ("from", from), ("to", to)])
        .finish();
    let there = acting.control().get(&format!("/google/calendar/events?{query}")).await;
    let own = there["events"].as_array().unwrap().iter().filter(|event| event["calendar"] == ANA).count();
    assert!(own > 5);
    assert_eq!(
        (&answer["shown"], &answer["total"], &answer["next_skip"]),
        (&json!(own), &json!(own), &json!(null))
    );
    assert_eq!(answer["zone"], "Europe/Berlin");
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_listed_as_they_are_asked_for() {
    let acting = Acting::as_ana(&READING).await;
    let mut zebra = lunch("Zebra one");
    zebra["description"] = json!("Stripes and stripes");
    made(&acting, "ana", zebra).await;
    let whole =
        json!({ "summary": "Zebra two", "start": { "date": "2027-02-02" }, "end": { "date": "2027-02-04" } });
    acting
        .control()
        .post("/google/calendar/add", json!({ "person": "ana", "calendar": "primary", "event": whole }))
        .await;
    made(&acting, "ana", lunch("Lion")).await;
    let args = json!({
        "calendars": ["primary", "Fernwood Studio"], "from": "2027-02-01", "to": "2027-02-03", "query": "zebra",
        "limit": 1, "skip": 1, "description_chars": 7,
    });
    let act = acting.act("calendar.list_events", args.clone()).await;
    let answer = act.answer().await.json();
    assert_eq!(
        (&answer["shown"], &answer["total"], &answer["next_skip"]),
        (&json!(1), &json!(2), &json!(null))
    );
    let row = &answer["events"][0];
    assert_eq!((&row["title"], &row["all_day"]), (&json!("Zebra two"), &json!(true)));
    assert_eq!((&row["start"], &row["end"]), (&json!("2027-02-02"), &json!("2027-02-03")));
    let lists = act.requests_to("calendar.events.list").await;
    assert_eq!(lists.len(), 2);
    assert_eq!(lists[0].values("timeMin"), ["2027-02-01T00:00:00+01:00"]);
    assert_eq!(lists[0].values("timeMax"), ["2027-02-04T00:00:00+01:00"]);
    assert_eq!(lists[0].values("q"), ["zebra"]);
    let mut first = args;
    first["skip"] = json!(0);
    let answer = acting.perform("calendar.list_events", first).await.json();
    let row = &answer["events"][0];
    assert_eq!((&row["title"], &row["description"]), (&json!("Zebra one"), &json!("Stripes")));
    assert_eq!(row["start"], "2027-02-01T12:00:00+01:00");
    assert_eq!(answer["next_skip"], 1);
    let unknown = acting.perform("calendar.list_events", json!({ "calendars": ["Nowhere"] })).await;
    assert_eq!(unknown.code(), Some("not_found"));
}

#[tokio::test(flavor = "multi_thread")]
async fn calendars_are_listed() {
    let acting = Acting::as_ana(&["calendar.calendarlist.readonly"]).await;
    let answer = acting.perform("calendar.calendars", json!({ "skip": 0 })).await.json();
    let rows = answer["calendars"].as_array().unwrap();
    let named = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(named("Fernwood Studio")["access"], "owner");
    assert_eq!(named("Holidays in Germany")["id"], "en.german#holiday@group.v.calendar.google.com");
    assert!(rows.iter().any(|row| row["id"] == ANA && row["main"] == true));
    assert_eq!((&answer["shown"], &answer["total"]), (&json!(rows.len()), &json!(rows.len())));
    let rest = acting.perform("calendar.calendars", json!({ "skip": 1 })).await.json();
    assert_eq!(rest["shown"], json!(rows.len() - 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_seen_is_not_said_to_be_free() {
    let acting = Acting::as_ana(&ASKING).await;
    made(&acting, "ana", lunch("Busy")).await;
    let args = json!({
        "who": ["primary", BEN, "nobody@elsewhere.example"], "from": "2027-02-01T08:00", "to": "2027-02-01",
        "zone": "America/New_York",
    });
    let act = acting.act("calendar.free_busy", args).await;
    let answer = act.answer().await.json();
    let asked = &act.requests_to("calendar.freebusy.query").await[0].body;
    assert_eq!(asked["timeMin"], "2027-02-01T13:00:00Z", "local times are meant in the zone that is named");
    assert_eq!(asked["timeMax"], "2027-02-02T05:00:00Z");
    assert_eq!(
        asked["items"],
        json!([{ "id": "primary" }, { "id": BEN }, { "id": "nobody@elsewhere.example" }])
    );
    let known: Vec<bool> =
        answer["who"].as_array().unwrap().iter().map(|row| row["known"].as_bool().unwrap()).collect();
    assert_eq!(known, [true, true, false]);
    assert!(text(&answer["who"][2]["problem"]).contains("not shared"));

    let args = json!({ "from": "2027-02-01", "to": "2027-02-01" });
    let answer = acting.perform("calendar.free_busy", args).await.json();
    let ours = json!({ "start": "2027-02-01T12:00:00+01:00", "end": "2027-02-01T13:00:00+01:00" });
    assert!(answer["who"][0]["busy"].as_array().unwrap().contains(&ours), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_is_found_on_everybodys_clocks() {
    let acting = Acting::as_ana(&ASKING).await;
    made(&acting, "ana", lunch("Taken")).await;
    let args = json!({
        "people": [BEN, "far@elsewhere.example"], "duration_minutes": 45, "from": "2027-02-01T11:00", "to": "2027-02-01",
        "working_hours": "08:00-18:00", "weekends": true, "buffer_minutes": 15, "limit": 2,
        "zones": { "far@elsewhere.example": "America/New_York" },
    });
    let answer = acting.perform("calendar.find_time", args).await.json();
    let starts: Vec<&str> =
        answer["times"].as_array().unwrap().iter().map(|slot| text(&slot["start"])).collect();
    assert_eq!(starts, ["2027-02-01T14:00:00+01:00", "2027-02-01T15:00:00+01:00"]);
    assert_eq!(
        answer["times"][0]["elsewhere"],
        json!(["2027-02-01 08:00 America/New_York (far@elsewhere.example)"])
    );
    assert_eq!(answer["unknown"][0]["who"], "far@elsewhere.example");
    assert!(text(&answer["note"]).contains("may not suit"));
    let monday = json!({ "from": "2027-02-06", "to": "2027-02-08" });
    let answer = acting.perform("calendar.find_time", monday).await.json();
    assert!(
        text(&answer["times"][0]["start"]).starts_with("2027-02-08T09:00"),
        "weekends are free: {answer}"
    );
}
