//! Signing in by a code, where it does not go smoothly.

use kernel::ports::{SignIn, Way};
use serde_json::json;

use crate::harness::{Plan, Town, button, small_world};
use crate::ways_in::{code_in, command, open_with_codes, searching, told, with_codes};

#[tokio::test(flavor = "multi_thread")]
async fn what_google_does_not_allow_by_a_code_is_offered_by_a_link_before_anything_begins() {
    let (town, asker) = with_codes().await;
    for scopes in [&["gmail.readonly"][..], &["drive.file", "calendar.events"]] {
        let offered = town.offered(&asker, scopes, Way::Device).await;
        let SignIn::Instead { why, way } = offered else { panic!("{offered:?}") };
        assert!(why.starts_with("Google does not let an app "), "{why}");
        assert!(why.contains("mail") || why.contains("events"), "what it is about: {why}");
        let SignIn::Link { url } = *way else { panic!("{way:?}") };
        assert!(url.starts_with(&format!("http://127.0.0.1:{}/", town.port())), "{url}");
        assert!(town.control.requests("google", "oauth.device_code").await.is_empty(), "nothing has begun");
    }
    let offered = town.offered(&asker, &["drive.file"], Way::Device).await;
    assert!(matches!(offered, SignIn::Code { .. }), "{offered:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_code_would_be_unsafe_the_command_gives_a_link_and_says_why() {
    let (world, cast) = small_world();
    let plan = Plan::new(world).model(searching()).config("[google]\naccounts = \"any\"");
    let mut town = Town::empty(plan).await;
    open_with_codes(&mut town).await;
    command(&town.control, &cast.asker, "auth device").await;
    let offer = town.control.ephemeral_saying(&cast.asker, "so I give none").await;
    assert!(button(&offer, "Connect Google").is_some(), "{offer}");
    assert!(town.control.requests("google", "oauth.device_code").await.is_empty(), "nothing has begun");
    town.connect(&cast.asker).await;
    told(&town.control, &cast.asker, "is connected").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_is_not_typed_in_time_is_over_and_said_to_be() {
    let (town, asker) = with_codes().await;
    command(&town.control, &asker, "auth device").await;
    town.control.ephemeral_saying(&asker, "type the code").await;
    town.control.post("/google/clock", json!({ "seconds": 61 })).await;
    told(&town.control, &asker, "The code was not typed in time. Ask again for a new one.").await;
    command(&town.control, &asker, "status").await;
    told(&town.control, &asker, "You have connected no account").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_still_waited_for_after_a_restart() {
    let (mut town, asker) = with_codes().await;
    command(&town.control, &asker, "auth device").await;
    let offer = town.control.ephemeral_saying(&asker, "type the code").await;
    town.close().await;
    open_with_codes(&mut town).await;
    let typed = json!({ "user_code": code_in(&offer), "person": asker });
    town.control.post("/google/device", typed).await;
    told(&town.control, &asker, "is connected").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_codes_are_not_set_up_it_says_how_and_what_to_use_meanwhile() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(searching()).build().await;
    command(&town.control, &cast.asker, "auth device").await;
    told(&town.control, &cast.asker, "GOOGLE_DEVICE_CLIENT_ID").await;
    told(&town.control, &cast.asker, "Use `auth` without `device` meanwhile").await;
}
