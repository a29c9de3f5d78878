//! Files that cannot be had, or not soon.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use sandbox::ConnectSeed;
use serde_json::{Value, json};

use super::{attach, echo, shown, town, words};
use crate::harness::{Control, Plan, small_world};

fn plan() -> Value {
    json!([words("plan.txt", "meet at the gate")])
}

async fn strike(control: &Control, method: &str, kind: Value) {
    control.fault(json!({ "service": "slack", "method": method, "kind": kind })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_page_in_place_of_a_file_is_known_for_what_it_is() {
    let (town, cast, model) = town().await;
    strike(&town.control, "file_download", json!("sign_in_page")).await;
    let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("“plan.txt” left out:") && told.contains("files:read"), "{told}");
    assert!(told.contains("countersign doctor"), "{told}");
    let shown = shown(&model);
    assert!(shown.contains("files:read") && !shown.contains("Sign in to your workspace"), "{shown}");
}

/// Whatever comes here, and with which token.
type Visits = Arc<Mutex<Vec<(String, Option<String>)>>>;

async fn visit(State(visits): State<Visits>, uri: Uri, headers: HeaderMap) -> &'static str {
    let token = headers.get("authorization").map(|token| token.to_str().unwrap().to_owned());
    visits.lock().unwrap().push((uri.path().to_owned(), token));
    "stolen words"
}

#[tokio::test(flavor = "multi_thread")]
async fn our_token_goes_to_no_foreign_host() {
    let visits = Visits::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let foreign = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().fallback(visit).with_state(visits.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let (town, cast, model) = town().await;

    strike(&town.control, "file_download", json!({ "redirect": { "to": format!("{foreign}/a") } })).await;
    let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("another address"), "{told}");

    town.control.delete("/faults").await;
    let kept = json!({ "ok": true, "file": { "id": "F1", "name": "plan.txt", "mimetype": "text/plain", "size": 12,
        "url_private_download": format!("{foreign}/b") } });
    strike(&town.control, "files.info", json!({ "status": { "code": 200, "body": kept } })).await;
    let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.contains("not Slack's"), "{told}");
    assert!(visits.lock().unwrap().is_empty(), "nobody came: {visits:?}");
    assert!(!shown(&model).contains("stolen"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_shared_channel_is_looked_up_before_it_is_read() {
    let (mut world, cast) = small_world();
    world.connects = vec![ConnectSeed {
        channel: cast.channel.clone(),
        with: ["harbor.example".to_owned()].into(),
        ..ConnectSeed::default()
    }];
    let model = echo();
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = attach(&town.control, &cast.asker, &cast.channel, ("@countersign read it", plan())).await;
    town.control.reply(&asked, 0).await;
    let shown = shown(&model);
    assert!(shown.contains("“plan.txt” (text/plain, 16 bytes), its text:"), "{shown}");
    assert!(shown.contains("meet at the gate"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_gone_or_hidden_is_said_to_be() {
    let (town, cast, model) = town().await;
    for (answer, words) in [
        (json!({ "ok": false, "error": "file_not_found" }), "it is not to be found"),
        (json!({ "ok": false, "error": "file_deleted" }), "it was deleted"),
        (json!({ "ok": true, "file": { "id": "F1", "mode": "tombstone" } }), "it was deleted"),
        (json!({ "ok": true, "file": { "id": "F1", "mode": "hidden_by_limit" } }), "Slack hides it"),
        (json!({ "ok": true, "file": { "id": "F1", "is_external": true } }), "outside of Slack"),
    ] {
        town.control.delete("/faults").await;
        strike(&town.control, "files.info", json!({ "status": { "code": 200, "body": answer } })).await;
        let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
        let told = town.control.reply(&asked, 0).await;
        assert!(told.contains("“plan.txt” left out:") && told.contains(words), "{words}: {told}");
        assert!(shown(&model).contains(words));
    }
}

async fn is_being_fetched(control: &Control) {
    control
        .until("the file is being fetched", async || {
            (!control.requests("slack", "file_download").await.is_empty()).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_file_holds_up_no_acknowledgement_and_stop_gives_it_up() {
    let (town, cast, model) = town().await;
    strike(&town.control, "file_download", json!("hang")).await;
    let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
    town.control.delivered(&asked).await;
    is_being_fetched(&town.control).await;
    town.control.say(&cast.asker, "dm", "stop", Some(&asked.ts)).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.starts_with("Stopped."), "{told}");
    assert!(model.shown().is_empty(), "the model was never asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_next_reads_what_was_broken_off() {
    let (mut town, cast, model) = town().await;
    strike(&town.control, "file_download", json!("hang")).await;
    let asked = attach(&town.control, &cast.asker, "dm", ("read it", plan())).await;
    is_being_fetched(&town.control).await;
    town.close().await;
    town.control.delete("/faults").await;
    town.open().await;
    town.control.reply(&asked, 0).await;
    assert!(shown(&model).contains("meet at the gate"), "{}", shown(&model));
    assert_eq!(model.shown().len(), 1);
}
