//! Chat completions as `OpenAI` defined them and many others serve them, streamed.
//!
//! The same promises as with any other model: what the listener hears is always the beginning of the reply that is
//! returned, and a try that fails after a word was heard is not made again. (But for thoughts of which only the end is marked:
//! they are heard, and then not in the reply.)

mod chunk;
mod exchange;
mod id;
mod reply;
mod request;
#[cfg(test)]
pub(crate) mod tests;

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Definition, Reply, Request, Secret};
use wire::{Address, Configured, Method, Patience, Timeouts, Url, WireError};

pub use exchange::{Exchange, Place, is_exchanged};

use crate::Prices;
use crate::hearing::{Attempt, Ear, Manner, Missed, Names, collect, hear_out, whole};
use exchange::{Asker, Purse};

/// How to reach one model.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where `chat/completions` is, e.g. `https://api.openai.com/v1/`.
    pub base: Address,
    /// A server on this machine wants none.
    pub key: Option<Secret>,
    /// Where the key is exchanged for another, if it is.
    pub exchange: Option<Exchange>,
    /// What the server wants to be told with every request.
    pub headers: &'static [(&'static str, &'static str)],
    pub model: String,
    pub prices: Prices,
    /// How much it takes in, in tokens.
    pub window: usize,
    pub dialect: Dialect,
    pub patience: Patience,
    /// The longest wait for a stream to begin.
    pub begins: Duration,
    /// The longest wait for the next piece of it.
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
    purse: Purse,
}

impl OpenAi {
    pub fn new(settings: Settings) -> Result<Self, WireError> {
        let completions = settings.base.at(&["chat", "completions"])?;
        let http = Configured::new(Timeouts { answer: settings.silence, ..Timeouts::default() })?;
        let names = Names { key: settings.key_name.clone(), base: settings.base_name.clone() };
        Ok(Self { settings, completions, http, names, purse: Purse::default() })
    }

    /// With which key, and where, a try is made.
    async fn way_in(&self) -> Result<(Option<Secret>, Url), Missed> {
        let Settings { key, exchange, headers, .. } = &self.settings;
        let exchanged = match (exchange, key) {
            (Some(exchange), Some(key)) if is_exchanged(key) => {
                let asker = Asker { http: &self.http, headers, names: &self.names };
                exchange.exchanged(key, &self.purse, &asker).await?
            }
            _ => None,
        };
        Ok(match exchanged {
            Some(exchanged) => {
                (Some(exchanged.key), exchanged.completions.unwrap_or_else(|| self.completions.clone()))
            }
            None => (key.clone(), self.completions.clone()),
        })
    }
}

/// One request; every try sends the same bytes.
struct Asked<'a> {
    model: &'a OpenAi,
    body: Bytes,
    tools: &'a [Definition],
}

impl Asked<'_> {
    async fn try_once(&self, ear: &mut Ear<'_>) -> Result<Reply, Missed> {
        let OpenAi { settings, http, names, purse, .. } = self.model;
        let (key, completions) = self.model.way_in().await?;
        let mut asked = http
            .request(Method::POST, completions)
            .header("content-type", "application/json")
            .body(self.body.clone());
        for (name, value) in settings.headers {
            asked = asked.header(name, value);
        }
        asked = asked.begins_within(settings.begins);
        if let Some(key) = &key {
            asked = asked.bearer(key);
        }
        let answer = asked.stream().await.map_err(|error| Missed::by_wire(&error))?;
        if !answer.status().is_success() {
            let (status, retry_after) = (answer.status(), answer.retry_after());
            // Whatever was exchanged is worth nothing any more.
            if status.as_u16() == 401 {
                purse.lock().await.take();
            }
            return Err(match collect(answer.pieces()).await {
                Ok(body) => Missed::by_status(status, retry_after, &body, names),
                Err(error) => Missed::by_wire(&error),
            });
        }
        if answer.media_type() == "text/html" {
            return Err(Missed::by_page(names));
        }
        let heard = if answer.media_type() == "application/json" {
            match whole(answer.pieces()).await {
                Ok(body) => reply::read(&body, (self.tools, names), ear),
                Err(error) => Err(Missed::by_wire(&error)),
            }
        } else {
            reply::hear(answer.pieces(), (self.tools, names), ear).await
        };
        heard.map_err(|missed| missed.after_hearing(ear))
    }
}

impl Attempt for Asked<'_> {
    type Heard = Reply;

    fn attempt<'a>(&'a self, ear: &'a mut Ear<'_>) -> Soon<'a, Result<Reply, Missed>> {
        Box::pin(self.try_once(ear))
    }
}

impl Model for OpenAi {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn window(&self) -> usize {
        self.settings.window
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let body = Bytes::from(request::bytes(&self.settings.model, self.settings.dialect, request)?);
            let Settings { model, prices, patience, .. } = &self.settings;
            let manner = Manner { model, prices, request, patience: *patience };
            let asked = Asked { model: self, body, tools: &request.tools };
            let (reply, usage) = hear_out(&asked, manner, listener).await?;
            Ok(Reply { usage, model: model.clone(), ..reply })
        })
    }
}
