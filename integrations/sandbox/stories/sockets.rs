//! Socket Mode: connections, acknowledgements, redelivery.

use serde_json::json;
use tokio_tungstenite::connect_async;

use super::client::Outside;

async fn say(outside: &Outside, text: &str) -> String {
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": text})).await;
    posted["event_ids"][0].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn hello_names_the_app_and_a_ticket_opens_one_connection() {
    let outside = Outside::new().await;
    let token = outside.card.app_token.clone();
    let opened = outside.api_as(&token, "apps.connections.open", json!({})).await.unwrap().body;
    let url = opened["url"].as_str().unwrap();
    let first = connect_async(url).await;
    assert!(first.is_ok());
    assert!(connect_async(url).await.is_err(), "the ticket is used up");
    let mut second = outside.connect().await;
    let hello = second.envelope().await;
    assert_eq!(hello["num_connections"], 2);
    assert!(hello["connection_info"]["app_id"].as_str().unwrap().starts_with('A'));
    assert!(hello["debug_info"]["host"].is_string());
}

#[tokio::test]
async fn an_unacknowledged_event_comes_again_with_the_same_event_id_and_a_higher_count() {
    let outside = Outside::new().await;
    outside.post("/slack/timing", json!({"ack_ms": 50, "retry_ms": [0, 0, 0]})).await;
    let mut socket = outside.connect().await.greeted().await;
    let event_id = say(&outside, "hello").await;
    let first = socket.envelope().await;
    let second = socket.take().await;
    assert_eq!(first["payload"]["event_id"], event_id);
    assert_eq!(second["payload"]["event_id"], event_id);
    assert_ne!(first["envelope_id"], second["envelope_id"]);
    assert_eq!((&first["retry_attempt"], &second["retry_attempt"]), (&json!(0), &json!(1)));
    assert_eq!(second["retry_reason"], "timeout");
}

#[tokio::test]
async fn what_a_lost_connection_did_not_acknowledge_goes_to_the_next_one() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let event_id = say(&outside, "hello").await;
    socket.envelope().await;
    assert_eq!(outside.post("/slack/sockets/drop", json!({})).await["dropped"], 1);
    assert!(socket.next().await.is_none());
    let mut next = outside.connect().await.greeted().await;
    assert_eq!(next.take().await["payload"]["event_id"], event_id);
}

#[tokio::test]
async fn a_settled_event_can_be_delivered_again() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let event_id = say(&outside, "hello").await;
    socket.take().await;
    outside.post("/slack/redeliver", json!({"event_id": event_id, "times": 2})).await;
    for retry in 1..=2 {
        let again = socket.take().await;
        assert_eq!(
            (&again["payload"]["event_id"], &again["retry_attempt"]),
            (&json!(event_id), &json!(retry))
        );
    }
    assert_eq!(outside.try_post("/slack/redeliver", json!({"event_id": "Ev0"})).await.status, 404);
}

#[tokio::test]
async fn disconnect_is_announced_with_its_reason_and_then_carried_out() {
    let outside = Outside::new().await;
    for reason in ["warning", "refresh_requested", "link_disabled"] {
        let mut socket = outside.connect().await.greeted().await;
        outside.post("/slack/sockets/disconnect", json!({"reason": reason, "close_after_ms": 1})).await;
        let frame = socket.envelope().await;
        assert_eq!((&frame["type"], &frame["reason"]), (&json!("disconnect"), &json!(reason)));
        assert!(socket.next().await.is_none());
        outside.until("/slack/sockets", |shown| shown["sockets"] == json!([])).await;
    }
}

#[tokio::test]
async fn the_eleventh_connection_is_one_too_many() {
    let outside = Outside::new().await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        sockets.push(outside.connect().await.greeted().await);
    }
    let frame = outside.connect().await.envelope().await;
    assert_eq!(frame["reason"], "too_many_websockets");
}

#[tokio::test]
async fn a_burst_is_told_event_by_event_and_timed() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let burst = json!({"messages": 60, "channels": 12, "text": "@countersign hello"});
    let posted = outside.post("/slack/burst", burst).await;
    assert_eq!(posted["posted"].as_array().unwrap().len(), 60);
    for _ in 0..120 {
        socket.take().await;
    }
    let all_acknowledged = |shown: &serde_json::Value| {
        let deliveries = shown["deliveries"].as_array().unwrap();
        deliveries.len() == 120 && deliveries.iter().all(|it| it["ack_ms"].is_u64() && it["attempts"] == 1)
    };
    outside.until("/slack/deliveries", all_acknowledged).await;
}
