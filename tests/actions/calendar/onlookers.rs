//! Whoever sees a calendar sees what is put into it: the card names them, and what they would read is asked about.

use kernel::Request;
use serde_json::{Value, json};

use super::{BEN, READING, WRITING};
use crate::harness::{Acting, Plan, ScriptedModel, Town, all_text, button, call, calls, results, says};

const ACCESS: &str = "calendar.acl.list";

fn dentist(more: &Value) -> Value {
    let mut event = json!({ "title": "Dentist", "start": "2027-03-01T10:00" });
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event
}

async fn share(town: &Town, with: &str, role: &str) {
    let body = json!({ "person": "ana", "with": with, "role": role });
    town.control.post("/google/calendar/share", body).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_names_whoever_sees_the_calendar_and_they_are_looked_up_once() {
    let acting = Acting::as_ana(&WRITING).await;
    share(&acting.town, BEN, "reader").await;
    let act = acting.act("calendar.create_event", dentist(&json!({}))).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Also seen by") && shown.contains(BEN), "{shown}");
    let looks = act.requests_to(ACCESS).await;
    assert_eq!(looks.len(), 1);
    assert_eq!(looks[0].path, "/calendar/v3/calendars/primary/acl");

    let private = acting.act("calendar.create_event", dentist(&json!({ "visibility": "private" }))).await;
    private.answer().await.json();
    assert!(private.requests_to(ACCESS).await.is_empty(), "it is known for a while");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sees_only_when_it_is_taken_does_not_count_and_who_cannot_be_looked_up_does() {
    let acting = Acting::as_ana(&WRITING).await;
    acting.fault_always(ACCESS, &json!({ "status": { "code": 403 } })).await;
    let act = acting.act("calendar.create_event", dentist(&json!({}))).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Also seen by") && shown.contains("could not be looked up"), "{shown}");
    acting.calm().await;
    // Colleagues see only that the time is taken, so nobody else sees the event, and nothing is asked.
    acting.act("calendar.create_event", dentist(&json!({}))).await.answer().await.json();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_events_are_only_read_no_permission_is_asked_for() {
    let acting = Acting::as_ana(&READING).await;
    let act = acting.act("calendar.list_events", json!({})).await;
    act.answer().await;
    assert!(act.requests_to(ACCESS).await.is_empty());
    acting.town.grant("ana", &["calendar.acls.readonly"]).await;
    let act = acting.act("calendar.list_events", json!({})).await;
    act.answer().await;
    assert_eq!(act.requests_to(ACCESS).await.len(), 1);
}

/// Whether Ana is asked before this is done, where her words are the signature.
async fn is_asked(town: &Town, order: &str) -> bool {
    let posted = town.control.say("ana", "dm", order, None).await;
    town.control
        .until("a card, or the end", async || {
            let replies = town.control.replies(&posted).await;
            let over = replies.iter().any(|reply| all_text(reply).contains("It is there."));
            let asked = replies.iter().any(|reply| button(reply, "Approve").is_some());
            asked.then_some(true).or(over.then_some(false))
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_will_read_is_asked_about_unless_their_calendar_was_named() {
    let model = || {
        ScriptedModel::new(|request: &Request| match results(request).len() {
            0 => calls(vec![call(
                request,
                "calendar.create_event",
                json!({ "title": "buy stamps", "start": "2027-03-05T09:00" }),
            )]),
            _ => says("It is there."),
        })
    };
    let provenance = "approvals = \"provenance\"";
    let plan = || Plan::new(sandbox::World::fernwood()).config(provenance).model(model());
    let (vague, exact) = (
        "Remind me: schedule “buy stamps” on 2027-03-05 at 09:00",
        "Put “buy stamps” into my calendar on 2027-03-05 at 09:00",
    );
    let alone = plan().build().await;
    alone.grant("ana", &WRITING).await;
    assert!(!is_asked(&alone, vague).await, "nobody else sees it");

    let by_default = plan().build().await;
    share(&by_default, "fernwood.example", "reader").await;
    by_default.grant("ana", &WRITING).await;
    assert!(!is_asked(&by_default, vague).await, "nobody chose to show it to the organisation");

    for (with, role) in [(BEN, "reader"), ("harbour.example", "reader"), ("eve@evil.example", "writer")] {
        let shared = plan().build().await;
        share(&shared, with, role).await;
        shared.grant("ana", &WRITING).await;
        assert!(is_asked(&shared, vague).await, "{with}");
    }
    let shared = plan().build().await;
    share(&shared, BEN, "reader").await;
    shared.grant("ana", &WRITING).await;
    assert!(!is_asked(&shared, exact).await, "whoever sees the calendar was meant");
}
