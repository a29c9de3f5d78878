//! Modals: opened with a trigger, filled in, answered by the app, closed.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn option(value: &str) -> Value {
    json!({"text": plain(value), "value": value})
}

/// One line to write in, and it must be filled in.
fn form() -> Value {
    let element = json!({"type": "plain_text_input", "action_id": "a", "min_length": 3, "max_length": 10});
    json!({
        "type": "modal", "title": plain("Finish signing in"), "submit": plain("Send"), "callback_id": "pasted",
        "private_metadata": "consent-1", "notify_on_close": true,
        "blocks": [{"type": "input", "block_id": "b", "label": plain("Address"), "element": element}],
    })
}

async fn trigger(outside: &Outside) -> String {
    let command = json!({"person": "ana", "channel": "general", "command": "/google", "text": "auth"});
    outside.post("/slack/command", command).await["payload"]["trigger_id"].as_str().unwrap().to_owned()
}

async fn opened(outside: &Outside, view: Value) -> Value {
    let answer = outside.api("views.open", json!({"trigger_id": trigger(outside).await, "view": view})).await;
    assert_eq!(answer["ok"], true, "{answer}");
    answer["view"].clone()
}

/// The next interaction, not yet acknowledged.
async fn interaction(socket: &mut Socket) -> Value {
    loop {
        let envelope = socket.envelope().await;
        if envelope["type"] == "interactive" {
            return envelope;
        }
        socket.acknowledge(&envelope).await;
    }
}

async fn sent(outside: &Outside, socket: &mut Socket, text: &str) -> Value {
    let answer = outside.try_post("/slack/submit", json!({"person": "ana", "text": text})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    interaction(socket).await
}

#[tokio::test]
async fn a_form_is_opened_sent_with_what_was_written_and_closes_when_the_app_agrees() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let view = opened(&outside, form()).await;
    assert_eq!((&view["root_view_id"], &view["previous_view_id"]), (&view["id"], &Value::Null));
    let open = outside.get("/slack/views?person=ana").await;
    assert_eq!((&open["views"][0]["view"], &open["views"][0]["waiting"]), (&view, &json!(false)));
    assert_eq!(outside.get("/slack/views?person=ben").await["views"], json!([]));

    let envelope = sent(&outside, &mut socket, "hello").await;
    assert_eq!(envelope["accepts_response_payload"], true);
    let payload = &envelope["payload"];
    assert_eq!(payload["type"], "view_submission");
    assert_eq!(payload["user"]["id"], outside.card.people[0].slack_user_id);
    assert_eq!(payload["view"]["id"], view["id"]);
    assert_eq!(payload["view"]["hash"], view["hash"]);
    assert_eq!(payload["view"]["private_metadata"], "consent-1");
    assert_eq!(
        payload["view"]["state"]["values"]["b"]["a"],
        json!({"type": "plain_text_input", "value": "hello"})
    );
    assert_eq!(outside.get("/slack/views").await["views"][0]["waiting"], true);
    assert_eq!(
        outside.try_post("/slack/submit", json!({"person": "ana", "text": "again"})).await.status,
        409
    );
    socket.acknowledge(&envelope).await;
    outside.until("/slack/views", |shown| shown["views"] == json!([])).await;
    assert_eq!(outside.try_post("/slack/submit", json!({"person": "ana", "text": "late"})).await.status, 404);
}

#[tokio::test]
async fn a_trigger_opens_one_form_and_only_for_a_while() {
    let outside = Outside::new().await;
    let open = |trigger: String| json!({"trigger_id": trigger, "view": form()});
    let used = trigger(&outside).await;
    assert_eq!(outside.api("views.open", open(used.clone())).await["ok"], true);
    assert_eq!(outside.api("views.open", open(used)).await["error"], "exchanged_trigger_id");
    assert_eq!(outside.api("views.open", open("1.2.x".to_owned())).await["error"], "invalid_trigger_id");
    outside.post("/slack/timing", json!({"ack_ms": 3000, "retry_ms": [], "trigger_ms": 0})).await;
    let late = trigger(&outside).await;
    assert_eq!(outside.api("views.open", open(late)).await["error"], "expired_trigger_id");
}

#[tokio::test]
async fn a_view_slack_would_not_show_is_refused_and_costs_no_trigger() {
    let outside = Outside::new().await;
    let trigger = trigger(&outside).await;
    let mut long = form();
    long["title"] = plain("A title of more than 24 characters");
    let refused = outside.api("views.open", json!({"trigger_id": trigger, "view": long})).await;
    assert_eq!(refused["error"], "invalid_arguments");
    assert_eq!(
        refused["response_metadata"]["messages"],
        json!(["[ERROR] must be less than 25 characters [json-pointer:/view/title/text]"])
    );
    for (arguments, missing) in
        [(json!({"trigger_id": trigger}), "view"), (json!({"view": form()}), "trigger_id")]
    {
        let refused = outside.api("views.open", arguments).await;
        assert_eq!(
            refused["response_metadata"]["messages"][0],
            format!("[ERROR] missing required field: {missing}")
        );
    }
    let unreadable = outside.api("views.open", json!({"trigger_id": trigger, "view": "{"})).await;
    assert_eq!(unreadable["error"], "invalid_arguments");
    assert_eq!(outside.api("views.open", json!({"trigger_id": trigger, "view": form()})).await["ok"], true);
}

#[tokio::test]
async fn what_is_missing_or_too_long_is_not_sent_and_the_form_says_so() {
    let outside = Outside::new().await;
    opened(&outside, form()).await;
    for (text, says) in [
        ("", "Please complete this required field."),
        ("ab", "Please enter at least 3 characters."),
        ("abcdefghijk", "Please enter no more than 10 characters."),
    ] {
        let refused = outside.try_post("/slack/submit", json!({"person": "ana", "text": text})).await;
        assert_eq!(refused.status, 409, "{text}");
        assert_eq!(outside.get("/slack/views").await["views"][0]["errors"], json!({"b": says}));
    }
    let elsewhere = json!({"person": "ana", "values": {"b": {"a": "fine"}, "c": {"a": "what"}}});
    assert_eq!(outside.try_post("/slack/submit", elsewhere).await.status, 404);
    let other = json!({"person": "ana", "view": "V0", "text": "fine"});
    assert_eq!(outside.try_post("/slack/submit", other).await.status, 409);
    let deliveries = outside.get("/slack/deliveries").await;
    assert!(deliveries["deliveries"].as_array().unwrap().iter().all(|it| it["about"] != "view_submission"));
}

#[tokio::test]
async fn every_kind_of_input_says_what_was_chosen() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let input = |id: &str, element: Value| json!({"type": "input", "block_id": id, "label": plain("?"), "element": element});
    let mut view = form();
    view["blocks"] = json!([
        input("menu", json!({"type": "static_select", "action_id": "x", "options": [option("one"), option("two")]})),
        input("radio", json!({"type": "radio_buttons", "action_id": "x", "options": [option("one")], "initial_option": option("one")})),
        input("ticks", json!({"type": "checkboxes", "action_id": "x", "options": [option("one"), option("two")]})),
        input("day", json!({"type": "datepicker", "action_id": "x", "initial_date": "2026-11-15"})),
        {"type": "input", "block_id": "note", "optional": true, "label": plain("?"),
            "element": {"type": "plain_text_input", "action_id": "x", "multiline": true}},
    ]);
    opened(&outside, view).await;
    let submit =
        |menu: &str| json!({"person": "ana", "values": {"menu": {"x": menu}, "ticks": {"x": ["two"]}}});
    assert_eq!(outside.try_post("/slack/submit", submit("three")).await.status, 409);
    assert_eq!(outside.try_post("/slack/submit", submit("two")).await.status, 200);
    let values = interaction(&mut socket).await["payload"]["view"]["state"]["values"].clone();
    assert_eq!(values["menu"]["x"], json!({"type": "static_select", "selected_option": option("two")}));
    assert_eq!(values["radio"]["x"]["selected_option"], option("one"));
    assert_eq!(values["ticks"]["x"]["selected_options"], json!([option("two")]));
    assert_eq!(values["day"]["x"]["selected_date"], "2026-11-15");
    assert_eq!(values["note"]["x"], json!({"type": "plain_text_input", "value": null}));
}

#[tokio::test]
async fn the_app_may_answer_with_errors_another_form_or_the_end_of_all() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    opened(&outside, form()).await;
    let first = sent(&outside, &mut socket, "wrong").await;
    socket.answer(&first, json!({"response_action": "errors", "errors": {"b": "That is no address."}})).await;
    let shown = outside.until("/slack/views", |shown| shown["views"][0]["waiting"] == false).await;
    assert_eq!(shown["views"][0]["errors"], json!({"b": "That is no address."}));
    assert_eq!(shown["views"][0]["view"]["state"]["values"]["b"]["a"]["value"], "wrong");

    let second = sent(&outside, &mut socket, "better").await;
    let mut other = form();
    other["title"] = plain("One more thing");
    socket.answer(&second, json!({"response_action": "update", "view": other})).await;
    let is_titled =
        |title: &'static str| move |shown: &Value| shown["views"][0]["view"]["title"]["text"] == title;
    let shown = outside.until("/slack/views", is_titled("One more thing")).await;
    assert_ne!(shown["views"][0]["view"]["hash"], second["payload"]["view"]["hash"]);
    assert_eq!(shown["views"][0]["view"]["id"], second["payload"]["view"]["id"]);

    let third = sent(&outside, &mut socket, "deeper").await;
    socket.answer(&third, json!({"response_action": "push", "view": form()})).await;
    let shown = outside.until("/slack/views", |shown| shown["views"].as_array().unwrap().len() == 2).await;
    assert_eq!(shown["views"][1]["view"]["previous_view_id"], third["payload"]["view"]["id"]);

    let fourth = sent(&outside, &mut socket, "enough").await;
    socket.answer(&fourth, json!({"response_action": "clear"})).await;
    outside.until("/slack/views", |shown| shown["views"] == json!([])).await;
}

#[tokio::test]
async fn an_answer_slack_does_not_understand_or_none_at_all_is_trouble_and_may_be_tried_again() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    opened(&outside, form()).await;
    let troubled = |shown: &Value| shown["views"][0]["trouble"].is_string();
    for odd in [
        json!({"response_action": "errors", "errors": {"elsewhere": "?"}}),
        json!({"response_action": "errors", "errors": {}}),
        json!({"response_action": "update", "view": {"type": "modal"}}),
        json!({"response_action": "dance"}),
    ] {
        let envelope = sent(&outside, &mut socket, "hello").await;
        socket.answer(&envelope, odd).await;
        outside.until("/slack/views", troubled).await;
    }
    outside.post("/slack/timing", json!({"ack_ms": 20, "retry_ms": []})).await;
    sent(&outside, &mut socket, "hello").await;
    let shown = outside.until("/slack/views", troubled).await;
    assert_eq!(shown["views"][0]["waiting"], false);
    outside.post("/slack/timing", json!({"ack_ms": 3000, "retry_ms": []})).await;
    let again = sent(&outside, &mut socket, "hello").await;
    socket.acknowledge(&again).await;
    outside.until("/slack/views", |shown| shown["views"] == json!([])).await;
}

#[tokio::test]
async fn an_app_that_wants_to_know_hears_that_a_form_was_closed() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let view = opened(&outside, form()).await;
    outside.post("/slack/close", json!({"person": "ana"})).await;
    let payload = interaction(&mut socket).await["payload"].clone();
    assert_eq!((&payload["type"], &payload["view"]["id"]), (&json!("view_closed"), &view["id"]));
    assert_eq!(payload["is_cleared"], false);
    assert_eq!(outside.try_post("/slack/close", json!({"person": "ana"})).await.status, 404);
    let mut quiet = form();
    quiet["notify_on_close"] = json!(false);
    opened(&outside, quiet).await;
    assert_eq!(outside.post("/slack/close", json!({"person": "ana"})).await["payloads"], json!([]));
}

#[tokio::test]
async fn forms_are_pushed_three_deep_and_updated_by_id_hash_or_own_name() {
    let outside = Outside::new().await;
    let push = async || {
        outside.api("views.push", json!({"trigger_id": trigger(&outside).await, "view": form()})).await
    };
    assert_eq!(push().await["error"], "not_found", "there is nothing to push upon");
    let mut named = form();
    named["external_id"] = json!("mine");
    let first = opened(&outside, named.clone()).await;
    assert_eq!(push().await["view"]["root_view_id"], first["id"]);
    assert_eq!(push().await["ok"], true);
    assert_eq!(push().await["error"], "push_limit_reached");
    let update = |fields: Value| {
        let mut arguments = fields;
        arguments["view"] = named.clone();
        arguments
    };
    let stale = outside.api("views.update", update(json!({"view_id": first["id"], "hash": "1.x"}))).await;
    assert_eq!(stale["error"], "hash_conflict");
    let fresh =
        outside.api("views.update", update(json!({"view_id": first["id"], "hash": first["hash"]}))).await;
    assert_ne!(fresh["view"]["hash"], first["hash"]);
    assert_eq!(
        outside.api("views.update", update(json!({"external_id": "mine"}))).await["view"]["id"],
        first["id"]
    );
    assert_eq!(outside.api("views.update", update(json!({"view_id": "V0"}))).await["error"], "not_found");
    assert_eq!(outside.api("views.update", update(json!({}))).await["error"], "invalid_arguments");
    let cleared = outside.post("/slack/close", json!({"person": "ana", "all": true})).await;
    let told: Vec<bool> =
        cleared["payloads"].as_array().unwrap().iter().map(|it| it["is_cleared"] == true).collect();
    assert_eq!(told, [true; 3]);
}

#[tokio::test]
async fn an_open_form_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    let before = Outside::with_state(Some(file.clone())).await;
    let view = opened(&before, form()).await;
    before.sandbox.stop().await.unwrap();
    let after = Outside::with_state(Some(file)).await;
    assert_eq!(after.get("/slack/views?person=ana").await["views"][0]["view"], view);
}
