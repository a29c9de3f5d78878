//! Against one that has what a test gives it.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use wire::Timeouts;

use super::*;

/// Models by name: what is listed of each, and what is shown of it.
async fn having(models: Vec<(&'static str, Value, Value)>, running: Value) -> Address {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let models = Arc::new(models);
    let listed: Vec<Value> =
        models.iter().map(|(name, details, _)| json!({ "name": name, "details": details })).collect();
    let show = move |axum::Json(asked): axum::Json<Value>| {
        let shown = models.iter().find(|(name, ..)| asked["model"] == *name).map(|(.., shown)| shown.clone());
        async move { shown.map(axum::Json).ok_or(axum::http::StatusCode::NOT_FOUND) }
    };
    let routes = Router::new()
        .route("/api/tags", get(async move || axum::Json(json!({ "models": listed }))))
        .route("/api/show", post(show))
        .route("/api/ps", get(async move || axum::Json(json!({ "models": running }))));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Address::parse("OLLAMA_HOST", &address).unwrap()
}

async fn best(models: Vec<(&'static str, Value, Value)>, running: Value) -> Option<Local> {
    let wire = Configured::new(Timeouts::default()).unwrap();
    Ollama { at: having(models, running).await, wire: &wire }.best().await
}

fn can(capabilities: &[&str]) -> Value {
    json!({ "capabilities": capabilities, "parameters": "stop \"<|x|>\"\nnum_ctx                        8192",
        "model_info": { "general.architecture": "qwen3", "qwen3.context_length": 40_960 } })
}

#[tokio::test]
async fn what_calls_tools_answers_before_what_is_listed_first() {
    let models = vec![
        ("nomic-embed-text:latest", json!({ "family": "nomic-bert" }), can(&["embedding"])),
        ("vectors:latest", json!({ "family": "qwen3" }), can(&["embedding"])),
        ("gemma:2b", json!({ "family": "gemma" }), can(&["completion"])),
        ("qwen3:8b", json!({ "family": "qwen3" }), can(&["completion", "tools"])),
    ];
    let chosen = best(models.clone(), json!([])).await.unwrap();
    assert_eq!(
        (chosen.name.as_str(), chosen.calling, chosen.window),
        ("qwen3:8b", Calling::ByItself, Some(8_192))
    );
    let without = models.into_iter().take(3).collect();
    let chosen = best(without, json!([])).await.unwrap();
    assert_eq!((chosen.name.as_str(), chosen.calling), ("gemma:2b", Calling::InWords));
}

#[tokio::test]
async fn where_nothing_answers_nobody_is_found() {
    assert_eq!(best(vec![("vectors", json!({}), can(&["embedding"]))], json!([])).await, None);
    assert_eq!(best(vec![], json!([])).await, None);
    let wire = Configured::new(Timeouts::default()).unwrap();
    let nobody = Address::parse("OLLAMA_HOST", "http://127.0.0.1:1/").unwrap();
    assert_eq!(Ollama { at: nobody, wire: &wire }.best().await, None);
}

#[tokio::test]
async fn what_an_old_one_does_not_say_is_told_by_looks() {
    let models = vec![
        ("mxbai-embed-large", json!({ "family": "bert" }), json!({})),
        ("llama3", json!({ "family": "llama" }), json!({ "modelfile": "FROM x" })),
    ];
    let chosen = best(models, json!([])).await.unwrap();
    assert_eq!((chosen.name.as_str(), chosen.calling), ("llama3", Calling::Unsaid));
    assert_eq!((chosen.window, chosen.room()), (None, OWN));
}

#[tokio::test]
async fn how_much_it_takes_in_is_what_it_was_given_and_never_more_than_it_can() {
    let model = |shown: Value| vec![("m:latest", json!({}), shown)];
    let running =
        json!([{ "name": "other", "context_length": 1 }, { "name": "m:latest", "context_length": 4096 }]);
    let chosen = best(model(can(&["tools"])), running).await.unwrap();
    assert_eq!((chosen.window, chosen.room()), (Some(4_096), 4_096), "what is in memory counts");
    let small = json!({ "capabilities": ["tools"], "model_info": { "x.context_length": 2048 } });
    let chosen = best(model(small.clone()), json!([])).await.unwrap();
    assert_eq!((chosen.window, chosen.room()), (None, 2_048));
    let mut asks = small;
    asks["parameters"] = json!("num_ctx 100000");
    assert_eq!(best(model(asks), json!([])).await.unwrap().window, Some(2_048));

    let wire = Configured::new(Timeouts::default()).unwrap();
    let running = json!([{ "name": "m:latest", "context_length": 4096 }]);
    let ollama = Ollama { at: having(model(can(&["completion"])), running).await, wire: &wire };
    assert_eq!(ollama.named("m:latest").await.unwrap().window, Some(4_096));
    assert_eq!(ollama.named("another").await, None);
}

#[test]
fn it_is_beside_its_chat_completions() {
    let beside = |given: &str| {
        let found = Ollama::beside(&Address::parse("X", given).unwrap());
        found.map(|address| address.url().to_string())
    };
    assert_eq!(beside("http://127.0.0.1:11434/v1/").as_deref(), Some("http://127.0.0.1:11434/"));
    assert_eq!(beside("https://x.example/ollama/v1").as_deref(), Some("https://x.example/ollama/"));
    assert_eq!(beside("https://x.example/"), None);
}
