//! Calendars by way of the server's tools.

use serde_json::{Value, json};

use super::{BEN, Tools, after, says};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs workspace-mcp with pip"]
async fn every_calendar_tool_works() {
    let mut tools = Tools::start("calendar").await;
    events(&mut tools).await;
    times_away(&mut tools).await;
    let club = json!({ "summary": "Tea club", "description": "Thursdays", "timezone": "Asia/Tokyo" });
    tools.call("create_calendar", club).await;
    says(&tools.call("list_calendars", json!({})).await, &["ana@house.example", "Tea club", "Asia/Tokyo"]);
    tools.end().await;
}

async fn events(tools: &mut Tools) {
    let event = json!({
        "action": "create", "summary": "Tea", "start_time": "2030-03-05T09:00:00Z",
        "end_time": "2030-03-05T10:00:00Z", "attendees": [BEN], "add_google_meet": true, "location": "Kitchen",
        "reminders": [{ "method": "popup", "minutes": 5 }], "send_updates": "all", "visibility": "private",
    });
    says(
        &tools.call("manage_event", event).await,
        &["2030-03-05T10:00:00+01:00", "https://meet.google.com/"],
    );
    let range =
        json!({ "time_min": "2030-03-05T00:00:00Z", "time_max": "2030-03-06T00:00:00Z", "detailed": true });
    let listed = tools.call("get_events", range).await;
    says(&listed, &["retrieved 1 events", "Location: Kitchen", "needsAction"]);
    let id = after(&listed, "\n  ID: ");
    assert_eq!(event_of(tools, &id).await["reminders"]["overrides"][0]["minutes"], 5);
    let later = json!({
        "action": "update", "event_id": id, "summary": "Green tea", "start_time": "2030-03-05T10:00:00Z",
        "end_time": "2030-03-05T11:00:00Z",
    });
    tools.call("manage_event", later).await;
    let one = tools.call("get_events", json!({ "event_id": id, "detailed": true })).await;
    says(&one, &["Green tea", "2030-03-05T11:00:00+01:00"]);
    let range = json!({
        "time_min": "2030-03-05T00:00:00Z", "time_max": "2030-03-06T00:00:00Z", "calendar_ids": ["primary", BEN],
    });
    let busy = tools.call("query_freebusy", range).await;
    assert_eq!(busy.matches("2030-03-05T10:00:00Z to 2030-03-05T11:00:00Z").count(), 2, "{busy}");
    let answered = invite(tools).await;
    let yes =
        json!({ "action": "rsvp", "event_id": answered, "response": "accepted", "rsvp_comment": "Gladly" });
    tools.call("manage_event", yes).await;
    let guest = event_of(tools, &answered).await["attendees"][0].clone();
    assert_eq!((&guest["responseStatus"], &guest["comment"]), (&json!("accepted"), &json!("Gladly")));
    tools.call("manage_event", json!({ "action": "delete", "event_id": id })).await;
    assert_eq!(event_of(tools, &id).await["status"], "cancelled");
}

async fn event_of(tools: &Tools, id: &str) -> Value {
    tools.google(&format!("/calendar/v3/calendars/primary/events/{id}")).await
}

/// Ben invites Ana; the id of the event.
async fn invite(tools: &Tools) -> String {
    let event = json!({
        "summary": "Lunch", "start": { "dateTime": "2030-03-06T12:00:00Z" },
        "end": { "dateTime": "2030-03-06T13:00:00Z" }, "attendees": [{ "email": "ana@house.example" }],
    });
    let made = json!({ "person": "ben", "event": event });
    tools.town.control.post("/google/calendar/add", made).await["event"]["id"].as_str().unwrap().to_owned()
}

/// Events of two kinds of their own, which are managed alike.
async fn times_away(tools: &mut Tools) {
    for (tool, kind) in [("manage_out_of_office", "outOfOffice"), ("manage_focus_time", "focusTime")] {
        let made = json!({
            "action": "create", "start_time": "2030-04-01T09:00:00Z", "end_time": "2030-04-01T17:00:00Z",
            "summary": "Away", "decline_message": "Later", "timezone": "Europe/Berlin",
        });
        let id = after(&tools.call(tool, made).await, "Event ID: ");
        assert_eq!(event_of(tools, &id).await["eventType"], kind);
        let range = json!({ "action": "list", "time_min": "2030-04-01T00:00:00Z", "time_max": "2030-04-02T00:00:00Z" });
        says(&tools.call(tool, range).await, &["Found 1", &id, "Away"]);
        tools.call(tool, json!({ "action": "update", "event_id": id, "summary": "Still away" })).await;
        assert_eq!(event_of(tools, &id).await["summary"], "Still away");
        tools.call(tool, json!({ "action": "delete", "event_id": id })).await;
        assert_eq!(event_of(tools, &id).await["status"], "cancelled");
    }
}
