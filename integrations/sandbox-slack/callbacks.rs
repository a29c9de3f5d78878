//! Request URLs: events, interactions and commands as signed requests to an address of the app.
//!
//! Knows nothing of what is told; `hand_out` decides when, and `deliveries` whether again.

pub(crate) mod verification;

use std::time::Duration;

use aws_lc_rs::hmac;
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use sandbox_world::is_on_this_computer;
use serde_json::{Value, value::RawValue};

use super::{
    Slack,
    deliveries::{Again, Delivery, Failure, Kind},
    subscriptions::Fate,
    ts::Ts,
};

const MOST_REDIRECTS: usize = 2;
const LARGEST_ANSWER: usize = 1024 * 1024;
/// A request that was given up is left open so long: an app that is slow is not cut off in the middle.
const LEFT_OPEN: Duration = Duration::from_mins(1);

/// A request to the app.
pub(crate) struct Callback {
    /// Names the attempt.
    pub(crate) attempt: String,
    pub(crate) url: String,
    pub(crate) kind: Kind,
    pub(crate) body: String,
    pub(crate) retry: Option<(u32, String)>,
    pub(crate) signing_secret: String,
}

/// What the app answered.
pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) again: Again,
    pub(crate) body: Bytes,
}

impl Callback {
    pub(crate) fn new(delivery: &mut Delivery, url: &str, signing_secret: &str) -> Self {
        let retry = delivery.retry().map(|(times, reason)| (times, reason.to_owned()));
        Self {
            body: body(delivery.kind, delivery.payload()),
            attempt: delivery.request(),
            url: url.to_owned(),
            kind: delivery.kind,
            retry,
            signing_secret: signing_secret.to_owned(),
        }
    }

    /// Sends it and waits for the answer, through at most two redirects.
    pub(crate) async fn send(&self) -> Result<Answered, Failure> {
        let client = Client::builder(TokioExecutor::new()).build_http();
        let answered = tokio::time::timeout(LEFT_OPEN, self.follow(&client)).await;
        answered.unwrap_or(Err(Failure::HttpTimeout))
    }

    async fn follow(&self, client: &Client<HttpConnector, Full<Bytes>>) -> Result<Answered, Failure> {
        let mut url = self.url.clone();
        for _ in 0..=MOST_REDIRECTS {
            if !is_on_this_computer(&url) {
                return Err(Failure::ConnectionFailed);
            }
            let request = self.signed(&url).map_err(|_| Failure::UnknownError)?;
            let response = client.request(request).await.map_err(|_| Failure::ConnectionFailed)?;
            let (parts, body) = response.into_parts();
            if let Some(next) = redirect(parts.status, &parts.headers, &url) {
                url = next;
                continue;
            }
            let body = Limited::new(body, LARGEST_ANSWER).collect().await;
            let body = body.map_err(|_| Failure::UnknownError)?.to_bytes();
            let refused = parts.headers.get("x-slack-no-retry").is_some_and(|value| value == "1");
            let again = if refused { Again::No } else { Again::Yes };
            return Ok(Answered { status: parts.status, again, body });
        }
        Err(Failure::TooManyRedirects)
    }

    fn signed(&self, url: &str) -> Result<Request<Full<Bytes>>, http::Error> {
        let now = Ts::now().seconds();
        let content_type = match self.kind {
            Kind::EventsApi => "application/json",
            Kind::Interactive | Kind::SlashCommands => "application/x-www-form-urlencoded",
        };
        let mut request = Request::post(url)
            .header(header::USER_AGENT, "Slackbot 1.0 (+https://api.slack.com/robots)")
            .header(header::ACCEPT, "*/*")
            .header(header::CONTENT_TYPE, content_type)
            .header("x-slack-request-timestamp", now)
            .header("x-slack-signature", signature(&self.signing_secret, now, &self.body));
        if let Some((times, reason)) = &self.retry {
            request = request.header("x-slack-retry-num", *times).header("x-slack-retry-reason", reason);
        }
        request.body(Full::from(self.body.clone()))
    }
}

/// `v0=` and the HMAC-SHA256 of version, time and body.
fn signature(secret: &str, at: u64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("v0:{at}:{body}").as_bytes());
    format!("v0={}", hex::encode(tag.as_ref()))
}

/// Events are JSON, interactions JSON in one field of a form, commands a form.
fn body(kind: Kind, payload: &RawValue) -> String {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    match kind {
        Kind::EventsApi => return payload.get().to_owned(),
        Kind::Interactive => {
            form.append_pair("payload", payload.get());
        }
        Kind::SlashCommands => {
            let fields: Value = serde_json::from_str(payload.get()).unwrap_or_default();
            for (name, value) in fields.as_object().into_iter().flatten() {
                form.append_pair(name, value.as_str().unwrap_or_default());
            }
        }
    }
    form.finish()
}

fn redirect(status: StatusCode, headers: &HeaderMap, from: &str) -> Option<String> {
    let aim = headers.get(header::LOCATION).filter(|_| status.is_redirection())?.to_str().ok()?;
    Some(url::Url::parse(from).ok()?.join(aim).ok()?.to_string())
}

impl Slack {
    /// Sends a request and takes the answer, if it comes in time.
    pub(crate) async fn call_back(&self, callback: Callback) {
        let answered = callback.send().await;
        let (timing, attempt) = (self.timing(), callback.attempt.as_str());
        let outcome = match &answered {
            Ok(answered) => answered.status.as_u16().to_string(),
            Err(failure) => failure.word().to_owned(),
        };
        let in_time = self.quietly(|workspace| workspace.deliveries.ended(attempt, outcome, &timing));
        self.changes.ring();
        if !in_time {
            return;
        }
        let failed = match answered {
            Ok(answered) if answered.status.is_success() => match said(&answered.body) {
                Said::Nothing => return self.acknowledged(attempt, None),
                Said::Json(said) => return self.acknowledged(attempt, Some(&said)),
                Said::Text(text) => {
                    if !self.is_form(attempt) {
                        return self.acknowledged(attempt, Some(&serde_json::json!({"text": text})));
                    }
                    (Failure::UnknownError, Again::No)
                }
            },
            Ok(answered) => (Failure::HttpError, answered.again),
            Err(failure) => (failure, Again::Yes),
        };
        let (reason, again) = failed;
        self.quietly(|workspace| {
            if callback.kind == Kind::EventsApi {
                workspace.count(Fate::Failed, Ts::now());
            }
            if let Some(given_up) = workspace.deliveries.failed(attempt, reason, again, &timing) {
                workspace.tell_given_up(&given_up);
            }
        });
        self.changes.ring();
    }

    /// Whether the attempt is to deliver a form, which must be answered in JSON or not at all.
    fn is_form(&self, attempt: &str) -> bool {
        self.read(|workspace| {
            let mine = |it: &Delivery| it.attempts.iter().any(|it| it.envelope_id == attempt);
            workspace.deliveries.all().iter().any(|it| it.about == "view_submission" && mine(it))
        })
    }
}

enum Said {
    Nothing,
    Json(Value),
    Text(String),
}

fn said(body: &[u8]) -> Said {
    let text = String::from_utf8_lossy(body);
    if text.trim().is_empty() {
        return Said::Nothing;
    }
    match serde_json::from_str::<Value>(&text) {
        Ok(value) if value.is_object() => Said::Json(value),
        _ => Said::Text(text.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_slacks_own_example() {
        let body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V\
            &channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=\
            &response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN\
            &trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
        assert_eq!(
            signature("8f742231b10e8888abcd99yyyzzz85a5", 1_531_420_618, body),
            "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
        );
    }

    #[test]
    fn an_empty_body_says_nothing_and_words_are_words() {
        assert!(matches!(said(b" \n"), Said::Nothing));
        assert!(matches!(said(br#"{"response_action": "clear"}"#), Said::Json(_)));
        assert!(matches!(said(b"ok"), Said::Text(_)));
    }
}
