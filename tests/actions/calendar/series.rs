//! Series: one occurrence, the rest, or all of it; across a change of the clocks.

use serde_json::{Value, json};

use super::{BEN, WRITING, fresh, kept, made, on, text};
use crate::harness::{Acting, all_text};

/// Every Monday at ten from the beginning of March; the clocks change on 28 March 2027.
async fn mondays(acting: &Acting, title: &str) -> Value {
    let event = json!({
        "summary": title,
        "start": { "dateTime": "2027-03-01T10:00:00+01:00", "timeZone": "Europe/Berlin" },
        "end": { "dateTime": "2027-03-01T10:30:00+01:00", "timeZone": "Europe/Berlin" },
        "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=8"],
        "attendees": [{ "email": BEN, "responseStatus": "accepted" }],
    });
    made(acting, "ana", event).await
}

/// The occurrence on a day.
async fn occurrence(acting: &Acting, title: &str, day: &str) -> Option<Value> {
    on(acting, "ana", day).await.into_iter().find(|event| event["title"] == title)
}

async fn start(acting: &Acting, title: &str, day: &str) -> Option<String> {
    occurrence(acting, title, day).await.map(|event| text(&event["start"]).to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_occurrence_is_changed_and_deleted_alone() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("One");
    mondays(&acting, &title).await;
    let named = occurrence(&acting, &title, "2027-03-08").await.unwrap();
    let args = json!({ "event": named["id"], "scope": "this", "start": "2027-03-08T11:00" });
    acting.perform("calendar.update_event", args).await.json();
    assert_eq!(start(&acting, &title, "2027-03-08").await.as_deref(), Some("2027-03-08T10:00:00Z"));
    assert_eq!(start(&acting, &title, "2027-03-15").await.as_deref(), Some("2027-03-15T09:00:00Z"));
    let named = occurrence(&acting, &title, "2027-03-15").await.unwrap();
    acting.perform("calendar.delete_event", json!({ "event": named["id"] })).await.json();
    assert_eq!(start(&acting, &title, "2027-03-15").await, None);
    assert!(start(&acting, &title, "2027-03-22").await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_of_a_series_keeps_its_time_when_the_clocks_change() {
    let acting = Acting::as_ana(&WRITING).await;
    let (title, later) = (fresh("Rest"), fresh("Later"));
    let series = mondays(&acting, &title).await;
    let gone = occurrence(&acting, &title, "2027-04-05").await.unwrap();
    acting.perform("calendar.delete_event", json!({ "event": gone["id"] })).await.json();
    let named = occurrence(&acting, &title, "2027-03-22").await.unwrap();
    let args =
        json!({ "event": named["id"], "scope": "following", "title": later, "start": "2027-03-22T15:00" });
    let act = acting.act("calendar.update_event", args).await;
    act.approved().await.json();
    let patch = &act.requests_to("calendar.events.patch").await[0];
    assert_eq!(patch.body, json!({ "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270322T085959Z"] }));
    let insert = &act.requests_to("calendar.events.insert").await[0];
    assert_eq!(
        insert.body["recurrence"],
        json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5", "EXDATE;TZID=Europe/Berlin:20270405T150000"])
    );
    assert_eq!(insert.body["attendees"][0]["email"], BEN);
    assert_eq!(start(&acting, &title, "2027-03-15").await.as_deref(), Some("2027-03-15T09:00:00Z"));
    assert_eq!(start(&acting, &title, "2027-03-22").await, None);
    for (day, at) in [
        ("2027-03-22", Some("2027-03-22T14:00:00Z")),
        ("2027-03-29", Some("2027-03-29T13:00:00Z")),
        ("2027-04-05", None),
        ("2027-04-19", Some("2027-04-19T13:00:00Z")),
        ("2027-04-26", None),
    ] {
        assert_eq!(start(&acting, &later, day).await.as_deref(), at, "{day}");
    }
    assert_eq!(kept(&acting, "ana", text(&series["id"])).await["title"], json!(title));
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_single_occurrences_that_will_be_lost_are_on_the_card() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Lost");
    mondays(&acting, &title).await;
    let moved = occurrence(&acting, &title, "2027-04-05").await.unwrap();
    let args = json!({ "event": moved["id"], "title": "Moved once" });
    acting.perform("calendar.update_event", args).await.json();
    let named = occurrence(&acting, &title, "2027-03-22").await.unwrap();
    let args = json!({ "event": named["id"], "scope": "following", "location": "Bar" });
    let act = acting.act("calendar.update_event", args).await;
    let card = all_text(&act.card().await);
    assert!(card.contains("will be lost") && card.contains("Moved once"), "{card}");
    assert_eq!(act.denied().await.code(), Some("denied"));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_series_moves_and_the_rest_of_it_goes() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("All");
    let series = mondays(&acting, &title).await;
    let named = occurrence(&acting, &title, "2027-04-05").await.unwrap();
    let args = json!({ "event": named["id"], "scope": "all", "start": "2027-04-06T08:00" });
    acting.perform("calendar.update_event", args).await.json();
    assert_eq!(start(&acting, &title, "2027-03-02").await.as_deref(), Some("2027-03-02T07:00:00Z"));
    assert_eq!(start(&acting, &title, "2027-04-06").await.as_deref(), Some("2027-04-06T06:00:00Z"));
    let named = occurrence(&acting, &title, "2027-03-16").await.unwrap();
    let args = json!({ "event": named["id"], "scope": "following" });
    acting.perform("calendar.delete_event", args).await.json();
    assert!(start(&acting, &title, "2027-03-09").await.is_some());
    assert_eq!(start(&acting, &title, "2027-03-16").await, None);
    let act = acting.act("calendar.delete_event", json!({ "event": series["id"], "scope": "all" })).await;
    assert!(all_text(&act.card().await).contains("Delete a whole series"));
    act.approved().await.json();
    assert_eq!(start(&acting, &title, "2027-03-09").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_gets_other_clocks_and_follows_them() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Clocks");
    mondays(&acting, &title).await;
    let named = occurrence(&acting, &title, "2027-03-08").await.unwrap();
    let args = json!({ "event": named["id"], "scope": "all", "zone": "America/New_York" });
    let act = acting.act("calendar.update_event", args).await;
    let card = all_text(&act.card().await);
    assert!(card.contains("04:00–04:30 (America/New_York)"), "{card}");
    act.approved().await.json();
    let sent = &act.requests_to("calendar.events.patch").await[0].body;
    let fields: Vec<&String> = sent.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["end", "start"]);
    // There the clocks change a fortnight before they do in Berlin.
    for (day, at) in [
        ("2027-03-08", "2027-03-08T09:00:00Z"),
        ("2027-03-15", "2027-03-15T08:00:00Z"),
        ("2027-04-05", "2027-04-05T08:00:00Z"),
    ] {
        assert_eq!(start(&acting, &title, day).await.as_deref(), Some(at));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_reaches_as_far_as_was_said() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Answered");
    let event = json!({
        "summary": title,
        "start": { "dateTime": "2027-03-01T10:00:00+01:00", "timeZone": "Europe/Berlin" },
        "end": { "dateTime": "2027-03-01T10:30:00+01:00", "timeZone": "Europe/Berlin" },
        "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5"],
        "attendees": [{ "email": super::ANA }],
    });
    let series = made(&acting, "ben", event).await;
    let args = json!({ "event": series["id"], "scope": "all", "answer": "accept" });
    acting.perform("calendar.respond", args).await.json();
    let named = occurrence(&acting, &title, "2027-03-15").await.unwrap();
    assert_eq!(named["answer"], "accepted");
    let args = json!({ "event": named["id"], "scope": "following", "answer": "decline" });
    acting.perform("calendar.respond", args).await.json();
    for (day, answer) in [("2027-03-08", "accepted"), ("2027-03-15", "declined"), ("2027-03-29", "declined")]
    {
        assert_eq!(occurrence(&acting, &title, day).await.unwrap()["answer"], answer, "{day}");
    }
}
