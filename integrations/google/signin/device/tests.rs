//! The rhythm of asking, against a scripted Google.

use std::future::ready;
use std::sync::Mutex;

use serde_json::json;

use super::*;
use crate::testing::{Answer, World, ok};

/// Asks until there is an answer, and says how many seconds passed before each time but the first.
async fn pauses(answers: &'static [&str]) -> Vec<u64> {
    let world = World::answering(|_, before| match answers.get(before) {
        Some(&error) => Answer(if error == "slow_down" { 403 } else { 428 }, json!({ "error": error }), None),
        None => ok(json!({ "access_token": "a", "refresh_token": "r", "token_type": "Bearer" })),
    })
    .await;
    let details = serde_json::from_value(json!({ "device_code": "d", "user_code": "BCD-FGH-JKL",
        "verification_url": "https://www.google.com/device", "expires_in": 1800, "interval": 5 }));
    let passed = Mutex::new(Vec::new());
    let pause = |time: Duration| {
        passed.lock().unwrap().push(time.as_secs());
        ready(())
    };
    world.google.poll(&details.unwrap(), Stop::default(), pause).await.unwrap();
    passed.into_inner().unwrap()
}

#[tokio::test]
async fn it_is_asked_in_the_rhythm_google_wants() {
    assert_eq!(pauses(&["authorization_pending", "authorization_pending"]).await, [5, 5]);
}

#[tokio::test]
async fn whoever_is_told_to_slow_down_waits_five_seconds_longer_from_then_on() {
    let answers = &["authorization_pending", "slow_down", "authorization_pending", "slow_down"];
    assert_eq!(pauses(answers).await, [5, 10, 10, 15]);
}
