//! The Messages API of Anthropic, streamed.
//!
//! What the listener hears is always the beginning of the reply that is returned. A try that fails before a word was
//! heard is made again from scratch; one that fails later is not, because words that were heard cannot be taken back.

mod draft;
mod events;
mod reply;
mod request;
mod search;
#[cfg(test)]
pub(crate) mod tests;

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Definition, Kept, Message, Reply, Request, Secret};
use serde_json::Value;
use wire::{Address, Configured, Method, Patience, Streaming, Timeouts, Url, WireError};

pub use search::{Domains, WebSearch};

use crate::Prices;
use crate::hearing::{Attempt, Ear, Manner, Missed, Names, collect, hear_out};
use crate::windows;
use draft::Told;
#[cfg(test)]
pub(crate) use tests::{Heard, definition, question, request};

const VERSION: &str = "2023-06-01";
/// Who can read what is kept of a reply.
const OURS: &str = "anthropic";
/// A reply that searches for long is given in parts; so many of them are asked for.
const MOST_PARTS: usize = 5;

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
    /// How much it takes in, in tokens.
    pub window: usize,
    /// Whether, and how, it may search the web by itself.
    pub search: Option<WebSearch>,
    pub patience: Patience,
    /// The longest wait for a stream to begin.
    pub begins: Duration,
    /// The longest wait for the next piece of it; pings come every few seconds.
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
            window: windows::known(&model).unwrap_or(windows::USUAL),
            search: None,
            model,
            patience: Patience::within(Duration::from_mins(2)),
            begins: Duration::from_mins(1),
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

    /// A reply, part by part where the API gives it so: each part is asked for with those before it.
    async fn whole(&self, request: &Request, listener: &mut dyn Listener) -> Result<Reply, ModelError> {
        let mut so_far = Told::default();
        let mut conversation = request.clone();
        let mut reply = Reply { model: self.settings.model.clone(), ..Reply::of("", Vec::new()) };
        for _ in 0..MOST_PARTS {
            let (told, usage) = self.part(&conversation, !so_far.text.is_empty(), listener).await?;
            reply.usage = reply.usage.plus(usage);
            so_far = so_far.and(told);
            if !so_far.pauses {
                break;
            }
            conversation.messages.clone_from(&request.messages);
            let kept = Some(Kept { by: OURS.to_owned(), content: Value::Array(so_far.content.clone()) });
            conversation.messages.push(Message::Assistant { text: String::new(), calls: Vec::new(), kept });
        }
        let (text, calls, ended) = (so_far.text.clone(), so_far.calls.clone(), so_far.ended);
        Ok(Reply { text, calls, ended, read: so_far.read.clone(), kept: so_far.kept(OURS), ..reply })
    }

    async fn part(
        &self,
        request: &Request,
        has_spoken: bool,
        listener: &mut dyn Listener,
    ) -> Result<(Told, kernel::Usage), ModelError> {
        let Settings { model, prices, patience, search, .. } = &self.settings;
        // Whoever is to make something of the words alone has nothing to look for.
        let search = search.as_ref().filter(|_| !request.tools.is_empty());
        let body = Bytes::from(request::bytes(model, search, request)?);
        let asked = Asked { model: self, body, tools: &request.tools, has_spoken };
        hear_out(&asked, Manner { model, prices, request, patience: *patience }, listener).await
    }
}

/// One request; every try sends the same bytes.
struct Asked<'a> {
    model: &'a Anthropic,
    body: Bytes,
    tools: &'a [Definition],
    /// Whether these are not the first words of the reply.
    has_spoken: bool,
}

impl Asked<'_> {
    async fn try_once(&self, ear: &mut Ear<'_>) -> Result<Told, Missed> {
        let answer = self
            .model
            .http
            .request(Method::POST, self.model.messages.clone())
            .header("content-type", "application/json")
            .header("anthropic-version", VERSION)
            .secret_header("x-api-key", &self.model.settings.key)
            .body(self.body.clone())
            .begins_within(self.model.settings.begins)
            .stream()
            .await
            .map_err(|error| Missed::by_wire(&error))?;
        if !answer.status().is_success() {
            return Err(refused(answer).await);
        }
        if answer.media_type() == "text/html" {
            return Err(Missed::by_page(&names()));
        }
        let heard = reply::hear(answer.pieces(), (self.tools, self.has_spoken), ear).await;
        heard.map_err(|missed| missed.after_hearing(ear))
    }
}

impl Attempt for Asked<'_> {
    type Heard = Told;

    fn attempt<'a>(&'a self, ear: &'a mut Ear<'_>) -> Soon<'a, Result<Told, Missed>> {
        Box::pin(self.try_once(ear))
    }
}

impl Model for Anthropic {
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
        Box::pin(self.whole(request, listener))
    }
}

async fn refused(answer: Streaming) -> Missed {
    let (status, retry_after) = (answer.status(), answer.retry_after());
    match collect(answer.pieces()).await {
        Ok(body) => Missed::by_status(status, retry_after, &body, &names()),
        Err(error) => Missed::by_wire(&error),
    }
}
