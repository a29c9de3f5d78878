//! Events that change: versions, series and their instances, deletion.

use super::calendar::hour;
use super::*;

impl Caller {
    async fn event(&self, person: &str, id: &str) -> Value {
        let answer = self.calendar(person, "GET", &format!("calendars/primary/events/{id}"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }

    async fn patch(&self, person: &str, id: &str, body: Value) -> Answer {
        self.calendar(person, "PATCH", &format!("calendars/primary/events/{id}"), Some(body)).await
    }

    async fn if_match(&self, method: &str, id: &str, etag: &str, body: &Value) -> Answer {
        let token = self.google.token_for("ana", &[super::calendar::CALENDAR]).unwrap();
        let request = Request::builder()
            .method(method)
            .uri(format!("/calendar/v3/calendars/primary/events/{id}"))
            .header("Authorization", format!("Bearer {token}"))
            .header("If-Match", etag)
            .header("Content-Type", "application/json")
            .body(if body.is_null() { Body::empty() } else { Body::from(body.to_string()) });
        self.call(request.unwrap()).await
    }
}

/// Nine o'clock in Berlin, every day for a week over the end of summer time.
async fn series(caller: &Caller) -> String {
    let made = caller
        .insert(
            "ana",
            "",
            json!({
                "summary": "Stand-up", "recurrence": ["RRULE:FREQ=DAILY;COUNT=7"],
                "start": { "dateTime": "2026-10-22T09:00:00", "timeZone": "Europe/Berlin" },
                "end": { "dateTime": "2026-10-22T09:15:00", "timeZone": "Europe/Berlin" },
            }),
        )
        .await;
    assert_eq!(made.code, 200, "{}", made.text);
    made.body["id"].as_str().unwrap().to_owned()
}

const INSTANCES: &str =
    "singleEvents=true&orderBy=startTime&timeMin=2026-10-01T00:00:00Z&timeMax=2026-12-01T00:00:00Z";

#[tokio::test]
async fn a_change_of_something_else_than_was_seen_is_refused() {
    let caller = Caller::new();
    let made = caller.insert("ana", "", hour("One", 20)).await;
    let (id, etag) = (made.body["id"].as_str().unwrap(), made.body["etag"].as_str().unwrap());
    let changed = caller.if_match("PATCH", id, etag, &json!({ "summary": "Two" })).await;
    assert_eq!(changed.body["summary"], "Two", "{}", changed.text);
    assert_ne!(changed.body["etag"], etag);
    for (method, body) in
        [("PATCH", json!({ "summary": "Three" })), ("PUT", hour("Three", 20)), ("DELETE", Value::Null)]
    {
        let stale = caller.if_match(method, id, etag, &body).await;
        assert_eq!(
            (stale.code, stale.reason(), stale.message()),
            (412, "conditionNotMet", "Precondition Failed"),
            "{method}"
        );
    }
    assert_eq!(caller.event("ana", id).await["summary"], "Two");
    assert_eq!(caller.if_match("DELETE", id, "*", &Value::Null).await.code, 204);
}

#[tokio::test]
async fn what_the_reader_has_already_is_not_sent_again() {
    let caller = Caller::new();
    let made = caller.insert("ana", "", hour("One", 20)).await;
    let id = made.body["id"].as_str().unwrap();
    let token = caller.google.token_for("ana", &[super::calendar::CALENDAR]).unwrap();
    let read = async |path: &str, known: &str| {
        let request = Request::builder()
            .uri(format!("/calendar/v3/{path}"))
            .header("Authorization", format!("Bearer {token}"))
            .header("If-None-Match", known)
            .body(Body::empty());
        caller.call(request.unwrap()).await
    };
    let one = format!("calendars/primary/events/{id}");
    let one = one.as_str();
    for path in [one, "calendars/primary/events", "users/me/calendarList", "users/me/settings/timezone"] {
        let first = read(path, "\"older\"").await;
        let etag = first.body["etag"].as_str().unwrap();
        assert_eq!((first.code, first.headers["etag"].to_str().unwrap()), (200, etag), "{path}");
        for known in [etag, "*", &format!("\"older\", W/{etag}")] {
            let again = read(path, known).await;
            assert_eq!((again.code, again.text.as_str()), (304, ""), "{path} {known}");
            assert_eq!(again.headers["etag"].to_str().unwrap(), etag, "{path}");
        }
        let part = read(&format!("{path}?fields=kind"), etag).await;
        assert_eq!(part.code, 304, "the version is that of the whole: {path}");
    }
    let etag = made.body["etag"].as_str().unwrap();
    let listed = caller.calendar("ana", "GET", "calendars/primary/events", None).await;
    let stale = listed.body["etag"].as_str().unwrap();
    assert_eq!(caller.patch("ana", id, json!({ "summary": "Two" })).await.code, 200);
    assert_eq!(read(one, etag).await.body["summary"], "Two");
    assert_eq!(read("calendars/primary/events", stale).await.code, 200);
}

#[tokio::test]
async fn a_patch_changes_what_it_names_and_an_update_replaces_the_rest() {
    let caller = Caller::new();
    let mut body = hour("One", 20);
    body["location"] = json!("Here");
    body["extendedProperties"] = json!({ "private": { "a": "1", "b": "2" } });
    let id = caller.insert("ana", "", body).await.body["id"].as_str().unwrap().to_owned();
    let patched = caller
        .patch("ana", &id, json!({ "summary": "Two", "extendedProperties": { "private": { "a": null } } }))
        .await;
    assert_eq!(
        (patched.body["summary"].clone(), patched.body["location"].clone()),
        (json!("Two"), json!("Here"))
    );
    assert_eq!(patched.body["extendedProperties"], json!({ "private": { "b": "2" } }));
    assert_eq!(patched.body["sequence"], 0);
    let moved = caller.patch("ana", &id, json!({ "end": { "dateTime": "2026-11-20T14:00:00Z" } })).await;
    assert_eq!(moved.body["sequence"], 1);
    let whole_day = caller.patch("ana", &id, json!({ "start": { "date": "2026-11-20" } })).await;
    assert_eq!((whole_day.code, whole_day.message()), (400, "Invalid start time."));
    let path = format!("calendars/primary/events/{id}");
    let replaced = caller.calendar("ana", "PUT", &path, Some(hour("Three", 20))).await;
    assert_eq!(replaced.body.get("location"), None);
    assert_eq!(caller.patch("ana", "nosuchevent", json!({})).await.code, 404);
}

#[tokio::test]
async fn a_series_is_shown_by_its_instances_at_the_same_local_time() {
    let caller = Caller::new();
    let id = series(&caller).await;
    let answer = caller.calendar("ana", "GET", &format!("calendars/primary/events?{INSTANCES}"), None).await;
    let items = answer.body["items"].as_array().unwrap();
    assert_eq!(items.len(), 7);
    assert_eq!(items[0]["id"], format!("{id}_20261022T070000Z"));
    assert_eq!(items[6]["id"], format!("{id}_20261028T080000Z"), "after the clocks have changed");
    for item in items {
        assert!(item["start"]["dateTime"].as_str().unwrap().contains("T09:00:00+0"));
        assert_eq!(item["recurringEventId"], id);
        assert_eq!(item.get("recurrence"), None);
    }
    let whole = caller.titles("ana", "").await;
    assert_eq!(whole, ["Stand-up"]);
    let window = "singleEvents=true&timeMin=2026-10-25T12:00:00Z&timeMax=2026-10-27T00:00:00Z";
    assert_eq!(caller.titles("ana", window).await.len(), 1);
    let instances = caller
        .calendar("ana", "GET", &format!("calendars/primary/events/{id}/instances?maxResults=3"), None)
        .await;
    assert_eq!(instances.body["items"].as_array().unwrap().len(), 3);
    assert!(instances.body["nextPageToken"].is_string());
}

#[tokio::test]
async fn an_instance_is_moved_or_called_off_without_its_series() {
    let caller = Caller::new();
    let id = series(&caller).await;
    let (second, third) = (format!("{id}_20261023T070000Z"), format!("{id}_20261024T070000Z"));
    let moved = caller.patch("ana", &second, json!({
        "start": { "dateTime": "2026-10-23T13:00:00Z" }, "end": { "dateTime": "2026-10-23T13:15:00Z" },
    })).await;
    assert_eq!(moved.body["originalStartTime"]["dateTime"], "2026-10-23T09:00:00+02:00", "{}", moved.text);
    assert_eq!(
        (moved.body["id"].as_str(), moved.body["recurringEventId"].as_str()),
        (Some(&*second), Some(&*id))
    );
    assert_eq!(
        caller.calendar("ana", "DELETE", &format!("calendars/primary/events/{third}"), None).await.code,
        204
    );
    let again = caller.calendar("ana", "DELETE", &format!("calendars/primary/events/{third}"), None).await;
    assert_eq!((again.code, again.reason()), (410, "deleted"));
    assert_eq!(caller.titles("ana", INSTANCES).await.len(), 6);
    assert_eq!(caller.titles("ana", &format!("{INSTANCES}&showDeleted=true")).await.len(), 7);
    let gap = caller.event("ana", &third).await;
    assert_eq!((gap["status"].as_str(), gap.get("summary")), (Some("cancelled"), None));
    let whole = caller.calendar("ana", "GET", "calendars/primary/events", None).await;
    assert_eq!(whole.body["items"].as_array().unwrap().len(), 3, "the series, the departure and the gap");
    let repeated = caller.patch("ana", &second, json!({ "recurrence": ["RRULE:FREQ=DAILY"] })).await;
    assert_eq!(repeated.code, 400);
    assert_eq!(caller.patch("ana", &format!("{id}_20270101T080000Z"), json!({})).await.code, 404);
    let missed = caller.event("ana", &second).await;
    assert_eq!(missed["start"]["dateTime"], "2026-10-23T15:00:00+02:00");
}

#[tokio::test]
async fn whole_days_repeat_where_the_day_begins_early() {
    let caller = Caller::of(&json!({
        "people": [{ "handle": "ana", "name": "Ana", "zone": "Asia/Tokyo" }],
        "events": [{ "owner": "ana", "title": "Rest", "start": "2026-11-02", "repeats": "FREQ=WEEKLY" }],
    }));
    // 10 November begins at 15:00 UTC the day before; the ninth, a Monday, is the only one to rest on.
    let window = "singleEvents=true&timeMin=2026-11-08T16:00:00Z&timeMax=2026-11-08T20:00:00Z";
    assert_eq!(caller.titles("ana", window).await, ["Rest"]);
    let after = "singleEvents=true&timeMin=2026-11-09T15:00:00Z&timeMax=2026-11-10T00:00:00Z";
    assert!(caller.titles("ana", after).await.is_empty());
}

#[tokio::test]
async fn a_deleted_event_is_still_known_and_can_come_back() {
    let caller = Caller::new();
    let id = caller.insert("ana", "", hour("One", 20)).await.body["id"].as_str().unwrap().to_owned();
    let path = format!("calendars/primary/events/{id}");
    let deleted = caller.calendar("ana", "DELETE", &path, None).await;
    assert_eq!((deleted.code, deleted.text.as_str()), (204, ""));
    assert_eq!(caller.event("ana", &id).await["status"], "cancelled");
    let again = caller.calendar("ana", "DELETE", &path, None).await;
    assert_eq!((again.code, again.reason(), again.message()), (410, "deleted", "Resource has been deleted"));
    assert!(caller.titles("ana", "").await.is_empty());
    assert_eq!(caller.titles("ana", "showDeleted=true").await, ["One"]);
    let back = caller.patch("ana", &id, json!({ "status": "confirmed" })).await;
    assert_eq!(back.body["status"], "confirmed");
    assert_eq!(caller.titles("ana", "").await, ["One"]);
    assert_eq!(
        caller.calendar("ana", "DELETE", "calendars/primary/events/nosuchevent", None).await.code,
        404
    );
}

#[tokio::test]
async fn an_event_moves_to_a_calendar_one_may_write_to() {
    let caller = Caller::with_events(&json!([]));
    let list = caller.calendar("ana", "GET", "users/me/calendarList", None).await;
    let rooms = list.body["items"][1]["id"].as_str().unwrap().to_owned();
    let id = caller.insert("ana", "", hour("One", 20)).await.body["id"].as_str().unwrap().to_owned();
    let path = format!("calendars/primary/events/{id}/move?destination={rooms}");
    let moved = caller.calendar("ana", "POST", &path, None).await;
    assert_eq!(moved.body["organizer"]["email"], rooms.as_str(), "{}", moved.text);
    assert!(caller.titles("ana", "").await.is_empty());
    let there = caller.calendar("ben", "GET", &format!("calendars/{rooms}/events/{id}"), None).await;
    assert_eq!(there.body["summary"], "One");
    for (event, code, message) in
        [(id.as_str(), 410, "Resource has been deleted"), ("nosuchevent", 404, "Not Found")]
    {
        let path = format!("calendars/primary/events/{event}/move?destination={rooms}");
        let refused = caller.calendar("ana", "POST", &path, None).await;
        assert_eq!((refused.code, refused.message()), (code, message));
    }
    let other = caller.insert("ben", "", hour("Two", 20)).await.body["id"].as_str().unwrap().to_owned();
    let refused = caller
        .calendar("ben", "POST", &format!("calendars/primary/events/{other}/move?destination={rooms}"), None)
        .await;
    assert_eq!((refused.code, refused.reason()), (403, "requiredAccessLevel"));
}

#[tokio::test]
async fn what_is_not_ones_own_to_move_stays() {
    let caller = Caller::new();
    let mut body = hour("Series", 20);
    body["id"] = json!("series20");
    body["recurrence"] = json!(["RRULE:FREQ=DAILY;COUNT=2"]);
    body["attendees"] = json!([{ "email": "ben@house.example" }]);
    for side in ["start", "end"] {
        body[side]["timeZone"] = json!("Europe/Berlin");
    }
    assert_eq!(caller.insert("ana", "", body).await.code, 200);
    for (person, event, code, message) in [
        ("ben", "series20", 403, "Only the organizer can move an event."),
        ("ana", "series20_20261121T120000Z", 400, "Cannot move an instance of a recurring event."),
        ("ana", "series20", 400, "The event is already in the destination calendar."),
    ] {
        let path = format!("calendars/primary/events/{event}/move?destination=primary");
        let refused = caller.calendar(person, "POST", &path, None).await;
        assert_eq!((refused.code, refused.message()), (code, message));
    }
}

#[tokio::test]
async fn everything_survives_a_snapshot() {
    let caller = Caller::new();
    let id = series(&caller).await;
    caller.patch("ana", &format!("{id}_20261023T070000Z"), json!({ "summary": "Special" })).await;
    let before = caller.titles("ana", INSTANCES).await;
    let snapshot = caller.google.snapshot().unwrap();
    let world = World::read(
        r#"{ "workspace": "W", "domain": "house.example", "people": [
        { "handle": "ana", "name": "Ana Ruíz" }, { "handle": "new", "name": "New" }] }"#,
    )
    .unwrap();
    let google = Google::restore(&snapshot, &world, Changes::default(), client()).unwrap();
    let restored = Caller { google: Arc::new(google), changes: Changes::default() };
    assert_eq!(restored.titles("ana", INSTANCES).await, before);
    assert_eq!(restored.event("ana", &id).await, caller.event("ana", &id).await);
    assert!(restored.titles("new", "").await.is_empty());
}
