//! What every action survives.

use serde_json::{Value, json};

use super::{ASKING, BEN, FILING, READING, WRITING, fresh, kept, lunch, made, on, text};
use crate::harness::{Acting, Action, a_read_weathers, a_write_weathers};

#[tokio::test(flavor = "multi_thread")]
async fn listing_events_weathers() {
    let action = Action { tool: "calendar.list_events", method: "calendar.events.list", scopes: &READING };
    a_read_weathers(action, async |_| json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_calendars_weathers() {
    let scopes = &["calendar.calendarlist.readonly"];
    let action = Action { tool: "calendar.calendars", method: "calendar.calendarList.list", scopes };
    a_read_weathers(action, async |_| json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_who_is_busy_weathers() {
    let action = Action { tool: "calendar.free_busy", method: "calendar.freebusy.query", scopes: &ASKING };
    a_read_weathers(action, async |_| json!({ "who": [BEN] })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finding_a_time_weathers() {
    let action = Action { tool: "calendar.find_time", method: "calendar.freebusy.query", scopes: &ASKING };
    a_read_weathers(action, async |_| json!({ "people": [BEN] })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn creating_weathers() {
    let action = Action { tool: "calendar.create_event", method: "calendar.events.insert", scopes: &WRITING };
    a_write_weathers(
        action,
        async |_| json!({ "title": fresh("New"), "start": "2027-02-01T09:00" }),
        async |acting, args| {
            let there = on(acting, "ana", "2027-02-01").await;
            there.iter().filter(|event| event["title"] == args["title"]).count()
        },
    )
    .await;
}

async fn somewhere(acting: &Acting) -> Value {
    made(acting, "ana", lunch(&fresh("There"))).await["id"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_weathers() {
    let action = Action { tool: "calendar.update_event", method: "calendar.events.patch", scopes: &WRITING };
    a_write_weathers(
        action,
        async |acting| json!({ "event": somewhere(acting).await, "title": "Changed" }),
        async |acting, args| {
            let event = kept(acting, "ana", text(&args["event"])).await;
            usize::from(event["title"] == "Changed")
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_weathers() {
    let action = Action { tool: "calendar.delete_event", method: "calendar.events.delete", scopes: &FILING };
    a_write_weathers(
        action,
        async |acting| json!({ "event": somewhere(acting).await }),
        async |acting, args| {
            let event = kept(acting, "ana", text(&args["event"])).await;
            usize::from(event["cancelled"] == true)
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answering_weathers() {
    let action = Action { tool: "calendar.respond", method: "calendar.events.patch", scopes: &FILING };
    a_write_weathers(
        action,
        async |acting| {
            let mut event = lunch(&fresh("Asked"));
            event["attendees"] = json!([{ "email": super::ANA }]);
            json!({ "event": made(acting, "ben", event).await["id"], "answer": "accept" })
        },
        async |acting, args| {
            let event = kept(acting, "ana", text(&args["event"])).await;
            usize::from(event["answer"] == "accepted")
        },
    )
    .await;
}
