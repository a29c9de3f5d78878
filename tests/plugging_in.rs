//! A key in the environment plugs in a real model.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use std::sync::{Arc, Mutex};

use crate::harness::{Plan, Town, small_world};

/// What the model's server was asked.
type Asked = Arc<Mutex<Vec<(HeaderMap, serde_json::Value)>>>;

/// Speaks the provider's protocol, and always says the same.
async fn provider(asked: Asked) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().route("/v1/messages", post(answer)).with_state(asked);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

async fn answer(
    State(asked): State<Asked>,
    headers: HeaderMap,
    axum::Json(body): axum::Json<serde_json::Value>,
) -> ([(&'static str, &'static str); 1], &'static str) {
    asked.lock().unwrap().push((headers, body));
    let stream = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\
        \"role\":\"assistant\",\"content\":[],\"model\":\"x\",\"stop_reason\":null,\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n\
        event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n\
        event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"A real model speaking.\"}}\n\n\
        event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n\
        event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7}}\n\n\
        event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    ([("content-type", "text/event-stream")], stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_the_environment_plugs_in_a_real_model() {
    let asked = Asked::default();
    let base = provider(asked.clone()).await;
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world)).await;
    town.open_with(&[("ANTHROPIC_API_KEY", "sk-ant-story"), ("ANTHROPIC_BASE_URL", &base)]).await;
    let question = town.control.say(&cast.asker, "dm", "who are you?", None).await;
    assert_eq!(town.control.reply(&question, 0).await, "A real model speaking.");

    let asked = asked.lock().unwrap();
    let (headers, body) = &asked[0];
    assert_eq!(headers["x-api-key"], "sk-ant-story");
    let tools: Vec<&str> =
        body["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(tools.contains(&"gmail__send"), "{tools:?}");
    assert!(body["messages"].to_string().contains("who are you?"));
}
