//! A small Slack on this machine that does what a test tells it to.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, Weak};
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
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Notify, mpsc, watch};
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
    /// It may have acted; nobody hears it, and so much time passes.
    Lost {
        after: Duration,
    },
}

pub(crate) struct ScriptedSlack {
    /// None where several threads serve a test: only the clock of one can be stopped.
    _clock: Option<Arc<TestClock>>,
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
            .route("/stalled", get(stalled))
            .with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, app).await });
        let stops = Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread;
        Self { _clock: stops.then(TestClock::of_this_thread), script, sockets, host }
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

/// The clock of a test's thread. It moves when the test says so, and by a millisecond at a time while the test waits and its
/// thread runs. A limit does not run out because the machine is busy with something else.
struct TestClock {
    tick: Arc<Notify>,
    _test_runs: std::sync::mpsc::Sender<()>,
}

const TICK: Duration = Duration::from_millis(1);

thread_local! {
    static CLOCK: RefCell<Weak<TestClock>> = RefCell::default();
}

impl TestClock {
    fn of_this_thread() -> Arc<Self> {
        CLOCK.with_borrow_mut(|clock| {
            clock.upgrade().unwrap_or_else(|| {
                let stopped = Arc::new(Self::stop());
                *clock = Arc::downgrade(&stopped);
                stopped
            })
        })
    }

    fn stop() -> Self {
        tokio::time::pause();
        let (test_runs, test) = std::sync::mpsc::channel::<()>();
        let tick = Arc::new(Notify::new());
        let ticks = Arc::clone(&tick);
        // While such a task runs, tokio does not move a stopped clock by itself.
        tokio::task::spawn_blocking(move || {
            while test.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                ticks.notify_one();
            }
        });
        Self { tick, _test_runs: test_runs }
    }
}

impl Drop for TestClock {
    fn drop(&mut self) {
        tokio::time::resume();
    }
}

/// Limits that end by then run out.
pub(crate) async fn time_passes(by: Duration) {
    tokio::time::advance(by).await;
}

/// No test runs for so long: by then a limit has run out only because the clock was moved.
pub(crate) const LONG: Duration = Duration::from_hours(1);

/// Tries again at once, and waits long for everything else.
pub(crate) fn quick() -> Timing {
    Timing {
        answer: LONG,
        status: Duration::from_mins(1),
        open: LONG,
        dial: LONG,
        write: LONG,
        dead_after: LONG,
        drain: LONG,
        patience: Patience { tries: 5, first: TICK, longest: 5 * TICK, total: 10 * LONG },
        pause_first: TICK,
        pause_longest: 5 * TICK,
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
    let clock = TestClock::of_this_thread();
    let mut future = std::pin::pin!(future);
    for _ in 0..Duration::from_mins(3).as_millis() {
        tokio::select! {
            biased;
            done = &mut future => return done,
            () = clock.tick.notified() => time_passes(TICK).await,
        }
    }
    panic!("it takes too long")
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
        Some(Answer::Lost { after }) => {
            time_passes(after).await;
            std::future::pending().await
        }
        None if method == "apps.connections.open" => {
            let host = script.host.lock().unwrap().clone();
            Json(json!({"ok": true, "url": format!("ws://{host}/link")})).into_response()
        }
        None => Json(json!({"ok": true, "ts": "9.0"})).into_response(),
    }
}

/// A socket that never opens.
async fn stalled() {
    time_passes(LONG).await;
    std::future::pending::<()>().await;
}

async fn upgrade(State(script): State<Arc<Script>>, upgrade: WebSocketUpgrade) -> Response {
    let sender = script.sockets.lock().unwrap().clone().unwrap();
    upgrade.on_upgrade(async move |socket| {
        let _ = sender.send(socket);
    })
}
