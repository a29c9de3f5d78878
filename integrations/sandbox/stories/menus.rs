//! Menus: those that ask the app for their options, and what stands in all of them when something is pressed.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};

use super::{
    client::{Outside, Socket},
    listener::{Listener, Reply},
};

const OPTIONS: &str = r#"{"options": [{"text": {"type": "plain_text", "text": "Offer"}, "value": "offer"},
    {"text": {"type": "plain_text", "text": "Order"}, "value": "order"}]}"#;

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn offered() -> Value {
    serde_json::from_str(OPTIONS).unwrap()
}

fn blocks() -> Value {
    let option = |value: &str| json!({"text": plain(value), "value": value});
    json!([
        {"type": "actions", "block_id": "x", "elements": [
            {"type": "datepicker", "action_id": "day", "initial_date": "2026-01-01"},
            {"type": "radio_buttons", "action_id": "size", "options": [option("s"), option("l")]},
        ]},
        {"type": "actions", "block_id": "y", "elements": [
            {"type": "external_select", "action_id": "file", "min_query_length": 2},
        ]},
        {"type": "section", "block_id": "z", "text": plain("Files"),
            "accessory": {"type": "multi_external_select", "action_id": "files", "min_query_length": 0}},
    ])
}

async fn posted(outside: &Outside) -> Value {
    let post = json!({"channel": "general", "text": "x", "blocks": blocks()});
    outside.api("chat.postMessage", post).await["ts"].clone()
}

async fn interaction(socket: &mut Socket) -> Value {
    loop {
        let envelope = socket.envelope().await;
        if envelope["type"] == "interactive" {
            return envelope;
        }
        socket.acknowledge(&envelope).await;
    }
}

#[tokio::test]
async fn a_menu_asks_the_app_for_its_options_and_one_of_them_is_chosen() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let ts = posted(&outside).await;
    let suggest = |query: &str| json!({"person": "ana", "channel": "general", "ts": ts, "action": "file", "query": query});
    assert_eq!(outside.try_post("/slack/suggest", suggest("o")).await.status, 409, "too short to be asked");
    let click = |option: &str| json!({"person": "ana", "channel": "general", "ts": ts, "action": "file", "option": option});
    assert_eq!(outside.try_post("/slack/click", click("offer")).await.status, 404, "nothing was offered");
    let asking = async {
        let asked = interaction(&mut socket).await;
        socket.answer(&asked, offered()).await;
        asked
    };
    let (suggested, asked) = tokio::join!(outside.post("/slack/suggest", suggest("of")), asking);
    assert_eq!(asked["accepts_response_payload"], true);
    let payload = &asked["payload"];
    assert_eq!((&payload["type"], &payload["value"]), (&json!("block_suggestion"), &json!("of")));
    assert_eq!((&payload["block_id"], &payload["action_id"]), (&json!("y"), &json!("file")));
    assert_eq!((&payload["message"]["ts"], &payload["container"]["message_ts"]), (&ts, &ts));
    assert!(payload.get("view").is_none() && payload.get("response_url").is_none());
    assert_eq!(suggested["options"], offered()["options"]);
    assert_eq!(suggested["trouble"], Value::Null);
    assert_eq!(outside.try_post("/slack/click", click("other")).await.status, 404, "it was not offered");
    outside.post("/slack/click", click("offer")).await;
    let chosen = interaction(&mut socket).await["payload"].clone();
    assert_eq!(chosen["actions"][0]["selected_option"], offered()["options"][0]);
    assert_eq!(chosen["state"]["values"]["y"]["file"]["selected_option"]["value"], "offer");
    let other = json!({"person": "ben", "channel": "general", "ts": ts, "action": "file", "option": "offer"});
    assert_eq!(outside.try_post("/slack/click", other).await.status, 404, "it was offered to Ana");
}

#[tokio::test]
async fn without_an_answer_that_slack_understands_the_person_reads_of_trouble() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let ts = posted(&outside).await;
    let suggest = json!({"person": "ana", "channel": "general", "ts": ts, "action": "files"});
    let asking = async {
        let asked = interaction(&mut socket).await;
        socket.answer(&asked, json!({"choices": []})).await;
    };
    let (misunderstood, ()) = tokio::join!(outside.post("/slack/suggest", suggest.clone()), asking);
    assert_eq!(misunderstood["options"], json!([]));
    assert!(misunderstood["trouble"].is_string(), "{misunderstood}");
    outside.post("/slack/timing", json!({"ack_ms": 50})).await;
    let silent = outside.post("/slack/suggest", suggest).await;
    assert!(silent["trouble"].is_string(), "{silent}");
}

#[tokio::test]
async fn in_a_form_it_asks_at_the_options_url_and_what_was_chosen_is_sent_along() {
    let (outside, mut listener, mut options) =
        (Outside::new().await, Listener::new().await, Listener::new().await);
    let set = json!({
        "transport": "http", "request_url": listener.url, "interactivity_url": listener.url,
        "options_url": options.url, "command_url": listener.url,
    });
    assert_eq!(outside.post("/slack/app", set).await["options_url"], options.url);
    listener.next().await;
    let command = json!({"person": "ana", "channel": "general", "command": "/google", "text": ""});
    let trigger = outside.post("/slack/command", command).await["payload"]["trigger_id"].clone();
    listener.next().await;
    let element = json!({"type": "multi_external_select", "action_id": "files", "min_query_length": 0, "max_selected_items": 2});
    let input = json!({"type": "input", "block_id": "in", "label": plain("Files"), "element": element});
    let view = json!({"type": "modal", "title": plain("Pick"), "submit": plain("Send"), "blocks": [input]});
    let opened = outside.api("views.open", json!({"trigger_id": trigger, "view": view})).await;
    assert_eq!(opened["ok"], true, "{opened}");
    options.reply([Reply::Say(StatusCode::OK, OPTIONS)]);
    let suggested =
        outside.post("/slack/suggest", json!({"person": "ana", "action": "files", "query": "o"})).await;
    assert_eq!(suggested["options"], offered()["options"]);
    let asked = options.next().await.payload();
    assert_eq!((&asked["type"], &asked["view"]["id"]), (&json!("block_suggestion"), &opened["view"]["id"]));
    assert_eq!(asked["container"], json!({"type": "view", "view_id": opened["view"]["id"]}));
    let submit = |chosen: Value| json!({"person": "ana", "values": {"in": {"files": chosen}}});
    assert_eq!(outside.try_post("/slack/submit", submit(json!([]))).await.status, 409, "it is required");
    assert_eq!(outside.try_post("/slack/submit", submit(json!(["other"]))).await.status, 409);
    outside.post("/slack/submit", submit(json!(["order", "offer"]))).await;
    let submitted = listener.next().await.payload();
    let values: Vec<&Value> = submitted["view"]["state"]["values"]["in"]["files"]["selected_options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| &option["value"])
        .collect();
    assert_eq!(values, [&json!("order"), &json!("offer")]);
}

#[tokio::test]
async fn what_somebody_chose_before_still_stands_there_and_is_theirs_alone() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let ts = posted(&outside).await;
    let click = |person: &str, action: &str, option: &str| json!({"person": person, "channel": "general", "ts": ts, "action": action, "option": option});
    outside.post("/slack/click", click("ana", "day", "2026-05-06")).await;
    let first = interaction(&mut socket).await["payload"]["state"]["values"].clone();
    assert_eq!(first["x"]["day"]["selected_date"], "2026-05-06");
    assert_eq!(first["x"]["size"]["selected_option"], Value::Null);
    assert_eq!(first["y"]["file"], json!({"type": "external_select", "selected_option": null}));
    assert_eq!(first["z"]["files"]["selected_options"], json!([]));
    outside.post("/slack/click", click("ana", "size", "l")).await;
    let second = interaction(&mut socket).await["payload"]["state"]["values"].clone();
    assert_eq!(second["x"]["day"]["selected_date"], "2026-05-06");
    assert_eq!(second["x"]["size"]["selected_option"]["value"], "l");
    outside.post("/slack/click", click("ben", "size", "s")).await;
    let bens = interaction(&mut socket).await["payload"]["state"]["values"].clone();
    assert_eq!(bens["x"]["day"]["selected_date"], "2026-01-01");
}

#[tokio::test]
async fn neither_a_click_nor_a_command_comes_again_over_the_next_connection() {
    let outside = Outside::new().await;
    outside.post("/slack/timing", json!({"ack_ms": 400})).await;
    let mut socket = outside.connect().await.greeted().await;
    let ts = posted(&outside).await;
    socket.take().await;
    let click = json!({"person": "ana", "channel": "general", "ts": ts, "action": "size", "option": "l"});
    outside.post("/slack/click", click).await;
    socket.envelope().await;
    outside
        .post("/slack/command", json!({"person": "ana", "channel": "general", "command": "/google"}))
        .await;
    socket.envelope().await;
    outside.post("/slack/sockets/drop", json!({})).await;
    let mut next = outside.connect().await.greeted().await;
    let timed_out = |shown: &Value| {
        shown["ephemerals"][0]["text"] == "/google failed with the error \"operation_timeout\""
    };
    outside.until("/slack/ephemerals?person=ana", timed_out).await;
    let all = outside.get("/slack/deliveries").await["deliveries"].as_array().unwrap().clone();
    for given_up in all.iter().filter(|delivery| delivery["kind"] != "events_api") {
        assert_eq!((&given_up["stage"], &given_up["attempts"]), (&json!("given_up"), &json!(1)));
    }
    outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "still there?"})).await;
    assert_eq!(next.take().await["type"], "events_api", "and nothing before it");
}

#[tokio::test]
async fn a_command_arrives_though_saving_it_takes_longer_than_slack_waits() {
    let folder = tempfile::tempdir().unwrap();
    let outside = Outside::with_state(Some(folder.path().join("sandbox.json"))).await;
    outside.post("/slack/timing", json!({"factor": 0.001})).await;
    let mut socket = outside.connect().await.greeted().await;
    for _ in 0..5 {
        outside
            .post("/slack/command", json!({"person": "ana", "channel": "general", "command": "/google"}))
            .await;
        let heard = tokio::time::timeout(Duration::from_secs(20), socket.envelope()).await;
        assert_eq!(heard.unwrap()["type"], "slash_commands");
    }
}
