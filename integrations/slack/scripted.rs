//! A small Slack on this machine that does what a test tells it to.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use kernel::ports::{Clock, Soon, Vault, VaultError};
use kernel::{Secret, Time};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use wire::{Address, Configured, Patience, Timeouts};

use crate::{Client, Habits, Identity, Means, Settings, Timing, Token, Workspaces};

/// What a method answers.
pub(crate) enum Answer {
    Says(Value),
    Status(u16, Value),
    Busy {
        seconds: u32,
    },
    /// The content of a file.
    Holds(&'static [u8]),
    /// It may have acted; nobody will hear.
    Never,
}

pub(crate) struct ScriptedSlack {
    script: Arc<Script>,
    sockets: mpsc::UnboundedReceiver<WebSocket>,
    host: String,
}

#[derive(Default)]
struct Script {
    host: Mutex<String>,
    answers: Mutex<HashMap<String, VecDeque<Answer>>>,
    calls: watch::Sender<Vec<(String, Value)>>,
    sockets: Mutex<Option<mpsc::UnboundedSender<WebSocket>>>,
}

impl ScriptedSlack {
    pub(crate) async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (sender, sockets) = mpsc::unbounded_channel();
        let script = Arc::new(Script::default());
        script.host.lock().unwrap().clone_from(&host);
        *script.sockets.lock().unwrap() = Some(sender);
        let app = Router::new()
            .route("/api/{method}", any(answer))
            .route("/files/{name}", any(file))
            .route("/link", get(upgrade))
            .route("/stalled", get(std::future::pending::<()>))
            .with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { script, sockets, host }
    }

    /// Answers of one method, in order; afterwards it is just `ok`.
    pub(crate) fn will(&self, method: &str, answer: Answer) {
        self.script.answers.lock().unwrap().entry(method.to_owned()).or_default().push_back(answer);
    }

    /// What is kept at the address of a file.
    pub(crate) fn will_hold(&self, name: &str, content: &'static [u8]) {
        self.will(name, Answer::Holds(content));
    }

    /// Where a file is fetched or left; what comes there counts as a call of its name.
    pub(crate) fn file_address(&self, name: &str) -> String {
        format!("http://{}/files/{name}", self.host)
    }

    pub(crate) fn address_that_stalls(&self) -> Value {
        json!({"ok": true, "url": format!("ws://{}/stalled", self.host)})
    }

    /// The next socket that somebody opened.
    pub(crate) async fn socket(&mut self) -> WebSocket {
        soon(self.sockets.recv()).await.unwrap()
    }

    pub(crate) fn calls(&self, method: &str) -> Vec<Value> {
        let calls = self.script.calls.borrow();
        calls.iter().filter(|(name, _)| name == method).map(|(_, body)| body.clone()).collect()
    }

    /// Ends when a method has been called so many times.
    pub(crate) async fn called(&self, method: &str, times: usize) {
        let mut calls = self.script.calls.subscribe();
        let enough =
            |calls: &Vec<(String, Value)>| calls.iter().filter(|(name, _)| name == method).count() >= times;
        drop(soon(calls.wait_for(enough)).await.unwrap());
    }

    pub(crate) fn client(&self, timing: Timing) -> Arc<Client> {
        Arc::new(Client::new(self.settings(timing), Token::given(Secret::new("xoxb-1"))).unwrap())
    }

    /// None yet.
    pub(crate) fn workspaces(&self, timing: Timing) -> Workspaces {
        let means = Means {
            settings: self.settings(timing),
            habits: Habits::default(),
            distribution: None,
            wire: Configured::new(Timeouts::default()).unwrap(),
            vault: Arc::<Drawer>::default(),
            clock: Arc::new(Still),
        };
        Workspaces::new(means).unwrap()
    }

    fn settings(&self, timing: Timing) -> Settings {
        let api = Address::parse("SLACK_API_URL", &format!("http://{}/api", self.host)).unwrap();
        Settings { api, timing, pacing: crate::Pacing::Off }
    }
}

/// A vault without a lock.
#[derive(Default)]
struct Drawer(Mutex<BTreeMap<String, Vec<u8>>>);

impl Vault for Drawer {
    fn put<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
        self.0.lock().unwrap().insert(name.to_owned(), value.to_vec());
        Box::pin(async { Ok(()) })
    }

    fn get<'a>(&'a self, name: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
        Box::pin(async move { Ok(self.0.lock().unwrap().get(name).cloned()) })
    }

    fn remove<'a>(&'a self, name: &'a str) -> Soon<'a, Result<(), VaultError>> {
        self.0.lock().unwrap().remove(name);
        Box::pin(async { Ok(()) })
    }

    fn names<'a>(&'a self, prefix: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
        let names = self.0.lock().unwrap().keys().filter(|name| name.starts_with(prefix)).cloned().collect();
        Box::pin(async move { Ok(names) })
    }

    fn sign(&self, _: &[u8]) -> [u8; 32] {
        [0; 32]
    }
}

/// A clock that stands.
struct Still;

impl Clock for Still {
    fn now(&self) -> Time {
        Time(0)
    }

    fn sleep_until(&self, _: Time) -> Soon<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// Everything at once, so that a test notices what takes too long.
pub(crate) fn quick() -> Timing {
    let milliseconds = Duration::from_millis;
    Timing {
        answer: milliseconds(150),
        status: milliseconds(100),
        open: milliseconds(150),
        dial: milliseconds(150),
        patience: Patience {
            tries: 5,
            first: milliseconds(1),
            longest: milliseconds(5),
            total: Duration::from_secs(20),
        },
        pause_first: milliseconds(1),
        pause_longest: milliseconds(5),
        ..Timing::default()
    }
}

pub(crate) fn identity() -> Identity {
    Identity {
        team: "T1".to_owned(),
        team_name: "Harbour".to_owned(),
        bot_user: "UBOT".to_owned(),
        bot_id: "BBOT".to_owned(),
        app_id: None,
        organisation: None,
        url: None,
    }
}

/// Fails a test that would otherwise hang.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(3), future).await.expect("it takes too long")
}

pub(crate) async fn say(socket: &mut WebSocket, frame: &Value) {
    socket.send(Message::text(frame.to_string())).await.unwrap();
}

/// The next text, pings aside.
pub(crate) async fn hear(socket: &mut WebSocket) -> Value {
    loop {
        match soon(socket.recv()).await.unwrap().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => panic!("the socket was closed"),
        }
    }
}

async fn answer(
    State(script): State<Arc<Script>>,
    Path(method): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    body: String,
) -> Response {
    let sent = serde_json::from_str(&body).unwrap_or_else(|_| json!(query));
    script.calls.send_modify(|calls| calls.push((method.clone(), sent)));
    given(&script, &method).await
}

async fn file(
    State(script): State<Arc<Script>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    content: String,
) -> Response {
    let authorization = headers.get("authorization").map(|value| value.to_str().unwrap().to_owned());
    let came = json!({"authorization": authorization, "content": content});
    script.calls.send_modify(|calls| calls.push((name.clone(), came)));
    given(&script, &name).await
}

/// The next answer of a method or a file.
async fn given(script: &Script, method: &str) -> Response {
    let next = script.answers.lock().unwrap().get_mut(method).and_then(VecDeque::pop_front);
    match next {
        Some(Answer::Says(answer)) => Json(answer).into_response(),
        Some(Answer::Status(status, body)) => {
            (axum::http::StatusCode::from_u16(status).unwrap(), Json(body)).into_response()
        }
        Some(Answer::Busy { seconds }) => {
            let headers = [("retry-after", seconds.to_string())];
            let body = Json(json!({"ok": false, "error": "ratelimited"}));
            (axum::http::StatusCode::TOO_MANY_REQUESTS, headers, body).into_response()
        }
        Some(Answer::Holds(content)) => content.into_response(),
        Some(Answer::Never) => std::future::pending().await,
        None if method == "apps.connections.open" => {
            let host = script.host.lock().unwrap().clone();
            Json(json!({"ok": true, "url": format!("ws://{host}/link")})).into_response()
        }
        None => Json(json!({"ok": true, "ts": "9.0"})).into_response(),
    }
}

async fn upgrade(State(script): State<Arc<Script>>, upgrade: WebSocketUpgrade) -> Response {
    let sender = script.sockets.lock().unwrap().clone().unwrap();
    upgrade.on_upgrade(async move |socket| {
        let _ = sender.send(socket);
    })
}
