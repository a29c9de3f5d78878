//! The calendar through the control API and the page.

use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::Outside;
use crate::World;

async fn outside() -> Outside {
    let world: World = serde_json::from_value(json!({
        "workspace": "Fernwood Studio", "domain": "fernwood.example",
        "people": [{"handle": "ana", "name": "Ana Ruiz"}, {"handle": "ben", "name": "Ben Ito"}],
        "events": [
            {"id": "planned1", "owner": "ana", "title": "Planning", "start": "today 10:00", "attendees": ["ben"],
             "description": "<b>Bring pens</b>"},
            {"owner": "ben", "title": "Trip", "start": "today", "end": "+1d"},
        ],
    }))
    .unwrap();
    Outside::with_world(world).await
}

async fn page(outside: &Outside, path: &str) -> String {
    let address = format!("{}{path}", outside.card.google_base_url);
    let answer = outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body.as_str().unwrap_or_default().to_owned()
}

fn titles(events: &Value) -> Vec<&str> {
    events["events"].as_array().unwrap().iter().map(|event| event["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_event_changes_under_the_hands_of_somebody_else() {
    let outside = outside().await;
    assert_eq!(titles(&outside.get("/google/calendar/events?person=ben").await), ["Trip", "Planning"]);
    let before = outside.get("/google/calendar/event?person=ana&id=planned1").await;
    assert_eq!(before["guests"][1]["answer"], "needsAction");
    let answer = json!({"attendees": [{"email": "ben@fernwood.example", "responseStatus": "declined"}], "attendeesOmitted": true});
    let changed = outside
        .post("/google/calendar/change", json!({"person": "ben", "id": "planned1", "event": answer}))
        .await;
    assert_eq!(changed["event"]["id"], "planned1", "{changed}");
    let after = outside.get("/google/calendar/event?person=ana&id=planned1").await;
    assert_eq!(after["guests"][1]["answer"], "declined");
    assert_ne!(after["etag"], before["etag"]);
    let wrong = json!({"person": "ana", "id": "planned1", "event": {"end": null}});
    let refused = outside.try_post("/google/calendar/change", wrong).await;
    assert_eq!(refused.status, 400);
    assert!(refused.body["error"].as_str().unwrap().contains("Missing end time."));
    let event = json!({"summary": "Added", "start": {"date": "2026-11-20"}, "end": {"date": "2026-11-21"}});
    let added = outside.post("/google/calendar/add", json!({"person": "ben", "event": event})).await;
    outside.post("/google/calendar/delete", json!({"person": "ben", "id": added["event"]["id"]})).await;
    assert_eq!(titles(&outside.get("/google/calendar/events?person=ben").await).len(), 2);
    assert_eq!(outside.get("/google/calendar/mails").await, json!({"mails": []}));
    for path in ["/google/calendar/events?person=eve", "/google/calendar/event?person=ana&id=none"] {
        assert!(outside.get(path).await["error"].is_string(), "{path}");
    }
    for path in ["meet", "forget"] {
        let body = json!({"status": "pending"});
        assert_eq!(outside.post(&format!("/google/calendar/{path}"), body).await["ok"], true);
    }
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn the_page_shows_the_week_and_the_event_with_its_guests() {
    let outside = outside().await;
    let week = page(&outside, "/as/ben/calendar").await;
    assert!(week.contains("data-event-id=\"planned1\""));
    assert!(week.contains("id=\"go-calendar\"") && week.contains("class=\"whole-day\""));
    let event = page(&outside, "/as/ben/calendar/planned1").await;
    assert!(event.contains("data-guest=\"ben@fernwood.example\"") && event.contains("has not answered"));
    assert!(!event.contains("<b>Bring pens</b>"), "the description stands in its frame");
    assert_eq!(page(&outside, "/as/ben/calendar/planned1/html").await, "<b>Bring pens</b>");
    let other = page(&outside, "/as/ben/calendar?week=2020-02-05").await;
    assert!(other.contains("3 February to 9 February 2020") && !other.contains("planned1"));
    outside.post("/google/calendar/delete", json!({"person": "ana", "id": "planned1"})).await;
    let part = page(&outside, "/as/ben/part/event?event=planned1").await;
    assert!(part.contains("Called off."), "{part}");
    let week = page(&outside, "/as/ben/part/calendar?week=2020-02-03").await;
    assert!(week.contains("data-day=\"2020-02-09\""));
    outside.sandbox.stop().await.unwrap();
}
