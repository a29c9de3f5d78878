//! Calendar through its routes: what is listed, what is made, and what is refused in Google's words.

use super::*;

pub(super) const CALENDAR: &str = "https://www.googleapis.com/auth/calendar";

impl Caller {
    /// A house with these events, and a calendar shared by Ana for Ben to read.
    pub(super) fn with_events(events: &Value) -> Self {
        Self::of(&json!({
            "calendars": [{ "key": "rooms", "name": "Rooms", "owner": "ana", "shared_with": { "ben": "read" } }],
            "events": events,
        }))
    }

    /// A call of Calendar by somebody with the whole scope.
    pub(super) async fn calendar(
        &self,
        person: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
        let token = self.google.token_for(person, &[CALENDAR]).unwrap();
        self.with_token(&token, method, &format!("/calendar/v3/{path}"), body).await
    }

    pub(super) async fn insert(&self, person: &str, query: &str, body: Value) -> Answer {
        self.calendar(person, "POST", &format!("calendars/primary/events?{query}"), Some(body)).await
    }

    /// The titles of what is listed.
    pub(super) async fn titles(&self, person: &str, query: &str) -> Vec<String> {
        let answer = self.calendar(person, "GET", &format!("calendars/primary/events?{query}"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        let items = answer.body["items"].as_array().unwrap();
        items.iter().map(|event| event["summary"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

/// An hour at noon, UTC, on a day of November 2026.
pub(super) fn hour(title: &str, day: u8) -> Value {
    json!({
        "summary": title,
        "start": { "dateTime": format!("2026-11-{day:02}T12:00:00Z") },
        "end": { "dateTime": format!("2026-11-{day:02}T13:00:00Z") },
    })
}

#[tokio::test]
async fn an_event_is_made_and_read_back() {
    let caller = Caller::new();
    let mut body = hour("Kick-off", 20);
    body["id"] = json!("kick0ff20");
    body["attendees"] = json!([{ "email": "ben@house.example" }]);
    let made = caller.insert("ana", "", body.clone()).await;
    assert_eq!(made.code, 200, "{}", made.text);
    assert_eq!(made.body["kind"], "calendar#event");
    assert_eq!(made.body["status"], "confirmed");
    assert_eq!(made.body["start"]["dateTime"], "2026-11-20T13:00:00+01:00");
    assert_eq!(made.body["start"]["timeZone"], "Europe/Berlin");
    assert_eq!(made.body["organizer"]["self"], true);
    assert_eq!(made.body["iCalUID"], "kick0ff20@google.com");
    assert_eq!(made.body["attendees"][0]["responseStatus"], "needsAction");
    let read = caller.calendar("ana", "GET", "calendars/ana@house.example/events/kick0ff20", None).await;
    assert_eq!(read.body, made.body);
    let again = caller.insert("ana", "", body.clone()).await;
    assert_eq!((again.code, again.reason()), (409, "duplicate"));
    assert_eq!(again.message(), "The requested identifier already exists.");
    assert!(again.body["error"].get("status").is_none());
    caller.calendar("ana", "DELETE", "calendars/primary/events/kick0ff20", None).await;
    assert_eq!(caller.insert("ana", "", body).await.code, 409);
}

/// Tries an event with some fields changed; each is refused with its reason and message.
async fn refused(cases: &[(Value, &str, &str)]) {
    let caller = Caller::new();
    for (change, reason, message) in cases {
        let mut body = hour("Wrong", 20);
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let refused = caller.insert("ana", "supportsAttachments=true", body).await;
        assert_eq!((refused.code, refused.reason(), refused.message()), (400, *reason, *message), "{change}");
    }
    assert!(caller.titles("ana", "").await.is_empty());
}

#[tokio::test]
async fn times_that_are_none_are_refused_in_googles_words() {
    let both = "Start and end times must either both be date or both be dateTime.";
    let empty = "The specified time range is empty.";
    let no_zone = "Missing time zone definition for start time.";
    let twice = json!({ "date": "2026-11-20", "dateTime": "2026-11-20T12:00:00Z" });
    refused(&[
        (json!({ "start": null }), "required", "Missing start time."),
        (json!({ "end": null }), "required", "Missing end time."),
        (json!({ "end": { "date": "2026-11-21" } }), "invalid", both),
        (json!({ "start": twice }), "invalid", "Invalid start time."),
        (json!({ "end": { "dateTime": "2026-11-20T11:00:00Z" } }), "timeRangeEmpty", empty),
        (
            json!({ "start": { "date": "2026-11-20" }, "end": { "date": "2026-11-20" } }),
            "timeRangeEmpty",
            empty,
        ),
        (json!({ "start": { "dateTime": "2026-11-20T12:00:00" } }), "required", no_zone),
        (json!({ "recurrence": ["RRULE:FREQ=DAILY"] }), "required", no_zone),
        (
            json!({ "start": { "dateTime": "2026-11-20T12:00:00Z", "timeZone": "Mars/Base" } }),
            "invalid",
            "Invalid time zone definition for start time.",
        ),
        (json!({ "recurrence": ["FREQ=DAILY"] }), "invalid", "Invalid recurrence rule."),
    ])
    .await;
}

#[tokio::test]
async fn what_makes_no_event_is_refused_in_googles_words() {
    let odd_answer = json!([{ "email": "a@b.example", "responseStatus": "yes" }]);
    let both = json!({ "useDefault": true, "overrides": [{ "method": "popup", "minutes": 5 }] });
    let letter = json!({ "overrides": [{ "method": "letter", "minutes": 5 }] });
    let files = vec![json!({ "fileUrl": "https://files.example/a" }); 26];
    refused(&[
        (json!({ "attachments": files }), "invalid", "Too many attachments."),
        (json!({ "id": "abcd" }), "invalid", "Invalid resource id value."),
        (json!({ "id": "wxyzwxyz" }), "invalid", "Invalid resource id value."),
        (json!({ "attendees": [{ "email": "nobody" }] }), "invalid", "Invalid attendee email."),
        (json!({ "attendees": odd_answer }), "invalid", "Invalid attendee response status."),
        (json!({ "visibility": "secret" }), "invalid", "Invalid visibility value."),
        (json!({ "transparency": "glass" }), "invalid", "Invalid transparency value."),
        (json!({ "status": "maybe" }), "invalid", "Invalid status value."),
        (json!({ "colorId": "12" }), "invalid", "Invalid color id."),
        (json!({ "source": { "url": "ftp://x" } }), "invalid", "Invalid source url."),
        (json!({ "attachments": [{ "title": "x" }] }), "required", "Missing attachment file URL."),
        (
            json!({ "reminders": both }),
            "cannotUseDefaultRemindersAndSpecifyOverride",
            "Cannot specify both default reminders and overrides at the same time.",
        ),
        (json!({ "reminders": letter }), "invalid", "Invalid reminder override."),
    ])
    .await;
}

#[tokio::test]
async fn a_time_without_an_offset_is_meant_in_the_zone_beside_it() {
    let caller = Caller::new();
    let made = caller
        .insert(
            "ana",
            "",
            json!({
                "start": { "dateTime": "2026-11-20T09:00:00", "timeZone": "America/New_York" },
                "end": { "dateTime": "2026-11-20T10:00:00", "timeZone": "America/New_York" },
            }),
        )
        .await;
    assert_eq!(made.body["start"]["dateTime"], "2026-11-20T15:00:00+01:00", "{}", made.text);
    let id = made.body["id"].as_str().unwrap();
    let path = format!("calendars/primary/events/{id}?timeZone=America/New_York");
    let read = caller.calendar("ana", "GET", &path, None).await;
    assert_eq!(read.body["start"]["dateTime"], "2026-11-20T09:00:00-05:00");
    let nowhere =
        caller.calendar("ana", "GET", &format!("calendars/primary/events/{id}?timeZone=Nowhere"), None).await;
    assert_eq!((nowhere.code, nowhere.reason()), (400, "invalid"));
}

#[tokio::test]
async fn a_list_keeps_to_its_window_and_its_order() {
    let caller = Caller::new();
    for (title, day) in [("Late", 22), ("Early", 20), ("Middle", 21)] {
        caller.insert("ana", "", hour(title, day)).await;
    }
    let all_day =
        json!({ "summary": "Trip", "start": { "date": "2026-11-21" }, "end": { "date": "2026-11-23" } });
    caller.insert("ana", "", all_day).await;
    assert_eq!(
        caller.titles("ana", "singleEvents=true&orderBy=startTime").await,
        ["Early", "Trip", "Middle", "Late"]
    );
    assert_eq!(caller.titles("ana", "orderBy=updated").await, ["Late", "Early", "Middle", "Trip"]);
    let window =
        "timeMin=2026-11-20T13:00:00Z&timeMax=2026-11-21T12:00:00Z&singleEvents=true&orderBy=startTime";
    assert_eq!(caller.titles("ana", window).await, ["Trip"], "both bounds are exclusive");
    // The last day ends at midnight on the calendar's own clock.
    let after = "timeMin=2026-11-22T22:59:00Z&singleEvents=true&orderBy=startTime";
    assert_eq!(caller.titles("ana", after).await, ["Trip"]);
    assert!(caller.titles("ana", "timeMin=2026-11-22T23:00:00Z").await.is_empty());
}

#[tokio::test]
async fn a_list_that_cannot_be_is_refused() {
    let caller = Caller::new();
    let cases = [
        ("timeMin=2026-11-20T12:00:00", "badRequest", "Bad Request"),
        (
            "timeMin=2026-11-20T12:00:00Z&timeMax=2026-11-20T12:00:00Z",
            "timeRangeEmpty",
            "The specified time range is empty.",
        ),
        ("orderBy=startTime", "invalid", "The requested ordering is not available for the particular query."),
        ("syncToken=nonsense", "invalid", "Invalid sync token value."),
        ("pageToken=nonsense", "invalid", "Invalid page token value."),
        ("timeZone=Nowhere", "invalid", "Invalid time zone value."),
    ];
    for (query, reason, message) in cases {
        let refused = caller.calendar("ana", "GET", &format!("calendars/primary/events?{query}"), None).await;
        assert_eq!((refused.code, refused.reason(), refused.message()), (400, reason, message), "{query}");
    }
}

#[tokio::test]
async fn words_properties_and_uids_narrow_a_list() {
    let caller = Caller::new();
    let mut body = hour("Budget", 20);
    body["extendedProperties"] = json!({ "private": { "task": "7" } });
    body["attendees"] = json!([{ "email": "mia@harbor.example", "displayName": "Mia Chen" }]);
    let made = caller.insert("ana", "", body).await;
    caller.insert("ana", "", hour("Other", 21)).await;
    let uid = made.body["iCalUID"].as_str().unwrap();
    for query in ["q=BUDGET", "q=mia%20budget", "privateExtendedProperty=task%3D7", &format!("iCalUID={uid}")]
    {
        assert_eq!(caller.titles("ana", query).await, ["Budget"], "{query}");
    }
    assert!(caller.titles("ana", "q=budget%20other").await.is_empty());
    assert!(caller.titles("ana", "eventTypes=focusTime").await.is_empty());
    assert_eq!(caller.titles("ana", "eventTypes=default&maxResults=1").await.len(), 1);
}

#[tokio::test]
async fn pages_and_sync_tokens_lead_through_everything() {
    let caller = Caller::new();
    for day in 1..=5 {
        caller.insert("ana", "", hour(&format!("Day {day}"), day)).await;
    }
    let (mut token, mut seen) = (String::new(), Vec::new());
    let sync = loop {
        let path = format!("calendars/primary/events?maxResults=2&pageToken={token}");
        let page = caller.calendar("ana", "GET", &path, None).await;
        seen.extend(page.body["items"].as_array().unwrap().iter().map(|one| one["id"].clone()));
        match page.body["nextPageToken"].as_str() {
            Some(next) => token = next.to_owned(),
            None => break page.body["nextSyncToken"].as_str().unwrap().to_owned(),
        }
    };
    assert_eq!(seen.len(), 5);
    let changes = format!("calendars/primary/events?syncToken={sync}");
    assert_eq!(caller.calendar("ana", "GET", &changes, None).await.body["items"], json!([]));
    let gone = seen[0].as_str().unwrap();
    caller.calendar("ana", "DELETE", &format!("calendars/primary/events/{gone}"), None).await;
    let news = caller.calendar("ana", "GET", &changes, None).await;
    assert_eq!(news.body["items"][0]["status"], "cancelled");
    let both = caller.calendar("ana", "GET", &format!("{changes}&q=x"), None).await;
    assert_eq!((both.code, both.reason()), (400, "invalid"));
    caller.google.forget_changes();
    let old = caller.calendar("ana", "GET", &changes, None).await;
    assert_eq!((old.code, old.reason()), (410, "fullSyncRequired"));
    assert_eq!(old.message(), "Sync token is no longer valid, a full sync is required.");
    let fresh = caller.calendar("ana", "GET", "calendars/primary/events", None).await;
    let fresh = fresh.body["nextSyncToken"].as_str().unwrap();
    let path = format!("calendars/primary/events?syncToken={fresh}");
    assert_eq!(caller.calendar("ana", "GET", &path, None).await.body["items"], json!([]));
}

#[tokio::test]
async fn other_peoples_calendars_are_closed_but_for_what_is_shared() {
    let caller = Caller::with_events(&json!([
        { "owner": "ana", "calendar": "rooms", "title": "Board room", "start": "+1d 09:00" },
        { "owner": "ana", "calendar": "rooms", "title": "Secret", "start": "+1d 11:00", "private": true },
        { "owner": "ana", "title": "Mine", "start": "+1d 09:00" },
    ]));
    let other = caller.calendar("ben", "GET", "calendars/ana@house.example/events", None).await;
    assert_eq!((other.code, other.reason(), other.message()), (404, "notFound", "Not Found"));
    let list = caller.calendar("ben", "GET", "users/me/calendarList", None).await;
    let items = list.body["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    assert_eq!((items[0]["primary"].clone(), items[0]["accessRole"].clone()), (json!(true), json!("owner")));
    let rooms = items[1]["id"].as_str().unwrap();
    assert_eq!(items[1]["accessRole"], "reader");
    let events = caller
        .calendar(
            "ben",
            "GET",
            &format!("calendars/{rooms}/events?singleEvents=true&orderBy=startTime"),
            None,
        )
        .await;
    assert_eq!(events.body["items"][0]["summary"], "Board room");
    assert_eq!(events.body["items"][1].get("summary"), None, "a private event only takes time");
    let write =
        caller.calendar("ben", "POST", &format!("calendars/{rooms}/events"), Some(hour("Mine", 20))).await;
    assert_eq!((write.code, write.reason()), (403, "requiredAccessLevel"));
    assert_eq!(write.message(), "You need to have writer access to this calendar.");
    let acl = caller.calendar("ben", "GET", &format!("calendars/{rooms}/acl"), None).await;
    assert_eq!(acl.code, 403);
    let acl = caller.calendar("ana", "GET", &format!("calendars/{rooms}/acl"), None).await;
    assert_eq!(acl.body["items"][1]["role"], "reader");
    let whole = caller.calendar("ana", "GET", &format!("calendars/{rooms}"), None).await;
    assert_eq!(whole.body["summary"], "Rooms");
    assert_eq!(caller.calendar("zoe", "GET", &format!("calendars/{rooms}"), None).await.code, 404);
}

#[tokio::test]
async fn a_calendar_of_ones_own_is_made_and_deleted() {
    let caller = Caller::new();
    let body = json!({ "summary": "Tea club", "description": "Thursdays", "timeZone": "Asia/Tokyo" });
    let made = caller.calendar("ana", "POST", "calendars", Some(body)).await;
    assert_eq!(
        (made.code, &made.body["summary"], &made.body["timeZone"]),
        (200, &json!("Tea club"), &json!("Asia/Tokyo"))
    );
    let id = made.body["id"].as_str().unwrap();
    let entry = caller.calendar("ana", "GET", &format!("users/me/calendarList/{id}"), None).await;
    assert_eq!(
        (&entry.body["accessRole"], &entry.body["description"]),
        (&json!("owner"), &json!("Thursdays"))
    );
    let event =
        caller.calendar("ana", "POST", &format!("calendars/{id}/events"), Some(hour("Tea", 20))).await;
    assert_eq!(event.code, 200, "{}", event.text);
    let path = format!("calendars/{id}");
    assert_eq!(caller.calendar("ben", "GET", &path, None).await.code, 404);
    assert_eq!(caller.calendar("ben", "DELETE", &path, None).await.code, 404);
    assert_eq!(caller.calendar("ana", "DELETE", &path, None).await.code, 204);
    assert_eq!(caller.calendar("ana", "GET", &path, None).await.code, 404);
    for (method, path, body, message) in [
        ("POST", "calendars", Some(json!({})), "Missing title."),
        (
            "POST",
            "calendars",
            Some(json!({ "summary": "x", "timeZone": "Moon" })),
            "Invalid time zone value.",
        ),
        ("DELETE", "calendars/primary", None, "Cannot delete primary calendars."),
    ] {
        let refused = caller.calendar("ana", method, path, body).await;
        assert_eq!((refused.code, refused.message()), (400, message));
    }
}

#[tokio::test]
async fn settings_and_colours_are_told() {
    let caller = Caller::new();
    let zone = caller.calendar("ana", "GET", "users/me/settings/timezone", None).await;
    assert_eq!(zone.body["value"], "Europe/Berlin");
    assert!(
        caller.calendar("ana", "GET", "users/me/settings", None).await.body["items"]
            .as_array()
            .unwrap()
            .len()
            > 5
    );
    assert_eq!(caller.calendar("ana", "GET", "users/me/settings/moon", None).await.code, 404);
    let colours = caller.calendar("ana", "GET", "colors", None).await;
    assert_eq!(colours.body["event"]["11"]["background"], "#dc2127");
    let entry = caller.calendar("ana", "GET", "users/me/calendarList/primary", None).await;
    assert_eq!(entry.body["id"], "ana@house.example");
    let page = caller.calendar("ana", "GET", "users/me/calendarList?pageToken=nonsense", None).await;
    assert_eq!((page.code, page.message()), (400, "Invalid page token value."));
    let added = caller.calendar("ana", "POST", "calendars/primary/events/quickAdd?text=Lunch", None).await;
    assert_eq!(added.code, 501);
}
