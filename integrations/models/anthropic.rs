//! The Messages API of Anthropic, streamed.
//!
//! What the listener hears is always the beginning of the reply that is returned. A try that fails before a word was
//! heard is made again from scratch; one that fails later is not, because words that were heard cannot be taken back.

mod events;
mod prices;
mod reply;
mod request;
#[cfg(test)]
mod tests;

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Definition, Reply, Request, Secret};
use wire::{Address, Configured, Method, Patience, Streaming, Timeouts, Url, WireError};

pub use prices::Prices;

use crate::hearing::{Attempt, Ear, Manner, Missed, Names, collect, hear_out};
#[cfg(test)]
pub(crate) use tests::{Heard, definition, question, request};

const VERSION: &str = "2023-06-01";

/// What the settings are called.
fn names() -> Names {
    Names { key: "ANTHROPIC_API_KEY".to_owned(), base: "ANTHROPIC_BASE_URL".to_owned() }
}

/// How to reach one model.
#[derive(Clone, Debug)]
pub struct Settings {
    pub base: Address,
    pub key: Secret,
    pub model: String,
    pub prices: Prices,
    pub patience: Patience,
    /// The longest wait for the next piece of a stream; pings come every few seconds.
    pub silence: Duration,
}

impl Settings {
    /// The model's list price and two minutes of patience.
    pub fn new(base: Address, key: Secret, model: impl Into<String>) -> Self {
        let model = model.into();
        Self {
            base,
            key,
            prices: Prices::of(&model),
            model,
            patience: Patience::within(Duration::from_mins(2)),
            silence: Duration::from_mins(1),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Anthropic {
    settings: Settings,
    messages: Url,
    http: Configured,
}

impl Anthropic {
    pub fn new(settings: Settings) -> Result<Self, WireError> {
        let messages = settings.base.at(&["v1", "messages"])?;
        let http = Configured::new(Timeouts { answer: settings.silence, ..Timeouts::default() })?;
        Ok(Self { settings, messages, http })
    }

    async fn try_once(&self, body: &Bytes, tools: &[Definition], ear: &mut Ear<'_>) -> Result<Reply, Missed> {
        let answer = self
            .http
            .request(Method::POST, self.messages.clone())
            .header("content-type", "application/json")
            .header("anthropic-version", VERSION)
            .secret_header("x-api-key", &self.settings.key)
            .body(body.clone())
            .stream()
            .await
            .map_err(|error| Missed::by_wire(&error))?;
        if !answer.status().is_success() {
            return Err(refused(answer).await);
        }
        reply::hear(answer.pieces(), tools, ear).await.map_err(|missed| missed.after_hearing(ear))
    }
}

impl Attempt for Anthropic {
    fn attempt<'a>(
        &'a self,
        body: &'a Bytes,
        tools: &'a [Definition],
        ear: &'a mut Ear<'_>,
    ) -> Soon<'a, Result<Reply, Missed>> {
        Box::pin(self.try_once(body, tools, ear))
    }
}

impl Model for Anthropic {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let body = Bytes::from(request::bytes(&self.settings.model, request)?);
            let Settings { model, prices, patience, .. } = &self.settings;
            let manner = Manner { model, prices, patience: *patience };
            hear_out(self, manner, (body, &request.tools), listener).await
        })
    }
}

async fn refused(answer: Streaming) -> Missed {
    let (status, retry_after) = (answer.status(), answer.retry_after());
    match collect(answer.pieces()).await {
        Ok(body) => Missed::by_status(status, retry_after, &body, &names()),
        Err(error) => Missed::by_wire(&error),
    }
}
