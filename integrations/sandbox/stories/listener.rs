//! An app with request URLs: hears what Slack sends, and answers as it is told to.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::{
    net::TcpListener,
    sync::{
        Semaphore,
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    },
};

/// What came in.
pub(super) struct Heard {
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Heard {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// A field of the form that came in.
    pub(super) fn field(&self, name: &str) -> String {
        let mut fields = url::form_urlencoded::parse(self.body.as_bytes());
        fields.find(|(field, _)| field == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
    }

    pub(super) fn payload(&self) -> Value {
        serde_json::from_str(&self.field("payload")).unwrap()
    }
}

#[derive(Clone)]
pub(super) enum Reply {
    Say(StatusCode, &'static str),
    NoRetry,
    Redirect,
    /// Answers nothing until it is let go.
    Wait,
}

pub(super) struct Listener {
    pub(super) url: String,
    heard: UnboundedReceiver<Heard>,
    told: Arc<Told>,
}

struct Told {
    heard: UnboundedSender<Heard>,
    /// Used up one by one; then everything is 200.
    replies: Mutex<VecDeque<Reply>>,
    let_go: Semaphore,
}

impl Listener {
    pub(super) async fn new() -> Self {
        let (sender, heard) = unbounded_channel();
        let told = Arc::new(Told { heard: sender, replies: Mutex::default(), let_go: Semaphore::new(0) });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&told));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/slack/events", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, heard, told }
    }

    pub(super) fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.told.replies.lock().unwrap().extend(replies);
    }

    pub(super) fn let_go(&self) {
        self.told.let_go.add_permits(1);
    }

    pub(super) async fn next(&mut self) -> Heard {
        tokio::time::timeout(Duration::from_secs(20), self.heard.recv()).await.expect("in time").unwrap()
    }
}

async fn answer(State(told): State<Arc<Told>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
    let json: Value = serde_json::from_str(&body).unwrap_or_default();
    let challenge = json["challenge"].as_str().map(str::to_owned);
    told.heard.send(Heard { headers: parts.headers, body }).unwrap();
    let reply = told.replies.lock().unwrap().pop_front();
    match reply {
        None => challenge.unwrap_or_default().into_response(),
        Some(Reply::Say(status, words)) => (status, words).into_response(),
        Some(Reply::NoRetry) => {
            (StatusCode::INTERNAL_SERVER_ERROR, [("x-slack-no-retry", "1")], "").into_response()
        }
        Some(Reply::Redirect) => (StatusCode::FOUND, [("location", "/elsewhere")], "").into_response(),
        Some(Reply::Wait) => {
            told.let_go.acquire().await.unwrap().forget();
            StatusCode::OK.into_response()
        }
    }
}
