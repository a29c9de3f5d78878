//! Looking up who reads along costs little, and never more than a moment.

use super::*;
use crate::harness::{Beat, Speaker};

#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_that_hangs_counts_as_outsiders() {
    for method in ["conversations.info", "conversations.members"] {
        let scene = scene().await;
        let hangs = json!({ "service": "slack", "method": method, "kind": "hang" });
        scene.town.control.fault(hangs).await;
        let asked = scene.ask().await;
        scene.answered_apart(&asked).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_the_readers_are_is_looked_up_while_the_model_thinks() {
    let (world, cast) = small_world();
    let (speaker, secret) = (Speaker::new(), cast.secret_word.clone());
    let town = Plan::new(world).model(speaker.clone()).build_without_list_of_people().await;
    town.grant(&cast.asker, &MAIL).await;
    let room = json!({ "name": "room", "members": [cast.asker, cast.colleague], "agent": true });
    town.control.post("/slack/channels", room).await;
    let scene = Scene { town, cast, secret };
    let colleague = scene.town.card().people.iter().find(|person| person.handle == scene.cast.colleague);
    let colleague = colleague.unwrap().slack_user_id.clone();
    let looked_up = async || {
        let people = scene.town.control.requests("slack", "users.info").await;
        people.iter().filter(|request| request.to_string().contains(&colleague)).count()
    };
    for round in 0..3 {
        let asked = scene.ask().await;
        speaker.does(Beat::Call("gmail.search", json!({ "query": "in:inbox", "limit": 5 })));
        speaker.ends();
        let known = async || (looked_up().await > 0).then_some(());
        scene.town.control.until("the readers are looked up before the model has spoken", known).await;
        speaker.says(&scene.secret);
        speaker.ends();
        let answer = scene.town.control.reply(&asked, 0).await;
        assert!(answer.contains(&scene.secret), "{round}: {answer}");
    }
    let members = scene.town.control.requests("slack", "conversations.members").await;
    assert!(members.len() >= 3, "the members are looked up anew for every answer");
    // The first time it may have been broken off by the answer.
    assert!(looked_up().await <= 2, "people are known for a while");
}
