//! What a model was not shown it can call by its name, over the wire of every provider we speak to.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{called, offer, program, tool};
use crate::harness::{Cast, Plan, Town, small_world};

/// How calls are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wire {
    Messages,
    Completions,
    Words,
}

/// Calls what it is asked to call, and says what came of it.
async fn provider(wire: Wire) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().fallback(post(answer)).with_state(wire);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

async fn answer(
    State(wire): State<Wire>,
    axum::Json(body): axum::Json<Value>,
) -> ([(&'static str, &'static str); 1], String) {
    let newest = body["messages"].as_array().unwrap().last().unwrap();
    let said = newest["content"].to_string();
    let is_answered = newest["role"] == "tool" || said.contains("tool_result");
    let wanted = said.split("call ").nth(1).and_then(|rest| rest.split([' ', '"', '\\']).next());
    let events = match (wire, wanted.filter(|_| !is_answered)) {
        (Wire::Messages, wanted) => in_messages(wanted, &said),
        (Wire::Completions, Some(name)) => {
            let function = json!({ "name": name, "arguments": "{}" });
            completed(&json!({ "tool_calls": [{ "index": 0, "id": "call_1", "function": function }] }))
        }
        (Wire::Words, Some(name)) => {
            let call = json!({ "name": name, "arguments": {} });
            completed(&json!({ "content": format!("<tool_call>{call}</tool_call>") }))
        }
        (Wire::Completions | Wire::Words, None) => completed(&json!({ "content": format!("Told: {said}") })),
    };
    let stream: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    ([("content-type", "text/event-stream")], stream.concat())
}

fn completed(delta: &Value) -> Vec<Value> {
    vec![json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": "stop" }] })]
}

fn in_messages(wanted: Option<&str>, said: &str) -> Vec<Value> {
    let block = match wanted {
        Some(name) => json!({ "type": "tool_use", "id": "toolu_1", "name": name, "input": {} }),
        None => json!({ "type": "text", "text": format!("Told: {said}") }),
    };
    vec![
        json!({ "type": "message_start", "message": { "usage": { "input_tokens": 5 } } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": block }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 7 } }),
        json!({ "type": "message_stop" }),
    ]
}

async fn town_over(wire: Wire, folder: &TempDir) -> (Town, Cast) {
    let base = provider(wire).await;
    let text_mode = wire == Wire::Words;
    let model = match wire {
        Wire::Messages => String::new(),
        Wire::Completions | Wire::Words => format!(
            "[model]\nprovider = \"custom\"\nname = \"x\"\nbase_url = \"{base}/v1/\"\ntext_mode = {text_mode}\n"
        ),
    };
    let config = format!(
        "{model}[tools]\ndisclosure = \"discovery\"\ndeny = [\"mcp__notes__op_9\"]\n{}",
        program(folder.path()).replace("\"ping\"", "\"op_*\", \"ping\"")
    );
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world).config(&config)).await;
    match wire {
        Wire::Messages => {
            town.open_with(&[("ANTHROPIC_API_KEY", "sk-ant-story"), ("ANTHROPIC_BASE_URL", &base)]).await;
        }
        Wire::Completions | Wire::Words => town.open().await,
    }
    (town, cast)
}

async fn calls_what_it_was_not_shown(wire: Wire) {
    let folder = TempDir::new().unwrap();
    let many: Vec<Value> =
        (0..60).map(|number| tool(&format!("op_{number}"), "Does one of many things", &[])).collect();
    offer(folder.path(), &many);
    let (town, cast) = town_over(wire, &folder).await;
    let control = &town.control;
    let asked = async |what: &str| {
        let posted = control.say(&cast.asker, "dm", what, None).await;
        control.reply(&posted, 0).await
    };
    // Servers come when they come.
    control
        .until("the tool of the server is done", async || {
            asked("call mcp__notes__op_7 now").await.contains("op_7 was done").then_some(())
        })
        .await;
    assert!(called(folder.path()).iter().any(|line| line["tool"] == "op_7"));
    let told = asked("call mcp__notes__op_9 now").await;
    assert!(told.contains("denied") && told.contains("mcp__notes__op_9 may not be used here"), "{told}");
    assert!(!called(folder.path()).iter().any(|line| line["tool"] == "op_9"));
    let told = asked("call tools__categories now").await;
    assert!(told.contains("gmail"), "our own are found under their names on the wire too: {told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_was_not_shown_is_called_by_its_name_in_messages() {
    calls_what_it_was_not_shown(Wire::Messages).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_was_not_shown_is_called_by_its_name_in_completions() {
    calls_what_it_was_not_shown(Wire::Completions).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_was_not_shown_is_called_by_its_name_in_words() {
    calls_what_it_was_not_shown(Wire::Words).await;
}
