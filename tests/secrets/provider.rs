//! A model behind the provider's protocol: it searches or sends when a message says so, and repeats what it is told.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

#[derive(Default)]
struct Desk {
    heard: Mutex<Vec<Value>>,
    refuses: Mutex<Option<String>>,
}

pub struct Provider {
    pub address: String,
    desk: Arc<Desk>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let desk = Arc::new(Desk::default());
        let routes = Router::new().route("/v1/messages", post(answer)).with_state(Arc::clone(&desk));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { address, desk }
    }

    /// Every prompt.
    pub fn heard(&self) -> Vec<Value> {
        self.desk.heard.lock().unwrap().clone()
    }

    /// The next request is told that this key is wrong.
    pub fn refuses_once(&self, key: &str) {
        *self.desk.refuses.lock().unwrap() = Some(key.to_owned());
    }
}

async fn answer(State(desk): State<Arc<Desk>>, Json(body): Json<Value>) -> Response {
    let block = reply(&body);
    desk.heard.lock().unwrap().push(body);
    if let Some(key) = desk.refuses.lock().unwrap().take() {
        let message = format!("invalid x-api-key: {key}");
        let error =
            json!({ "type": "error", "error": { "type": "authentication_error", "message": message } });
        return (StatusCode::UNAUTHORIZED, Json(error)).into_response();
    }
    ([("content-type", "text/event-stream")], stream(&block)).into_response()
}

/// Text, or a call.
fn reply(body: &Value) -> Value {
    let last = body["messages"].as_array().and_then(|messages| messages.last()).cloned().unwrap_or_default();
    let content = last["content"].to_string();
    if content.contains("tool_result") {
        return json!({ "type": "text", "text": format!("It says: {content}") });
    }
    let asked = |word: &str| {
        let rest = content.rsplit_once(word)?.1;
        rest.split(['"', '\\', '\n', '<']).next().map(|rest| rest.trim().to_owned())
    };
    let call = |name: &str, input: Value| json!({ "type": "tool_use", "id": format!("toolu_{}", uuid::Uuid::new_v4().simple()), "name": name, "input": input });
    if let Some(query) = asked("search: ") {
        return call("gmail__search", json!({ "query": query }));
    }
    if let Some(to) = asked("send: ") {
        return call("gmail__send", json!({ "to": [to], "subject": "Keys", "body": "Under the mat." }));
    }
    json!({ "type": "text", "text": "Hello." })
}

fn stream(block: &Value) -> String {
    let (start, delta, reason) = if block["type"] == "text" {
        let delta = json!({ "type": "text_delta", "text": block["text"] });
        (json!({ "type": "text", "text": "" }), delta, "end_turn")
    } else {
        let delta = json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() });
        let start = json!({ "type": "tool_use", "id": block["id"], "name": block["name"], "input": {} });
        (start, delta, "tool_use")
    };
    let usage = json!({ "input_tokens": 5, "output_tokens": 1 });
    let message = json!({ "id": "m", "type": "message", "role": "assistant", "content": [], "model": "x",
        "stop_reason": null, "usage": usage });
    let events = [
        json!({ "type": "message_start", "message": message }),
        json!({ "type": "content_block_start", "index": 0, "content_block": start }),
        json!({ "type": "content_block_delta", "index": 0, "delta": delta }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 7 } }),
        json!({ "type": "message_stop" }),
    ];
    let lines =
        events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap()));
    lines.collect()
}
