//! A bookkeeper's client: one call in, one JSON out.

use std::{path::PathBuf, time::Duration};

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use http::{Request, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::{Card, PortChoice, Sandbox, Settings, World, start};

/// A started sandbox and a client of it.
pub(super) struct Outside {
    pub(super) sandbox: Sandbox,
    pub(super) card: Card,
    http: Client<HttpConnector, Full<Bytes>>,
}

/// The answer to a call.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: http::HeaderMap,
    pub(super) body: Value,
}

pub(super) fn world() -> World {
    serde_json::from_value(json!({
        "workspace": "Fernwood Studio", "domain": "fernwood.example",
        "people": [{"handle": "ana", "name": "Ana Ruiz"}, {"handle": "ben", "name": "Ben Ito"}],
        "channels": [
            {"name": "general"},
            {"name": "lonely", "agent": false},
            {"name": "secret", "private": true, "agent": false},
        ],
    }))
    .unwrap()
}

impl Outside {
    pub(super) async fn new() -> Self {
        Self::with_state(None).await
    }

    pub(super) async fn with_state(state: Option<PathBuf>) -> Self {
        Self::started(state, world()).await
    }

    pub(super) async fn with_world(world: World) -> Self {
        Self::started(None, world).await
    }

    async fn started(state: Option<PathBuf>, world: World) -> Self {
        let settings = Settings { port: PortChoice::Any, state, world, redirect_uris: Vec::new() };
        let sandbox = start(settings).await.unwrap();
        let card = sandbox.card().clone();
        Self { sandbox, card, http: Client::builder(TokioExecutor::new()).build_http() }
    }

    /// Calls a Web API method with the bot token: in JSON where something is done, in a form where something is read.
    pub(super) async fn api(&self, method: &str, arguments: Value) -> Value {
        let token = self.card.bot_token.clone();
        self.api_as(&token, method, arguments).await.unwrap().body
    }

    pub(super) async fn api_as(&self, token: &str, method: &str, arguments: Value) -> Option<Answer> {
        let (kind, body) = if reads(method) {
            ("application/x-www-form-urlencoded", form(&arguments))
        } else {
            ("application/json; charset=utf-8", arguments.to_string())
        };
        let request = Request::post(format!("{}{method}", self.card.slack_api_url))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, kind)
            .body(Full::from(body));
        self.send(request.unwrap()).await
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let request = Request::get(format!("{}{path}", self.card.control_url)).body(Full::default());
        self.send(request.unwrap()).await.unwrap().body
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Value {
        self.try_post(path, body).await.body
    }

    pub(super) async fn try_post(&self, path: &str, body: Value) -> Answer {
        self.post_to(&format!("{}{path}", self.card.control_url), body).await
    }

    pub(super) async fn post_to(&self, url: &str, body: Value) -> Answer {
        let request = Request::post(url).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Full::from(body.to_string())).unwrap()).await.unwrap()
    }

    /// Sends a request; `None` when the connection broke off.
    pub(super) async fn send(&self, request: Request<Full<Bytes>>) -> Option<Answer> {
        let response = self.http.request(request).await.ok()?;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.ok()?.to_bytes();
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(String::from_utf8_lossy(&bytes)));
        Some(Answer { status: parts.status.as_u16(), headers: parts.headers, body })
    }

    /// Waits, without sleeping, until what the control API shows is as wanted.
    pub(super) async fn until(&self, path: &str, good: impl Fn(&Value) -> bool) -> Value {
        let patience = tokio::time::Instant::now() + Duration::from_mins(3);
        loop {
            let count = self.get("/wait").await["count"].as_u64().unwrap();
            let shown = self.get(path).await;
            if good(&shown) {
                return shown;
            }
            assert!(tokio::time::Instant::now() < patience, "{path} never became as wanted: {shown}");
            self.get(&format!("/wait?after={count}&timeout_ms=1000")).await;
        }
    }

    pub(super) async fn connect(&self) -> Socket {
        self.connect_with("").await
    }

    /// With something more at the end of the address.
    pub(super) async fn connect_with(&self, more: &str) -> Socket {
        let token = self.card.app_token.clone();
        let opened = self.api_as(&token, "apps.connections.open", json!({})).await.unwrap().body;
        let (stream, _) = connect_async(format!("{}{more}", opened["url"].as_str().unwrap())).await.unwrap();
        Socket(stream)
    }
}

/// Slack's methods that read take no JSON.
fn reads(method: &str) -> bool {
    let last = method.rsplit('.').next().unwrap();
    matches!(
        last,
        "info"
            | "list"
            | "history"
            | "replies"
            | "members"
            | "conversations"
            | "lookupByEmail"
            | "getPermalink"
            | "getUploadURLExternal"
            | "get"
    )
}

fn form(arguments: &Value) -> String {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in arguments.as_object().unwrap() {
        form.append_pair(name, value.as_str().map_or(&value.to_string(), |text| text));
    }
    form.finish()
}

pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// The next JSON frame; `None` once the connection has ended.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let frame =
                tokio::time::timeout(Duration::from_secs(20), self.0.next()).await.expect("a frame in time");
            match frame {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(super) async fn envelope(&mut self) -> Value {
        self.next().await.expect("an envelope")
    }

    /// Connects fully: the first frame is the greeting.
    pub(super) async fn greeted(mut self) -> Self {
        assert_eq!(self.envelope().await["type"], "hello");
        self
    }

    pub(super) async fn acknowledge(&mut self, envelope: &Value) {
        let answer = json!({"envelope_id": envelope["envelope_id"]});
        self.0.send(Message::text(answer.to_string())).await.unwrap();
    }

    /// Acknowledges with something to say.
    pub(super) async fn answer(&mut self, envelope: &Value, payload: Value) {
        let answer = json!({"envelope_id": envelope["envelope_id"], "payload": payload});
        self.0.send(Message::text(answer.to_string())).await.unwrap();
    }

    pub(super) async fn take(&mut self) -> Value {
        let envelope = self.envelope().await;
        self.acknowledge(&envelope).await;
        envelope
    }
}
