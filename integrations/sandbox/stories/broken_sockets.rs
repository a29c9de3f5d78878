//! What goes wrong on Socket Mode connections, and which of them gets an envelope.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

async fn say(outside: &Outside, text: &str) -> String {
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": text})).await;
    posted["event_ids"][0].as_str().unwrap().to_owned()
}

async fn told(socket: &mut Socket) -> String {
    socket.take().await["payload"]["event_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_half_open_socket_swallows_envelopes_and_the_next_connection_gets_them() {
    let outside = Outside::new().await;
    outside.post("/slack/timing", json!({"ack_ms": 100, "retry_ms": [0, 0, 0, 0, 0, 0, 0, 0]})).await;
    let _silent = outside.connect().await.greeted().await;
    assert_eq!(outside.post("/slack/sockets/fault", json!({"kind": "half_open"})).await["broken"], 1);
    let event_id = say(&outside, "hello").await;
    outside.until("/slack/deliveries", |shown| shown["deliveries"][0]["stage"] == "sent").await;
    let mut next = outside.connect().await.greeted().await;
    let envelope = next.take().await;
    assert_eq!(envelope["payload"]["event_id"], event_id);
    assert_eq!(envelope["retry_reason"], "timeout");
    assert_eq!(outside.get("/slack/sockets").await["sockets"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_connection_dropped_after_sending_never_hears_the_acknowledgement() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/sockets/fault", json!({"kind": "drop_after_send"})).await;
    let event_id = say(&outside, "hello").await;
    assert_eq!(socket.envelope().await["payload"]["event_id"], event_id);
    assert!(socket.next().await.is_none());
    let mut next = outside.connect().await.greeted().await;
    assert_eq!(told(&mut next).await, event_id);
}

#[tokio::test]
async fn envelopes_come_twice_late_or_in_the_wrong_order() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let fault = |kind: Value, times: u32| json!({"kind": kind, "times": times});
    outside.post("/slack/sockets/fault", fault(json!("duplicate"), 1)).await;
    say(&outside, "twice").await;
    let (first, second) = (socket.take().await, socket.take().await);
    assert_eq!(first, second, "the very same envelope");
    outside.post("/slack/sockets/fault", fault(json!("reorder"), 2)).await;
    let (one, two) = (say(&outside, "one").await, say(&outside, "two").await);
    assert_eq!([told(&mut socket).await, told(&mut socket).await], [two, one]);
    outside.post("/slack/sockets/fault", fault(json!({"slow": {"ms": 80}}), 1)).await;
    let started = std::time::Instant::now();
    say(&outside, "late").await;
    told(&mut socket).await;
    assert!(started.elapsed() >= std::time::Duration::from_millis(80));
}

#[tokio::test]
async fn a_message_is_overtaken_by_the_one_that_is_named_and_by_what_comes_in_between() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let overtake = json!({"kind": {"overtake": {"held": "first", "by": "last"}}});
    outside.post("/slack/sockets/fault", overtake).await;
    let first = say(&outside, "at first").await;
    let between = say(&outside, "between").await;
    assert_eq!(told(&mut socket).await, between);
    let last = say(&outside, "at last").await;
    assert_eq!([told(&mut socket).await, told(&mut socket).await], [last, first]);
    let again = say(&outside, "as at first").await;
    assert_eq!(told(&mut socket).await, again, "it is over");
}

#[tokio::test]
async fn an_envelope_that_nothing_overtakes_comes_in_the_end() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/sockets/fault", json!({"kind": "reorder", "times": 1})).await;
    let event_id = say(&outside, "alone").await;
    assert_eq!(told(&mut socket).await, event_id);
}

/// Which of two connections got each of eight messages.
async fn drawn(outside: &Outside, seed: u64) -> Vec<u64> {
    let mut sockets = [outside.connect().await.greeted().await, outside.connect().await.greeted().await];
    let numbers: Vec<u64> = outside.get("/slack/sockets").await["sockets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["socket"].as_u64().unwrap())
        .collect();
    outside.post("/slack/sockets/seed", json!({"seed": seed})).await;
    let mut lots = Vec::new();
    for n in 0..8 {
        let event_id = say(outside, &format!("{n}")).await;
        let mine = |it: &Value| it["event_id"] == event_id && it["stage"] == "sent";
        let sent = |shown: &Value| shown["deliveries"].as_array().unwrap().iter().any(mine);
        let shown = outside.until("/slack/deliveries", sent).await;
        let all = shown["deliveries"].as_array().unwrap();
        let number = all.iter().find(|it| mine(it)).unwrap()["tries"][0]["socket"].as_u64().unwrap();
        let place = numbers.iter().position(|it| *it == number).unwrap();
        told(&mut sockets[place]).await;
        lots.push(place as u64);
    }
    outside.post("/slack/sockets/drop", json!({})).await;
    outside.until("/slack/sockets", |shown| shown["sockets"] == json!([])).await;
    lots
}

#[tokio::test]
async fn the_same_seed_draws_the_same_connections() {
    let outside = Outside::new().await;
    let first = drawn(&outside, 3).await;
    assert_eq!(first, drawn(&outside, 3).await);
    assert!(first.contains(&0) && first.contains(&1), "{first:?}");
}

#[tokio::test]
async fn a_click_finds_nobody_and_a_command_says_so() {
    let outside = Outside::new().await;
    outside.post("/slack/timing", json!({"ack_ms": 20})).await;
    let command = json!({"person": "ana", "channel": "general", "command": "/google"});
    outside.post("/slack/command", command).await;
    let failed =
        |shown: &Value| shown["ephemerals"][0]["text"] == "/google failed with the error \"dispatch_failed\"";
    outside.until("/slack/ephemerals?person=ana", failed).await;
}
