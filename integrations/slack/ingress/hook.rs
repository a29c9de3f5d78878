//! The Events API over HTTP: Slack calls us, signs what it says, and calls again until it is acknowledged.
//!
//! Whatever arrives is written into the inbox before it is acknowledged, and on a [runtime of its own](IngestRuntime): other pages are
//! served there too, but what they have to do is done by the house. Knows signatures and forms. Doesn't know what an
//! envelope means.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use kernel::ports::{Accepted, Inbox, Letter, Proof};
use kernel::{Delivery, Digest, Secret, Stop};
use serde_json::{Map, Value, json};
use slack_morphism::SlackSigningSecret;
use slack_morphism::signature_verifier::{SlackEventSignatureVerifier, SlackEventSignatureVerifierError};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::{JoinError, JoinHandle};

use super::envelope::delivery;
use super::ingest_runtime::IngestRuntime;
use super::proof::{is_proofread, refusal};
use crate::Workspaces;
use crate::json::text;
use crate::read::{is_profile, is_void};

/// Where Slack sends everything: events, buttons, forms and commands. They tell themselves apart.
pub const PATH: &str = "/slack/events";

/// Far more than Slack sends at once.
const MOST: usize = 4 << 20;

/// See the module.
pub struct Hook {
    verifier: SlackEventSignatureVerifier,
    inbox: Arc<dyn Inbox>,
    letters: UnboundedSender<Letter>,
    proof: Option<Arc<dyn Proof>>,
    workspaces: Option<Workspaces>,
    /// Where everybody else works.
    house: Handle,
}

impl Hook {
    /// What is new goes to `letters`, already safe in the inbox.
    pub fn new(secret: &Secret, inbox: Arc<dyn Inbox>, letters: UnboundedSender<Letter>) -> Self {
        let secret = SlackSigningSecret(secret.reveal().trim().to_owned());
        let verifier = SlackEventSignatureVerifier::new(&secret);
        Self { verifier, inbox, letters, proof: None, workspaces: None, house: Handle::current() }
    }

    /// Who looks at forms before they are acknowledged.
    #[must_use]
    pub fn with_proof(self, proof: Arc<dyn Proof>) -> Self {
        Self { proof: Some(proof), ..self }
    }

    /// The workspaces whose people are kept true by the events that arrive.
    #[must_use]
    pub fn with_workspaces(self, workspaces: Workspaces) -> Self {
        // Slack calls again until an event is acknowledged, so none is missed.
        workspaces.hears(true);
        Self { workspaces: Some(workspaces), ..self }
    }

    /// Takes calls until it is told to stop; from Slack, and for these pages.
    pub async fn serve(self, listener: TcpListener, pages: Router, stop: Stop) -> io::Result<()> {
        let (doorstep, house) = (IngestRuntime::open(), self.house.clone());
        let in_the_house = from_fn(move |request: Request, next: Next| done(house.spawn(next.run(request))));
        let routes = self.routes().merge(pages.layer(in_the_house));
        let listener = listener.into_std()?;
        let serving = doorstep.thread().spawn(async move {
            let listener = TcpListener::from_std(listener)?;
            axum::serve(listener, routes).with_graceful_shutdown(stop.pulled()).await
        });
        serving.await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }

    fn routes(self) -> Router {
        Router::new().route(PATH, post(receive)).layer(DefaultBodyLimit::max(MOST)).with_state(Arc::new(self))
    }

    fn is_slack(&self, headers: &HeaderMap, body: &str) -> bool {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let signature = header(SlackEventSignatureVerifier::SLACK_SIGNED_HASH_HEADER);
        let at = header(SlackEventSignatureVerifier::SLACK_SIGNED_TIMESTAMP);
        match self.verifier.verify(signature, body, at) {
            Ok(()) => true,
            Err(error) => {
                // Not in the library's own words: they repeat what was sent, and have said what should have been.
                let why = why_refused(&error);
                tracing::warn!(
                    why,
                    "somebody who is not Slack called us, or SLACK_SIGNING_SECRET is another app's, or the clock is wrong"
                );
                false
            }
        }
    }

    /// What Slack is answered if it sent a form with something wrong in it. It is still open, and not written down.
    async fn wrong(&self, raw: &Value, delivery: &Delivery) -> Result<Option<Value>, JoinError> {
        let Some(proof) = self.proof.clone().filter(|_| is_proofread(raw)) else { return Ok(None) };
        let delivery = delivery.clone();
        self.house.spawn(async move { refusal(&*proof, &delivery).await }).await
    }

    /// What could not be written down is not acknowledged: Slack delivers it again.
    async fn take(&self, delivery: Delivery) -> StatusCode {
        match self.inbox.accept(&delivery).await {
            Ok(Accepted::Seen) => StatusCode::OK,
            Ok(Accepted::New(id)) => {
                let letter = Letter { id, from: delivery.from, raw: delivery.raw };
                match self.letters.send(letter) {
                    Ok(()) => StatusCode::OK,
                    // It is in the inbox, and the next start takes it in.
                    Err(_) => StatusCode::SERVICE_UNAVAILABLE,
                }
            }
            Err(error) => {
                tracing::error!(%error, "a delivery could not be written down; Slack will send it again");
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }
}

/// What somebody else has made of it.
async fn done(working: JoinHandle<Response>) -> Response {
    working.await.unwrap_or_else(|error| unfinished(&error))
}

fn unfinished(error: &JoinError) -> Response {
    tracing::error!(%error, "a call could not be answered");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

fn why_refused(error: &SlackEventSignatureVerifierError) -> &'static str {
    match error {
        SlackEventSignatureVerifierError::CryptoInitError(_) => "the secret cannot be used",
        SlackEventSignatureVerifierError::AbsentSignatureError(_) => "it is not signed",
        SlackEventSignatureVerifierError::WrongSignatureError(_) => "the signature is wrong",
        SlackEventSignatureVerifierError::IncorrectOrExpiredTimestampError(_) => {
            "it is too old, or from the future"
        }
    }
}

async fn receive(State(hook): State<Arc<Hook>>, headers: HeaderMap, body: Bytes) -> Response {
    let Ok(body) = std::str::from_utf8(&body) else { return StatusCode::BAD_REQUEST.into_response() };
    if !hook.is_slack(&headers, body) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match Posted::read(body) {
        Posted::Challenge(challenge) => challenge.into_response(),
        Posted::Check => StatusCode::OK.into_response(),
        Posted::Envelope(raw) if is_void(&raw) => StatusCode::OK.into_response(),
        Posted::Envelope(raw) if is_profile(&raw) => {
            if let Some(workspaces) = &hook.workspaces {
                workspaces.profile_changed(&raw);
            }
            StatusCode::OK.into_response()
        }
        Posted::Envelope(raw) => {
            let delivery = delivery(&raw, Digest::of_words(body).as_str());
            match hook.wrong(&raw, &delivery).await {
                Ok(Some(wrong)) => Json(wrong).into_response(),
                Ok(None) => hook.take(delivery).await.into_response(),
                Err(error) => unfinished(&error),
            }
        }
        // The same again would be no better.
        Posted::Unreadable => (StatusCode::BAD_REQUEST, [("x-slack-no-retry", "1")]).into_response(),
    }
}

/// What was posted to us.
#[derive(Debug, PartialEq)]
enum Posted {
    /// Slack asks whether it is us.
    Challenge(String),
    /// Slack asks whether we are there.
    Check,
    /// In the shape in which it would come through a socket.
    Envelope(Value),
    Unreadable,
}

impl Posted {
    fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(payload) if text(&payload, "/type") == Some("url_verification") => {
                Self::Challenge(text(&payload, "/challenge").unwrap_or_default().to_owned())
            }
            Ok(payload @ Value::Object(_)) => {
                Self::Envelope(json!({ "type": "events_api", "payload": payload }))
            }
            Ok(_) => Self::Unreadable,
            Err(_) => Self::form(body),
        }
    }

    fn form(body: &str) -> Self {
        let fields: Map<String, Value> = url::form_urlencoded::parse(body.as_bytes())
            .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())))
            .collect();
        if let Some(Value::String(payload)) = fields.get("payload") {
            return match serde_json::from_str::<Value>(payload) {
                Ok(payload @ Value::Object(_)) => {
                    Self::Envelope(json!({ "type": "interactive", "payload": payload }))
                }
                Ok(_) | Err(_) => Self::Unreadable,
            };
        }
        if fields.contains_key("command") {
            return Self::Envelope(json!({ "type": "slash_commands", "payload": fields }));
        }
        if fields.contains_key("ssl_check") { Self::Check } else { Self::Unreadable }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_put_into_the_shape_it_would_have_on_a_socket() {
        let event = Posted::read(r#"{"type":"event_callback","event_id":"Ev1","event":{}}"#);
        let Posted::Envelope(event) = event else { panic!("{event:?}") };
        assert_eq!(
            (text(&event, "/type"), text(&event, "/payload/event_id")),
            (Some("events_api"), Some("Ev1"))
        );
        let click = Posted::read("payload=%7B%22type%22%3A%22block_actions%22%7D");
        let Posted::Envelope(click) = click else { panic!("{click:?}") };
        assert_eq!(text(&click, "/payload/type"), Some("block_actions"));
        let command = Posted::read("command=%2Fgoogle&text=auth+device&user_id=U1");
        let Posted::Envelope(command) = command else { panic!("{command:?}") };
        assert_eq!(text(&command, "/payload/text"), Some("auth device"));
    }

    #[test]
    fn slack_is_answered_when_it_asks_who_is_there() {
        let asked = Posted::read(r#"{"type":"url_verification","challenge":"c1"}"#);
        assert_eq!(asked, Posted::Challenge("c1".to_owned()));
        assert_eq!(Posted::read("ssl_check=1&token=x"), Posted::Check);
    }

    #[test]
    fn anything_else_is_unreadable() {
        for body in ["", "[]", "null", "7", "payload=", "payload=%5B%5D", "payload=%7B", "hello"] {
            assert_eq!(Posted::read(body), Posted::Unreadable, "{body:?}");
        }
    }
}
