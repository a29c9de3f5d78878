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
    pub(crate) fn of(body: impl Into<Bytes>) -> Self {
        Self { status: 200, retry_after: None, pieces: vec![body.into()], dropped: false }
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
