//! A server that gives the answers it was told to, and keeps what it was asked.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use serde_json::{Value, json};

pub(crate) struct Answer {
    status: u16,
    retry_after: Option<&'static str>,
    pieces: Vec<Bytes>,
    dropped: bool,
}

impl Answer {
    pub(crate) fn events(events: &[Value]) -> Self {
        Self { status: 200, retry_after: None, pieces: vec![Bytes::from(stream(events))], dropped: false }
    }

    pub(crate) fn refusal(status: u16, kind: &str, message: &str) -> Self {
        let body = json!({ "type": "error", "error": { "type": kind, "message": message } });
        Self { status, retry_after: None, pieces: vec![Bytes::from(body.to_string())], dropped: false }
    }

    pub(crate) fn retry_after(self, seconds: &'static str) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The connection breaks after what was said.
    pub(crate) fn then_dropped(self) -> Self {
        Self { dropped: true, ..self }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

pub(crate) struct Server {
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub(crate) async fn start(answers: Vec<Answer>) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(Mutex::new(VecDeque::from(answers)));
        let kept = Arc::clone(&asked);
        let router = Router::new().fallback(move |request: Request<Body>| {
            let (answers, kept) = (Arc::clone(&answers), Arc::clone(&kept));
            async move {
                let (head, body) = request.into_parts();
                let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
                kept.lock().unwrap().push(Asked {
                    path: head.uri.path().to_owned(),
                    headers: head.headers,
                    body: serde_json::from_slice(&body).unwrap(),
                });
                let answer = answers.lock().unwrap().pop_front();
                Ok::<_, Infallible>(respond(answer.expect("one more request than answers")))
            }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn respond(answer: Answer) -> Response<Body> {
    let mut pieces: Vec<Result<Bytes, io::Error>> = answer.pieces.into_iter().map(Ok).collect();
    if answer.dropped {
        pieces.push(Err(io::Error::other("dropped")));
    }
    let mut response = Response::new(Body::from_stream(futures_util::stream::iter(pieces)));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap();
    if let Some(seconds) = answer.retry_after {
        response.headers_mut().insert("retry-after", seconds.parse().unwrap());
    }
    response
}

/// Events as they travel.
pub(crate) fn stream(events: &[Value]) -> String {
    let written = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    events.iter().map(written).collect::<Vec<_>>().concat()
}

pub(crate) fn begun() -> Value {
    json!({ "type": "message_start", "message": { "id": "m", "role": "assistant", "content": [], "usage": {
        "input_tokens": 100, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 200, "output_tokens": 1 } } })
}

pub(crate) fn text_begun(index: u64) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": { "type": "text", "text": "" } })
}

pub(crate) fn text(index: u64, words: &str) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": { "type": "text_delta", "text": words } })
}

pub(crate) fn call_begun(index: u64, id: &str, name: &str) -> Value {
    json!({ "type": "content_block_start", "index": index,
        "content_block": { "type": "tool_use", "id": id, "name": name, "input": {} } })
}

pub(crate) fn input(index: u64, json: &str) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": { "type": "input_json_delta", "partial_json": json } })
}

pub(crate) fn block_ended(index: u64) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

pub(crate) fn ended(reason: &str) -> [Value; 2] {
    [
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 50 } }),
        json!({ "type": "message_stop" }),
    ]
}

pub(crate) fn ping() -> Value {
    json!({ "type": "ping" })
}

/// A whole short answer.
pub(crate) fn saying(words: &str) -> Answer {
    let [delta, stop] = ended("end_turn");
    Answer::events(&[begun(), text_begun(0), text(0, words), block_ended(0), delta, stop])
}
