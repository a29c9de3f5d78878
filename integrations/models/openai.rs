//! Chat completions as `OpenAI` defined them and many others serve them, and the Responses API that followed them; streamed.
//!
//! The same promises as with any other model: what the listener hears is always the beginning of the reply that is
//! returned, and a try that fails after a word was heard is not made again. (But for thoughts of which only the end is marked:
//! they are heard, and then not in the reply.)

mod chunk;
mod exchange;
mod id;
mod kept;
mod reply;
mod request;
mod responses;
mod settings;
#[cfg(test)]
pub(crate) mod tests;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request, Secret};
use wire::{Configured, Method, Timeouts, Url, WireError};

pub use exchange::{Exchange, Place, is_exchanged};
pub use settings::{Dialect, Settings};

use crate::catalogue;
use crate::stream::{Attempt, Collector, FailedAttempt, Manner, Names, collect, collect_reply, whole};
use exchange::{Asker, Purse};
use kept::Owner;
use reply::Answering;

#[derive(Clone, Debug)]
pub struct OpenAi {
    settings: Settings,
    endpoint: Url,
    http: Configured,
    names: Names,
    purse: Purse,
    owner: Owner,
}

impl OpenAi {
    pub fn new(settings: Settings) -> Result<Self, WireError> {
        let endpoint = settings.base.at(settings.dialect.path())?;
        let http = Configured::new(Timeouts { answer: settings.silence, ..Timeouts::default() })?;
        let names = Names { key: settings.key_name.clone(), base: settings.base_name.clone() };
        let owner = Owner::of(&settings);
        Ok(Self { settings, endpoint, http, names, purse: Purse::default(), owner })
    }

    /// With which key, and where, a try is made.
    async fn way_in(&self) -> Result<(Option<Secret>, Url), FailedAttempt> {
        let Settings { key, exchange, headers, dialect, .. } = &self.settings;
        let exchanged = match (exchange, key) {
            (Some(exchange), Some(key)) if is_exchanged(key) => {
                let asker = Asker { http: &self.http, headers, names: &self.names };
                exchange.exchanged(key, &self.purse, &asker).await?
            }
            _ => None,
        };
        let Some(exchanged) = exchanged else { return Ok((key.clone(), self.endpoint.clone())) };
        let endpoint = exchanged.base.map(|base| base.at(dialect.path())).transpose();
        let endpoint = endpoint.map_err(|error| FailedAttempt::by_wire(&error))?;
        Ok((Some(exchanged.key), endpoint.unwrap_or_else(|| self.endpoint.clone())))
    }

    fn bytes(&self, request: &Request, sends_kept: bool) -> Result<Vec<u8>, ModelError> {
        let Settings { model, dialect, entry, window, effort, .. } = &self.settings;
        let longest =
            request.max_tokens.saturating_add(catalogue::room_to_think(*entry, *window, request.max_tokens));
        let owner = sends_kept.then_some(&self.owner);
        match dialect {
            Dialect::Responses => {
                let reasons = entry.is_none_or(|entry| entry.thinks);
                let asked = responses::request::Asked {
                    model,
                    effort: *effort,
                    reasons,
                    max_output_tokens: longest,
                    owner,
                };
                responses::request::bytes(&asked, request)
            }
            Dialect::Usual | Dialect::Completion | Dialect::Gemini | Dialect::DeepSeek => {
                let asked =
                    request::Asked { model, dialect: *dialect, effort: *effort, max_tokens: longest, owner };
                request::bytes(&asked, request)
            }
        }
    }

    async fn ask(
        &self,
        request: &Request,
        sends_kept: bool,
        listener: &mut dyn Listener,
    ) -> Result<Reply, FailedAttempt> {
        let body = Bytes::from(self.bytes(request, sends_kept)?);
        let Settings { model, entry, prices, patience, .. } = &self.settings;
        let manner = Manner { model, entry: *entry, prices, request, patience: *patience };
        let answering = Answering {
            tools: &request.tools,
            names: &self.names,
            owner: &self.owner,
            keeps_reasoning: self.settings.dialect == Dialect::DeepSeek,
        };
        let asked = Asked { model: self, body, answering };
        let (reply, usage) = collect_reply(&asked, manner, listener).await?;
        Ok(Reply { usage, model: model.clone(), ..reply })
    }
}

/// One request; every try sends the same bytes.
struct Asked<'a> {
    model: &'a OpenAi,
    body: Bytes,
    answering: Answering<'a>,
}

impl Asked<'_> {
    async fn try_once(&self, ear: &mut Collector<'_>) -> Result<Reply, FailedAttempt> {
        let OpenAi { settings, http, names, purse, .. } = self.model;
        let (key, endpoint) = self.model.way_in().await?;
        let mut asked = http
            .request(Method::POST, endpoint)
            .header("content-type", "application/json")
            .body(self.body.clone());
        for (name, value) in settings.headers {
            asked = asked.header(name, value);
        }
        asked = asked.begins_within(settings.begins);
        if let Some(key) = &key {
            asked = asked.bearer(key);
        }
        let answer = asked.stream().await.map_err(|error| FailedAttempt::by_wire(&error))?;
        if !answer.status().is_success() {
            let (status, retry_after) = (answer.status(), answer.retry_after());
            // Whatever was exchanged is worth nothing any more.
            if status.as_u16() == 401 {
                purse.lock().await.take();
            }
            return Err(match collect(answer.pieces()).await {
                Ok(body) => FailedAttempt::by_status(status, retry_after, &body, names),
                Err(error) => FailedAttempt::by_wire(&error),
            });
        }
        if answer.media_type() == "text/html" {
            return Err(FailedAttempt::by_page(names));
        }
        let is_response = settings.dialect == Dialect::Responses;
        let heard = if answer.media_type() == "application/json" {
            match whole(answer.pieces()).await {
                Ok(body) if is_response => responses::reply::read(&body, self.answering, ear),
                Ok(body) => reply::read(&body, self.answering, ear),
                Err(error) => Err(FailedAttempt::by_wire(&error)),
            }
        } else if is_response {
            responses::reply::hear(answer.pieces(), self.answering, ear).await
        } else {
            reply::hear(answer.pieces(), self.answering, ear).await
        };
        heard.map_err(|missed| missed.after_hearing(ear))
    }
}

impl Attempt for Asked<'_> {
    type Heard = Reply;

    fn attempt<'a>(&'a self, ear: &'a mut Collector<'_>) -> Soon<'a, Result<Reply, FailedAttempt>> {
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
            match self.ask(request, true, listener).await {
                // Without any sealed content the same conversation is taken.
                Err(missed) if missed.is_about_kept_content() => {
                    tracing::warn!(model = self.settings.model, "asked again without earlier reasoning");
                    self.ask(request, false, listener).await
                }
                reply => reply,
            }
            .map_err(|missed| missed.error)
        })
    }
}
