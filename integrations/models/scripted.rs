//! A server that gives the answers it was told to, and keeps what it was asked.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::Notify;

pub(crate) struct Answer {
    status: u16,
    retry_after: Option<&'static str>,
    kind: &'static str,
    pieces: Vec<Bytes>,
    after: After,
}

/// What becomes of the connection once everything was said.
#[derive(Clone, Copy)]
enum After {
    Ended,
    Broken,
    Hanging,
    /// There is not even a beginning.
    Mute,
}

const STREAM: &str = "text/event-stream";

impl Answer {
    pub(crate) fn of(body: impl Into<Bytes>) -> Self {
        Self::in_pieces(vec![body.into()])
    }

    pub(crate) fn in_pieces(pieces: Vec<Bytes>) -> Self {
        Self { status: 200, retry_after: None, kind: STREAM, pieces, after: After::Ended }
    }

    pub(crate) fn refusal(status: u16, kind: &str, message: &str) -> Self {
        let body = json!({ "type": "error", "error": { "type": kind, "message": message } });
        Self { status, kind: "application/json", ..Self::of(body.to_string()) }
    }

    /// A refusal in words of one's own.
    pub(crate) fn refusing(status: u16, body: &str) -> Self {
        Self { status, kind: "application/json", ..Self::of(body.to_owned()) }
    }

    /// A page for people.
    pub(crate) fn page(body: &'static str) -> Self {
        Self { kind: "text/html; charset=utf-8", ..Self::of(body) }
    }

    pub(crate) fn retry_after(self, seconds: &'static str) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The connection breaks after what was said.
    pub(crate) fn then_dropped(self) -> Self {
        Self { after: After::Broken, ..self }
    }

    /// The request is taken, and nothing ever comes.
    pub(crate) fn never() -> Self {
        Self { after: After::Mute, ..Self::of("") }
    }

    /// Nothing more comes, and the connection stays.
    pub(crate) fn then_hanging(self) -> Self {
        Self { after: After::Hanging, ..self }
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
    left: Arc<Notify>,
}

impl Server {
    pub(crate) async fn start(answers: Vec<Answer>) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(Mutex::new(VecDeque::from(answers)));
        let (kept, left) = (Arc::clone(&asked), Arc::new(Notify::new()));
        let leaving = Arc::clone(&left);
        let router = Router::new().fallback(move |request: Request<Body>| {
            let (answers, kept, left) = (Arc::clone(&answers), Arc::clone(&kept), Arc::clone(&leaving));
            async move {
                let (head, body) = request.into_parts();
                let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
                kept.lock().unwrap().push(Asked {
                    path: head.uri.path().to_owned(),
                    headers: head.headers,
                    body: if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() },
                });
                let answer = answers.lock().unwrap().pop_front();
                let answer = answer.expect("one more request than answers");
                if matches!(answer.after, After::Mute) {
                    std::future::pending::<()>().await;
                }
                Ok::<_, Infallible>(respond(answer, left))
            }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, asked, left }
    }

    /// Waits until somebody has gone away from a connection that hangs.
    pub(crate) async fn left(&self) {
        self.left.notified().await;
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// Says so when a connection that hangs is let go.
struct Leaving(Arc<Notify>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

fn respond(answer: Answer, left: Arc<Notify>) -> Response<Body> {
    let said = futures_util::stream::iter(answer.pieces.into_iter().map(Ok::<_, io::Error>));
    let body = match answer.after {
        After::Hanging => {
            let leaving = Leaving(left);
            Body::from_stream(said.chain(futures_util::stream::once(async move {
                let _leaving = leaving;
                std::future::pending().await
            })))
        }
        // What was said is on its way before the connection breaks.
        After::Broken => Body::from_stream(said.chain(futures_util::stream::once(async {
            tokio::task::yield_now().await;
            Err(io::Error::other("dropped"))
        }))),
        After::Ended | After::Mute => Body::from_stream(said),
    };
    let mut response = Response::new(body);
    response.headers_mut().insert("content-type", HeaderValue::from_static(answer.kind));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap();
    if let Some(seconds) = answer.retry_after {
        response.headers_mut().insert("retry-after", seconds.parse().unwrap());
    }
    response
}
