//! The wire against a scripted server on this machine, and against pieces cut by hand.

mod prefix;
pub(crate) mod said;
mod search;
mod stream;
mod thinking;
mod trouble;

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Listener, Model, ModelError};
use kernel::{Definition, Kind, Message, Reply, Request, Tier};
use serde_json::json;
use wire::{Address, Patience};

use super::request::{Asked, written};
use super::{Anthropic, Settings, WebSearch};
use crate::scripted::{Answer, Server};

/// Keeps what it hears.
#[derive(Default)]
pub(crate) struct Heard(pub(crate) String);

impl Listener for Heard {
    fn text(&mut self, piece: &str) {
        self.0.push_str(piece);
    }
}

pub(crate) fn definition(name: &str) -> Definition {
    Definition {
        kind: Kind::Read,
        asking: kernel::Asking::ByKind,
        ..Definition::unknown(
            name,
            format!("Does {name}."),
            json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
        )
    }
}

pub(crate) fn request(messages: Vec<Message>) -> Request {
    Request {
        system: Arc::from("You are helpful."),
        tools: Arc::from([definition("gmail.search"), definition("gmail.read")]),
        messages,
        max_tokens: 1000,
        tier: Tier::Balanced,
    }
}

pub(crate) fn question() -> Request {
    request(vec![Message::User("What's new?".to_owned())])
}

/// A request as it is sent.
pub(super) fn bytes(
    model: &str,
    search: Option<&WebSearch>,
    request: &Request,
) -> Result<Vec<u8>, ModelError> {
    let asked = Asked {
        model,
        account: "ours",
        search,
        effort: None,
        shows_updates: false,
        room_to_think: 0,
        sends_thinking: true,
    };
    written(asked, request).map(|written| written.body)
}

pub(super) fn model(server: &Server) -> Anthropic {
    let base = Address::parse("ANTHROPIC_BASE_URL", &server.address).unwrap();
    Anthropic::new(settings(base)).unwrap()
}

pub(crate) fn settings(base: Address) -> Settings {
    let mut settings = Settings::new(base, kernel::Secret::new("sk-test"), "claude-sonnet-4-5");
    settings.patience = Patience {
        tries: 3,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
        total: Duration::from_secs(5),
    };
    settings.begins = Duration::from_secs(5);
    settings.silence = Duration::from_secs(5);
    settings
}

/// Asks a server that gives these answers, one after the other.
pub(super) async fn ask(answers: Vec<Answer>) -> (Result<Reply, ModelError>, String, Server) {
    let server = Server::start(answers).await;
    let mut heard = Heard::default();
    let reply = model(&server).reply(&question(), &mut heard).await;
    (reply, heard.0, server)
}
