//! Google as a client sees it: every test goes through the routes, and every refusal has its test.

mod api;
mod batches;
mod calendar;
mod calendar_changes;
mod calendar_guests;
mod devices;
mod docs;
mod drafts;
mod drive;
mod drive_access;
mod drive_app_data;
mod drive_changing;
mod drive_finding;
mod drive_sharing;
mod drive_talking;
mod fernwood;
mod fernwood_week;
mod gmail;
mod gmail_filters;
mod quota;
mod refreshing;
mod send_as;
mod sending;
mod service_account;
mod sheets;
mod sign_in;
mod uploads;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use http::{HeaderMap, Method, Request};
use sandbox_world::{Changes, Noted, World};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{Google, GoogleClient, Switch, routes};

const MODIFY: &str = "https://www.googleapis.com/auth/gmail.modify";
const READONLY: &str = "https://www.googleapis.com/auth/gmail.readonly";

/// A Google with a little world in it, and the means to call it.
struct Caller {
    google: Arc<Google>,
    changes: Changes,
}

/// An answer, read to its end.
struct Answer {
    code: u16,
    headers: HeaderMap,
    noted: Noted,
    text: String,
    body: Value,
}

impl Caller {
    fn new() -> Self {
        Self::with_mail(&json!([]))
    }

    fn with_mail(mail: &Value) -> Self {
        Self::of(&json!({ "mail": mail }))
    }

    /// The same house with something in it.
    fn of(more: &Value) -> Self {
        let mut world = json!({
            "workspace": "Test House", "domain": "house.example",
            "people": [
                { "handle": "ana", "name": "Ana Ruíz" },
                { "handle": "ben", "name": "Ben Okafor" },
                { "handle": "zoe", "name": "Zoe Outside", "address": "zoe@elsewhere.example" },
            ],
        });
        for (name, value) in more.as_object().unwrap() {
            world[name] = value.clone();
        }
        Self::in_world(&world)
    }

    fn in_world(world: &Value) -> Self {
        let world = World::read(&world.to_string()).unwrap();
        let changes = Changes::default();
        let google = Google::new(&world, changes.clone(), client()).unwrap().at("http://127.0.0.1:7");
        Self { google: Arc::new(google), changes }
    }

    fn token(&self, person: &str) -> String {
        self.google.token_for(person, &[MODIFY]).unwrap()
    }

    async fn call(&self, request: Request<Body>) -> Answer {
        read(routes(self.google.clone()).oneshot(request).await.unwrap()).await
    }

    /// A call of Gmail by somebody with `gmail.modify`.
    async fn gmail(&self, person: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
        let token = self.token(person);
        self.with_token(&token, method, &format!("/gmail/v1/users/me/{path}"), body).await
    }

    async fn with_token(&self, token: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
        let builder = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(path)
            .header("Authorization", format!("Bearer {token}"));
        let request = match body {
            Some(body) => {
                builder.header("Content-Type", "application/json").body(Body::from(body.to_string()))
            }
            None => builder.body(Body::empty()),
        };
        self.call(request.unwrap()).await
    }

    async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = Request::builder()
            .method("POST")
            .uri(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(Body::from(body));
        self.call(request.unwrap()).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Request::builder().uri(path).body(Body::empty()).unwrap()).await
    }

    /// The ids a search finds for somebody.
    async fn found(&self, person: &str, query: &str) -> Vec<String> {
        let query = url::form_urlencoded::byte_serialize(query.as_bytes()).collect::<String>();
        let answer = self.gmail(person, "GET", &format!("messages?q={query}"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        let messages = answer.body["messages"].as_array().cloned().unwrap_or_default();
        messages.iter().map(|message| message["id"].as_str().unwrap().to_owned()).collect()
    }

    /// One whole message of somebody's.
    async fn message(&self, person: &str, id: &str) -> Value {
        let answer = self.gmail(person, "GET", &format!("messages/{id}"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }
}

impl Answer {
    fn message(&self) -> &str {
        self.body["error"]["message"].as_str().unwrap_or_default()
    }

    fn reason(&self) -> &str {
        self.body["error"]["errors"][0]["reason"].as_str().unwrap_or_default()
    }
}

async fn read(response: Response) -> Answer {
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, 1 << 26).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    Answer {
        code: parts.status.as_u16(),
        headers: parts.headers,
        noted: parts.extensions.get::<Noted>().cloned().unwrap_or_default(),
        body: serde_json::from_str(&text).unwrap_or(Value::Null),
        text,
    }
}

fn client() -> GoogleClient {
    GoogleClient {
        name: "Letterbox <i>".to_owned(),
        id: "client-1.apps.googleusercontent.com".to_owned(),
        secret: "s3cret".to_owned(),
        redirect_uris: vec!["http://127.0.0.1:9/google/callback".to_owned()],
    }
}

/// A header of a message as the API shows it.
fn header<'a>(message: &'a Value, name: &str) -> Option<&'a str> {
    let headers = message["payload"]["headers"].as_array()?;
    headers.iter().find(|header| header["name"].as_str() == Some(name))?["value"].as_str()
}

fn labels(message: &Value) -> Vec<&str> {
    message["labelIds"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn raw(text: &str) -> String {
    URL_SAFE.encode(text.replace('\n', "\r\n"))
}
