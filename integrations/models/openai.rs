//! Chat completions as `OpenAI` defined them and many others serve them, streamed.
//!
//! The same promises as with any other model: what the listener hears is always the beginning of the reply that is
//! returned, and a try that fails after a word was heard is not made again.

mod chunk;
mod reply;
mod request;
#[cfg(test)]
mod tests;

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Definition, Reply, Request, Secret};
use tokio::sync::Mutex;
use wire::{Address, Configured, Method, Patience, Timeouts, Url, WireError, patiently};

use crate::anthropic::Prices;
use crate::hearing::{Ear, Missed, Names, collect};

/// How to reach one model.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where `chat/completions` is, e.g. `https://api.openai.com/v1/`.
    pub base: Address,
    /// A server on this machine wants none.
    pub key: Option<Secret>,
    pub model: String,
    pub prices: Prices,
    pub dialect: Dialect,
    pub patience: Patience,
    /// The longest wait for the next piece of a stream.
    pub silence: Duration,
    /// What the key and the address are called in the settings.
    pub key_name: String,
    pub base_name: String,
}

/// In what the servers differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `max_tokens`, which everybody but the newest models of `OpenAI` takes.
    #[default]
    Usual,
    /// `max_completion_tokens`.
    Completion,
}

#[derive(Clone, Debug)]
pub struct OpenAi {
    settings: Settings,
    completions: Url,
    http: Configured,
    names: Names,
}

impl OpenAi {
    pub fn new(settings: Settings) -> Result<Self, WireError> {
        let completions = settings.base.at(&["chat", "completions"])?;
        let http = Configured::new(Timeouts { answer: settings.silence, ..Timeouts::default() })?;
        let names = Names { key: settings.key_name.clone(), base: settings.base_name.clone() };
        Ok(Self { settings, completions, http, names })
    }

    async fn try_once(&self, body: &Bytes, tools: &[Definition], ear: &mut Ear<'_>) -> Result<Reply, Missed> {
        let mut asked = self
            .http
            .request(Method::POST, self.completions.clone())
            .header("content-type", "application/json")
            .body(body.clone());
        if let Some(key) = &self.settings.key {
            asked = asked.bearer(key);
        }
        let answer = asked.stream().await.map_err(|error| Missed::by_wire(&error))?;
        if !answer.status().is_success() {
            let (status, retry_after) = (answer.status(), answer.retry_after());
            return Err(match collect(answer.pieces()).await {
                Ok(body) => Missed::by_status(status, retry_after, &body, &self.names),
                Err(error) => Missed::by_wire(&error),
            });
        }
        reply::hear(answer.pieces(), (tools, &self.names), ear)
            .await
            .map_err(|missed| missed.after_hearing(ear))
    }
}

impl Model for OpenAi {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            // Made once: every try sends the same bytes.
            let body = Bytes::from(request::bytes(&self.settings.model, self.settings.dialect, request)?);
            let ear = Mutex::new(Ear::new(listener));
            let attempt = || async {
                let mut ear = ear.lock().await;
                self.try_once(&body, &request.tools, &mut ear).await
            };
            let judge = |tried: &Result<Reply, Missed>| {
                tried.as_ref().map_or_else(Missed::again, |_| wire::Again::No)
            };
            let tried = patiently(self.settings.patience, attempt, judge).await;
            let mut reply = tried.map_err(|missed| {
                tracing::warn!(model = %self.settings.model, error = %missed.error, "no reply from the model");
                missed.error
            })?;
            reply.usage = ear.into_inner().spent();
            reply.usage.cost = self.settings.prices.cost(&reply.usage);
            Ok(reply)
        })
    }
}
