//! A key in the environment plugs in a real model.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

use crate::harness::{Plan, Town, all_text, small_world};

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

/// Speaks chat completions: calls a tool first, by the protocol or in words, then says what came of it. An Ollama's list of
/// models too.
async fn completions(asked: Asked, in_words: bool) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let complete = move |State(asked): State<Asked>,
                         headers: HeaderMap,
                         axum::Json(body): axum::Json<Value>| async move {
        let told = body["messages"].as_array().unwrap().last().unwrap().to_string();
        asked.lock().unwrap().push((headers, body));
        let delta = match (told.contains("Morning paper"), in_words) {
            (true, _) => json!({ "content": "You have mail of the paper." }),
            (false, false) => json!({ "tool_calls": [{ "index": 0, "id": "call_1", "type": "function",
                "function": { "name": "gmail__search", "arguments": "{\"query\": \"paper\"}" } }] }),
            (false, true) => json!({ "content":
                "One moment.\n<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"paper\"}}</tool_call>" }),
        };
        let chunk = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": "stop" }] });
        ([("content-type", "text/event-stream")], format!("data: {chunk}\n\ndata: [DONE]\n\n"))
    };
    let tags = || async { axum::Json(json!({ "models": [{ "name": "llama-here:8b" }] })) };
    let routes = Router::new()
        .route("/v1/chat/completions", post(complete))
        .route("/api/tags", get(tags))
        .with_state(asked);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

/// The last answer in a town whose product was started with this.
async fn answered(config: &str, variables: &[(&'static str, &str)]) -> String {
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world).config(config)).await;
    town.open_with(variables).await;
    town.grant(&cast.asker, &["gmail.modify"]).await;
    let question = town.control.say(&cast.asker, "dm", "what came from the paper?", None).await;
    let said = town.control.until("the last answer", async || {
        let replies = town.control.replies(&question).await;
        replies.iter().map(all_text).find(|words| words.contains("You have mail of the paper."))
    });
    said.await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_serves_chat_completions_can_be_plugged_in_with_and_without_tool_calling_of_its_own() {
    for in_words in [false, true] {
        let asked = Asked::default();
        let base = completions(asked.clone(), in_words).await;
        let config = format!(
            "[model]\nprovider = \"custom\"\nname = \"small\"\nbase_url = \"{base}/v1/\"\ntext_mode = {in_words}\n"
        );
        let words = answered(&config, &[("MODEL_API_KEY", "sk-story-of-completions")]).await;
        assert!(!words.contains("tool_call"), "{words}");
        let asked = asked.lock().unwrap();
        assert_eq!(asked[0].0["authorization"], "Bearer sk-story-of-completions");
        assert_eq!(asked[0].1["model"], "small");
        assert_eq!(asked[0].1["tools"].is_null(), in_words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ollama_on_this_machine_is_found_by_itself() {
    let asked = Asked::default();
    let base = completions(asked.clone(), false).await;
    answered("", &[("OLLAMA_HOST", &base)]).await;
    assert_eq!(asked.lock().unwrap()[0].1["model"], "llama-here:8b");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_model_answers_while_the_first_cannot_be_reached() {
    let asked = Asked::default();
    let base = completions(asked.clone(), false).await;
    // A port that somebody has, and nobody listens on.
    let reserved = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = format!("http://{}", reserved.local_addr().unwrap());
    drop(reserved);
    let config = format!(
        "[model]\nprovider = \"custom\"\nname = \"first\"\nbase_url = \"{gone}/v1/\"\n\
         [model.fallback]\nprovider = \"custom\"\nname = \"second\"\nbase_url = \"{base}/v1/\"\n"
    );
    answered(&config, &[]).await;
    assert_eq!(asked.lock().unwrap()[0].1["model"], "second");
}

#[test]
fn a_model_that_cannot_be_had_says_what_to_set() {
    for (config, words) in [
        ("[model]\nprovider = \"nobody\"", "it is one of anthropic, openai"),
        ("[model]\nprovider = \"custom\"", "needs model.base_url"),
        ("[model]\nbase_url = \"https://x.example/\"", "needs model.provider"),
    ] {
        let error = app::Config::parse("countersign.toml", config).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
