//! Language models' servers that refuse what the real ones refuse, in their words.
//!
//! Each seals what it gives away of its model's reasoning, and takes back only its own: of this model, for this key, and
//! after what it was given with. Each calls a tool twice and then answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use serde_json::{Value, json};
use tokio::sync::Notify;

/// A protocol, as one provider speaks it.
pub trait Dialect: Send + Sync + 'static {
    /// Why a request is refused, as the body of the answer and its status.
    fn refusal(&self, asked: &Asked) -> Option<(u16, Value)>;
    /// How many times tools were used since a person last said something.
    fn rounds(&self, asked: &Asked) -> usize;
    /// A reply that uses a tool, or the last words.
    fn reply(&self, asked: &Asked, step: &Step) -> String;
}

/// The next reply.
pub enum Step {
    Call { id: String, query: &'static str },
    Say(&'static str),
}

pub struct Asked {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Asked {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    pub fn model(&self) -> &str {
        self.body["model"].as_str().unwrap_or_default()
    }
}

/// The answer after two looks.
pub const LAST_WORDS: &str = "I looked twice.";
/// The answer to a request without tools.
pub const SUMMARY: &str = "They told stories about the harbour.";
/// The words between two calls.
pub const NOTE: &str = "Now I look again.";

/// The requests to a server, and how it treats them.
struct ServerState {
    dialect: Box<dyn Dialect>,
    asked: Mutex<Vec<Value>>,
    refusals: Mutex<Vec<String>>,
    /// Requests from this number on are answered with an overload, until it is lifted.
    overloaded_from: AtomicUsize,
    /// This request is never answered.
    silent_at: AtomicUsize,
    came: Notify,
}

#[derive(Clone)]
pub struct Provider {
    pub base: String,
    state: Arc<ServerState>,
}

const NEVER: usize = usize::MAX;

impl Provider {
    pub async fn start(dialect: impl Dialect) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(ServerState {
            dialect: Box::new(dialect),
            asked: Mutex::default(),
            refusals: Mutex::default(),
            overloaded_from: AtomicUsize::new(NEVER),
            silent_at: AtomicUsize::new(NEVER),
            came: Notify::new(),
        });
        let routes = Router::new().fallback(any(answer)).with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { base, state }
    }

    /// Answers no more once it has answered so often.
    pub fn overloaded_after(self, answers: usize) -> Self {
        self.state.overloaded_from.store(answers, Ordering::SeqCst);
        self
    }

    pub fn is_well_again(&self) {
        self.state.overloaded_from.store(NEVER, Ordering::SeqCst);
    }

    /// The request after so many answers hangs.
    pub fn silent_after(self, answers: usize) -> Self {
        self.state.silent_at.store(answers, Ordering::SeqCst);
        self
    }

    /// All requests so far, unanswered ones included.
    pub fn asked(&self) -> Vec<Value> {
        self.state.asked.lock().unwrap().clone()
    }

    pub fn refusals(&self) -> Vec<String> {
        self.state.refusals.lock().unwrap().clone()
    }

    pub async fn asked_times(&self, times: usize) {
        loop {
            let came = self.state.came.notified();
            if self.asked().len() >= times {
                return;
            }
            came.await;
        }
    }
}

async fn answer(
    State(state): State<Arc<ServerState>>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    // The list of models is asked for as well; these servers have none.
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let asked = Asked { path: uri.path().to_owned(), headers, body };
    let number = {
        let mut all = state.asked.lock().unwrap();
        all.push(asked.body.clone());
        all.len() - 1
    };
    state.came.notify_waiters();
    if number == state.silent_at.load(Ordering::SeqCst) {
        std::future::pending::<()>().await;
    }
    if number >= state.overloaded_from.load(Ordering::SeqCst) {
        return refused(503, json!({ "error": { "type": "overloaded_error", "message": "Overloaded" } }));
    }
    if let Some((status, refusal)) = state.dialect.refusal(&asked) {
        state.refusals.lock().unwrap().push(refusal.to_string());
        return refused(status, refusal);
    }
    let id = format!("call{number}x");
    let step = match state.dialect.rounds(&asked) {
        // A request without tools asks for a summary.
        _ if asked.body["tools"].is_null() => Step::Say(SUMMARY),
        0 => Step::Call { id, query: "in:inbox" },
        1 => Step::Call { id, query: "in:sent" },
        _ => Step::Say(LAST_WORDS),
    };
    let stream = state.dialect.reply(&asked, &step);
    ([("content-type", "text/event-stream")], stream).into_response()
}

fn refused(status: u16, body: Value) -> Response {
    (StatusCode::from_u16(status).unwrap(), axum::Json(body)).into_response()
}

/// Events with their names.
pub fn events(events: &[Value]) -> String {
    let one = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    events.iter().map(one).collect()
}

pub fn sealed(parts: &[&str]) -> String {
    kernel::Digest::of_words(&parts.join("\n")).as_str().to_owned()
}
