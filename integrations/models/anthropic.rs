//! The Messages API of Anthropic, streamed.
//!
//! What the listener hears is always the beginning of the reply that is returned. A try that fails before a word was
//! heard is made again from scratch; one that fails later is not, because words that were heard cannot be taken back.

mod cache_mark;
mod draft;
mod events;
mod kept;
mod reply;
mod request;
mod search;
mod settings;
#[cfg(test)]
pub(crate) mod tests;

use bytes::Bytes;
use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Digest, Message, Reply, Request};
use wire::{Configured, Method, Streaming, Timeouts, Url, WireError};

pub use search::{Domains, WebSearch};
pub use settings::Settings;

use crate::stream::{Attempt, Collector, FailedAttempt, Manner, collect, collect_reply};
use crate::{CatalogueEntry, catalogue};
use draft::{AskedFor, Told};
use kept::{KeptReply, OURS};
use settings::names;
#[cfg(test)]
pub(crate) use tests::{Heard, definition, question, request};

const VERSION: &str = "2023-06-01";
/// The feature by which notes between calls come in words.
const UPDATES: &str = "thinking-display-updates-2026-08-18";
/// A reply that searches for long is given in parts; so many of them are asked for.
const MOST_PARTS: usize = 5;

#[derive(Clone, Debug)]
pub struct Anthropic {
    settings: Settings,
    messages: Url,
    http: Configured,
    account: String,
    entry: Option<&'static CatalogueEntry>,
}

impl Anthropic {
    pub fn new(settings: Settings) -> Result<Self, WireError> {
        let messages = settings.base.at(&["v1", "messages"])?;
        let http = Configured::new(Timeouts { answer: settings.silence, ..Timeouts::default() })?;
        let account = Digest::of_words(settings.key.reveal()).short().to_owned();
        let entry = CatalogueEntry::of(OURS, &settings.model);
        Ok(Self { settings, messages, http, account, entry })
    }

    /// A reply, part by part where the API gives it so: each part is asked for with those before it.
    async fn whole(
        &self,
        request: &Request,
        sends_thinking: bool,
        listener: &mut dyn Listener,
    ) -> Result<Reply, FailedAttempt> {
        let mut so_far = Told::default();
        let mut conversation = request.clone();
        let mut reply = Reply { model: self.settings.model.clone(), ..Reply::of("", Vec::new()) };
        let mut binding = None;
        for _ in 0..MOST_PARTS {
            let asked = self.asked(&conversation, sends_thinking);
            let written = request::written(asked, &conversation)?;
            // All parts of a reply come after the conversation with which the first of them was asked for.
            let binding = binding.get_or_insert(written.binding);
            let (told, usage) = self.part(written.body, &conversation, &so_far, listener).await?;
            reply.usage = reply.usage.plus(usage);
            so_far = so_far.and(told);
            if !so_far.pauses {
                break;
            }
            conversation.messages.clone_from(&request.messages);
            let kept = Some(KeptReply::unsettled(so_far.content.clone(), binding.clone()));
            conversation.messages.push(Message::Assistant { text: String::new(), calls: Vec::new(), kept });
        }
        reply.kept = binding.and_then(|binding| KeptReply::of(&so_far.content, binding));
        let Told { text, calls, ended, read, .. } = so_far;
        Ok(Reply { text, calls, ended, read, ..reply })
    }

    fn asked<'a>(&'a self, request: &Request, sends_thinking: bool) -> request::Asked<'a> {
        let Settings { model, search, effort, .. } = &self.settings;
        request::Asked {
            model,
            account: &self.account,
            // A request without tools is about its words alone, so there is nothing to look for.
            search: search.as_ref().filter(|_| !request.tools.is_empty()),
            effort: *effort,
            shows_updates: self.shows_updates(),
            room_to_think: catalogue::room_to_think(self.entry, self.settings.window, request.max_tokens),
            sends_thinking,
        }
    }

    fn shows_updates(&self) -> bool {
        self.entry.is_some_and(|entry| entry.shows_updates)
    }

    async fn part(
        &self,
        body: Vec<u8>,
        request: &Request,
        so_far: &Told,
        listener: &mut dyn Listener,
    ) -> Result<(Told, kernel::Usage), FailedAttempt> {
        let Settings { model, prices, patience, .. } = &self.settings;
        let answer = AskedFor {
            tools: &request.tools,
            has_spoken: !so_far.text.is_empty(),
            shows_updates: self.shows_updates(),
        };
        let asked = Asked { model: self, body: Bytes::from(body), answer };
        let manner = Manner { model, entry: self.entry, prices, request, patience: *patience };
        collect_reply(&asked, manner, listener).await
    }
}

/// One request; every try sends the same bytes.
struct Asked<'a> {
    model: &'a Anthropic,
    body: Bytes,
    answer: AskedFor<'a>,
}

impl Asked<'_> {
    async fn try_once(&self, ear: &mut Collector<'_>) -> Result<Told, FailedAttempt> {
        let mut request = self
            .model
            .http
            .request(Method::POST, self.model.messages.clone())
            .header("content-type", "application/json")
            .header("anthropic-version", VERSION);
        if self.answer.shows_updates {
            request = request.header("anthropic-beta", UPDATES);
        }
        let answer = request
            .secret_header("x-api-key", &self.model.settings.key)
            .body(self.body.clone())
            .begins_within(self.model.settings.begins)
            .stream()
            .await
            .map_err(|error| FailedAttempt::by_wire(&error))?;
        if !answer.status().is_success() {
            return Err(refused(answer).await);
        }
        if answer.media_type() == "text/html" {
            return Err(FailedAttempt::by_page(&names()));
        }
        let heard = reply::hear(answer.pieces(), &self.answer, ear).await;
        heard.map_err(|missed| missed.after_hearing(ear))
    }
}

impl Attempt for Asked<'_> {
    type Heard = Told;

    fn attempt<'a>(&'a self, ear: &'a mut Collector<'_>) -> Soon<'a, Result<Told, FailedAttempt>> {
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
        Box::pin(async move {
            match self.whole(request, true, listener).await {
                // Without any thinking the same conversation is taken, so a mistake about what thinking is bound to costs
                // some of its quality instead of the thread.
                Err(missed) if missed.is_about_kept_content() => {
                    tracing::warn!(model = self.settings.model, "asked again without earlier thinking");
                    self.whole(request, false, listener).await
                }
                reply => reply,
            }
            .map_err(|missed| missed.error)
        })
    }
}

async fn refused(answer: Streaming) -> FailedAttempt {
    let (status, retry_after) = (answer.status(), answer.retry_after());
    match collect(answer.pieces()).await {
        Ok(body) => FailedAttempt::by_status(status, retry_after, &body, &names()),
        Err(error) => FailedAttempt::by_wire(&error),
    }
}
