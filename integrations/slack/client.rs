//! One call of the Web API: within its time, told apart by whether Slack may have acted, tried again where that is
//! safe.
//!
//! Knows how to call. Doesn't know any method.

use std::pin::Pin;
use std::sync::Arc;

use kernel::Secret;
use serde::Serialize;
use serde_json::Value;
use slack_morphism::errors::SlackClientError;
use slack_morphism::{ClientResult, SlackApiToken, SlackApiTokenValue, SlackClient};
use wire::{Again, SlackConnector, never_left, patiently, slack_connector};

use crate::json::text;
use crate::moves::Moves;
use crate::rate_limits::{RateLimits, Urgency, usual_urgency};
use crate::{Settings, SlackError, Token};

/// What wants to know the workspace it is asked in, if a token is good for several.
const OF_A_WORKSPACE: [&str; 1] = ["bots.info"];

/// slack-morphism's client with our patience around it. Answers are read as raw JSON, because its own types drop
/// fields and refuse whole pages for one odd message.
pub struct Client {
    morphism: Arc<SlackClient<SlackConnector>>,
    token: Token,
    /// The workspace that is meant, where the token does not say it.
    workspace: Option<String>,
    moves: Moves,
    settings: Settings,
    limits: RateLimits,
}

impl Client {
    pub fn new(settings: Settings, token: Token) -> Result<Self, SlackError> {
        let connector = slack_connector(&settings.api, settings.timing.connect)?;
        let (morphism, moves) = (Arc::new(SlackClient::new(connector)), Moves::default());
        let limits = RateLimits::new(settings.pacing);
        Ok(Self { morphism, token, workspace: None, moves, settings, limits })
    }

    /// The same connections, used with another token.
    pub(crate) fn with(&self, token: Token) -> Self {
        let (morphism, settings) = (Arc::clone(&self.morphism), self.settings.clone());
        let limits = RateLimits::new(settings.pacing);
        Self { morphism, token, workspace: None, moves: Moves::default(), settings, limits }
    }

    /// The same token, used in one workspace of the organisation it is good for.
    pub(crate) fn in_workspace(&self, team: &str) -> Self {
        Self { workspace: Some(team.to_owned()), ..self.with(self.token.clone()) }
    }

    /// The same, where channels have moved.
    pub(crate) fn knowing(self, moves: Moves) -> Self {
        Self { moves, ..self }
    }

    /// Slack's present id of a channel that we know by its first one.
    pub(crate) fn newest_channel(&self, first: &str) -> String {
        self.moves.newest(first)
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Calls a method that may be called twice without harm.
    pub(crate) async fn post(
        &self,
        method: &str,
        body: &(impl Serialize + Send + Sync),
    ) -> Result<Value, SlackError> {
        patiently(self.settings.timing.patience, || self.post_once(method, body), again).await
    }

    /// Reads.
    pub(crate) async fn get(&self, method: &str, parameters: &[(&str, String)]) -> Result<Value, SlackError> {
        let team = self.workspace.as_ref().filter(|_| OF_A_WORKSPACE.contains(&method));
        let renamed = parameters.iter().map(|(name, value)| match *name {
            "channel" => (*name, self.moves.newest(value)),
            name => (name, value.clone()),
        });
        let parameters: Vec<(&str, String)> = renamed.collect();
        let parameters: Vec<(&str, Option<&String>)> = parameters
            .iter()
            .map(|(name, value)| (*name, Some(value)))
            .chain(team.map(|team| ("team_id", Some(team))))
            .collect();
        let parameters = &parameters;
        let once = |token: SlackApiToken| async move {
            let session = self.morphism.open_session(&token);
            self.within(method, Box::pin(session.http_session_api.http_get(method, parameters, None))).await
        };
        let urgency = usual_urgency(method);
        let call = || self.in_turn(method, None, urgency, self.let_in(once));
        patiently(self.settings.timing.patience, call, again).await
    }

    /// One try only, for what must not be done twice.
    pub(crate) async fn post_once(
        &self,
        method: &str,
        body: &(impl Serialize + Send + Sync),
    ) -> Result<Value, SlackError> {
        self.post_urgently(method, body, usual_urgency(method)).await
    }

    /// The same for a call that matters more, or less, than its method's calls do.
    pub(crate) async fn post_urgently(
        &self,
        method: &str,
        body: &(impl Serialize + Send + Sync),
        urgency: Urgency,
    ) -> Result<Value, SlackError> {
        let body = serde_json::to_value(body)
            .map_err(|error| SlackError::Refused { method: method.to_owned(), code: error.to_string() })?;
        let body = &self.moves.outward(body);
        let once = |token: SlackApiToken| async move {
            let session = self.morphism.open_session(&token);
            self.within(method, Box::pin(session.http_session_api.http_post(method, body, None))).await
        };
        self.in_turn(method, text(body, "/channel"), urgency, self.let_in(once)).await
    }

    /// Makes a call when Slack's limits have room for it; a pause that Slack asks for holds for all of its kind.
    async fn in_turn(
        &self,
        method: &str,
        channel: Option<&str>,
        urgency: Urgency,
        call: impl Future<Output = Result<Value, SlackError>>,
    ) -> Result<Value, SlackError> {
        self.limits.pass(method, channel, urgency, self.settings.timing.patience.total).await?;
        let answer = call.await;
        if let Err(SlackError::Busy { after: Some(pause), .. }) = &answer {
            self.limits.refused(method, channel, *pause);
        }
        answer
    }

    /// A token that has run out was not let in, so nothing was done: it is tried once more with the next one.
    async fn let_in<Once>(&self, once: impl Fn(SlackApiToken) -> Once) -> Result<Value, SlackError>
    where
        Once: Future<Output = Result<Value, SlackError>>,
    {
        let secret = self.token.current().await?;
        match once(token(&secret)).await {
            Err(error) if error.is_called("token_expired") => match self.token.instead_of(&secret).await? {
                Some(next) => once(token(&next)).await,
                None => Err(error),
            },
            answer => answer,
        }
    }

    /// Asks for the address of a socket, once.
    pub(crate) async fn open_socket(&self, app_token: &Secret) -> Result<String, SlackError> {
        const METHOD: &str = "apps.connections.open";
        let app_token = token(app_token);
        let session = self.morphism.open_session(&app_token);
        let body = serde_json::json!({});
        let call = session.http_session_api.http_post(METHOD, &body, None);
        let answer = tokio::time::timeout(self.settings.timing.open, call).await;
        let answer: Value = judged(METHOD, answer)?;
        text(&answer, "/url").map(str::to_owned).ok_or_else(|| SlackError::Unclear {
            method: METHOD.to_owned(),
            why: "there is no address in the answer".to_owned(),
        })
    }

    /// The call comes in a box: whatever holds it by value holds it twice, and there are many of those around it.
    async fn within(
        &self,
        method: &str,
        call: Pin<Box<impl Future<Output = ClientResult<Value>>>>,
    ) -> Result<Value, SlackError> {
        let answer = judged(method, tokio::time::timeout(self.settings.timing.answer, call).await)?;
        Ok(self.moves.inward(answer))
    }
}

fn token(secret: &Secret) -> SlackApiToken {
    SlackApiToken::new(SlackApiTokenValue(secret.reveal().trim().to_owned()))
}

fn again(result: &Result<Value, SlackError>) -> Again {
    result.as_ref().map_or_else(SlackError::again, |_| Again::No)
}

/// Slack's own words for "something broke on our side": part of the work may have been done.
const INTERNAL: [&str; 4] = ["internal_error", "fatal_error", "service_unavailable", "request_timeout"];

fn judged(
    method: &str,
    answer: Result<ClientResult<Value>, tokio::time::error::Elapsed>,
) -> Result<Value, SlackError> {
    let method = method.to_owned();
    let error = match answer {
        Err(_) => return Err(SlackError::Unclear { method, why: "it did not answer in time".to_owned() }),
        // An answer that is not JSON comes out of slack-morphism as an empty object.
        Ok(Ok(answer)) if !crate::json::yes(&answer, "/ok") => {
            return Err(SlackError::Unclear { method, why: "the answer does not say ok".to_owned() });
        }
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(error)) => error,
    };
    // The bodies that slack-morphism shows in its errors stay out of our words: they may hold people's text.
    Err(match error {
        SlackClientError::ApiError(error) if error.code == "ratelimited" || error.code == "rate_limited" => {
            SlackError::Busy { method, after: None }
        }
        SlackClientError::ApiError(error) if INTERNAL.contains(&error.code.as_str()) => {
            SlackError::Unclear { method, why: error.code }
        }
        SlackClientError::ApiError(error) => SlackError::Refused { method, code: error.code },
        SlackClientError::RateLimitError(error) => SlackError::Busy { method, after: error.retry_after },
        SlackClientError::HttpError(error) if error.status_code.is_client_error() => {
            SlackError::Refused { method, code: format!("http_{}", error.status_code.as_u16()) }
        }
        SlackClientError::HttpError(error) => {
            SlackError::Unclear { method, why: format!("HTTP status {}", error.status_code) }
        }
        SlackClientError::ProtocolError(error) => {
            SlackError::Unclear { method, why: format!("unreadable answer: {}", error.json_error) }
        }
        error if never_left(&error) => SlackError::Unsent { method, why: "no connection".to_owned() },
        SlackClientError::HttpProtocolError(_)
        | SlackClientError::EndOfStream(_)
        | SlackClientError::SystemError(_)
        | SlackClientError::SocketModeProtocolError(_) => {
            SlackError::Unclear { method, why: "the connection broke".to_owned() }
        }
    })
}
