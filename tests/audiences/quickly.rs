//! Looking up who reads along costs little, and never more than a moment.

use std::time::{Duration, Instant};

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_that_hangs_counts_as_outsiders_before_long() {
    for method in ["conversations.info", "conversations.members"] {
        let scene = scene().await;
        let hangs = json!({ "service": "slack", "method": method, "kind": "hang" });
        scene.town.control.fault(hangs).await;
        let began = Instant::now();
        let asked = scene.ask().await;
        scene.answered_apart(&asked).await;
        assert!(began.elapsed() < Duration::from_secs(30), "{method}: {:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_the_readers_are_is_looked_up_while_the_model_thinks() {
    let scene = scene().await;
    for round in 0..3 {
        let asked = scene.ask().await;
        let answer = scene.town.control.reply(&asked, 0).await;
        assert!(answer.contains(&scene.secret), "{round}: {answer}");
    }
    let asked = |requests: &[Value], words: &str| {
        requests.iter().filter(|request| request.to_string().contains(words)).count()
    };
    let control = &scene.town.control;
    let channel = control.requests("slack", "conversations.info").await;
    assert_eq!(channel.len(), 3, "the channel is looked up anew for every answer, once");
    let colleague = scene.town.card().people.iter().find(|person| person.handle == scene.cast.colleague);
    let people = control.requests("slack", "users.info").await;
    assert_eq!(asked(&people, &colleague.unwrap().slack_user_id), 1, "people are not");
}
