//! HTTP to the services our own configuration names.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use http::{HeaderMap, Method, StatusCode};
use kernel::Secret;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::WireError;
use crate::carried::Carried;

/// What an answer may be at most, unless the caller says otherwise.
pub(crate) const DEFAULT_CAP: usize = 16 * 1024 * 1024;

#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    pub connect: Duration,
    /// For the whole exchange; for a stream, between two pieces.
    pub answer: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), answer: Duration::from_secs(30) }
    }
}

/// What [`Configured::for_a_library`] hands out.
pub type HttpClient = reqwest::Client;

/// For addresses from our own configuration: loopback is allowed, redirects and proxies are not followed.
#[derive(Clone, Debug)]
pub struct Configured {
    client: reqwest::Client,
    timeouts: Timeouts,
}

impl Configured {
    pub fn new(timeouts: Timeouts) -> Result<Self, WireError> {
        #[expect(clippy::disallowed_methods, reason = "this is the one place that builds an HTTP client")]
        let client = reqwest::Client::builder()
            .connect_timeout(timeouts.connect)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .user_agent(concat!("countersign/", env!("CARGO_PKG_VERSION"), " (gzip)"))
            .build()
            .map_err(|error| WireError::Unreachable {
                host: "anything".to_owned(),
                why: error.to_string(),
            })?;
        Ok(Self { client, timeouts })
    }

    /// The client itself, for a library that speaks a protocol of its own over it. Limits, caps and secrets are then up
    /// to whoever uses that: there is none here but the time to connect.
    pub fn for_a_library(&self) -> HttpClient {
        self.client.clone()
    }

    pub fn request(&self, method: Method, url: Url) -> Outgoing {
        let host = url.host_str().unwrap_or("nowhere").to_owned();
        tracing::trace!(host, "a request");
        let builder = self.client.request(method, url);
        let (timeouts, carried) = (self.timeouts, Carried::default());
        Outgoing { builder, host, timeouts, begins: None, cap: DEFAULT_CAP, carried }
    }
}

/// A request on its way to being sent.
#[must_use = "nothing happens until it is sent"]
pub struct Outgoing {
    builder: reqwest::RequestBuilder,
    host: String,
    timeouts: Timeouts,
    /// How long a stream may take to begin, where that is less than between two pieces of it.
    begins: Option<Duration>,
    cap: usize,
    carried: Carried,
}

impl Outgoing {
    /// A stream must begin within this.
    pub fn begins_within(self, limit: Duration) -> Self {
        Self { begins: Some(limit), ..self }
    }

    pub fn bearer(mut self, token: &Secret) -> Self {
        self.builder = self.builder.bearer_auth(token.reveal());
        self.carried.add(token);
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    /// A header whose value never shows in a log.
    pub fn secret_header(mut self, name: &str, value: &Secret) -> Self {
        self.carried.add(value);
        if let Ok(mut value) = http::HeaderValue::from_str(value.reveal()) {
            value.set_sensitive(true);
            self.builder = self.builder.header(name, value);
        }
        self
    }

    pub fn query(mut self, pairs: &[(&str, &str)]) -> Self {
        self.builder = self.builder.query(pairs);
        self
    }

    pub fn json<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        self.builder = self.builder.json(body);
        self
    }

    pub fn form<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        self.builder = self.builder.form(body);
        self
    }

    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.builder = self.builder.body(body.into());
        self
    }

    /// A form with a file in it.
    pub fn file_form(mut self, fields: &[(&str, &str)], file: FormFile) -> Self {
        let FormFile { field, name, content } = file;
        let length = content.len() as u64;
        let part = reqwest::multipart::Part::stream_with_length(content, length).file_name(name);
        let form = fields.iter().fold(reqwest::multipart::Form::new(), |form, (name, value)| {
            form.text((*name).to_owned(), (*value).to_owned())
        });
        self.builder = self.builder.multipart(form.part(field, part));
        self
    }

    /// For the whole exchange; for a stream, between two pieces.
    pub fn answer_within(mut self, limit: Duration) -> Self {
        self.timeouts.answer = limit;
        self
    }

    /// The largest answer that is taken.
    pub fn at_most(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// Sends, and reads the whole answer. Any HTTP status is an answer.
    pub async fn send(self) -> Result<Incoming, WireError> {
        let (limit, host) = (self.timeouts.answer, self.host.clone());
        tokio::time::timeout(limit, self.exchange()).await.unwrap_or(Err(WireError::TimedOut { host, limit }))
    }

    async fn exchange(self) -> Result<Incoming, WireError> {
        let (host, cap, carried) = (self.host.clone(), self.cap, self.carried);
        let answer = self.builder.send().await.map_err(|error| translate(&host, error))?;
        let whole = Incoming::of(answer, host, cap).await?;
        Ok(Incoming { body: carried.taken_out_of(whole.status, whole.body), ..whole })
    }

    /// Sends, and hands out the answer piece by piece as it comes.
    pub async fn stream(self) -> Result<Streaming, WireError> {
        let (limit, host) = (self.timeouts.answer, self.host.clone());
        let begins = self.begins.unwrap_or(limit);
        let answer = tokio::time::timeout(begins, self.builder.send())
            .await
            .map_err(|_| WireError::TimedOut { host: host.clone(), limit: begins })?
            .map_err(|error| translate(&host, error))?;
        Ok(Streaming { answer, host, limit, carried: self.carried })
    }
}

/// A file as part of a form.
#[derive(Clone, Debug)]
pub struct FormFile {
    pub field: &'static str,
    pub name: String,
    pub content: Bytes,
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    host: String,
}

impl Incoming {
    /// Reads the body, decoded, up to the cap.
    pub(crate) async fn of(answer: reqwest::Response, host: String, cap: usize) -> Result<Self, WireError> {
        let (status, headers) = (answer.status(), answer.headers().clone());
        let mut pieces = answer.bytes_stream();
        let mut body = BytesMut::new();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| translate(&host, error))?;
            if body.len() + piece.len() > cap {
                return Err(WireError::TooLarge { host, cap });
            }
            body.extend_from_slice(&piece);
        }
        Ok(Self { status, headers, body: body.freeze(), host })
    }

    pub fn json<T: DeserializeOwned>(&self) -> Result<T, WireError> {
        serde_json::from_slice(&self.body)
            .map_err(|error| WireError::Unreadable { host: self.host.clone(), why: error.to_string() })
    }

    /// How long the other side asks us to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        retry_after(&self.headers)
    }
}

/// An answer whose body is still coming.
#[derive(Debug)]
pub struct Streaming {
    answer: reqwest::Response,
    host: String,
    limit: Duration,
    carried: Carried,
}

/// A refusal is a sentence; more of it is never needed.
const LONGEST_REFUSAL: usize = 64 * 1024;

impl Streaming {
    pub fn status(&self) -> StatusCode {
        self.answer.status()
    }

    pub fn retry_after(&self) -> Option<Duration> {
        retry_after(self.answer.headers())
    }

    /// What kind of thing comes, e.g. `text/event-stream`; empty where it is not said.
    pub fn media_type(&self) -> String {
        let said = self.answer.headers().get(http::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        said.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The pieces, each within the limit of the one before it; of a refusal its beginning, at one go.
    pub fn pieces(self) -> impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin + 'static {
        let (status, carried) = (self.answer.status(), self.carried.clone());
        let mut pieces = self.piece_by_piece();
        if status.is_success() {
            return pieces.boxed();
        }
        let refusal = async move {
            let mut body = BytesMut::new();
            while let Some(piece) = pieces.next().await {
                body.extend_from_slice(&piece?);
                if body.len() > LONGEST_REFUSAL {
                    break;
                }
            }
            Ok(carried.taken_out_of(status, body.freeze()))
        };
        futures_util::stream::once(refusal).boxed()
    }

    fn piece_by_piece(self) -> impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin + 'static {
        let Self { answer, host, limit, .. } = self;
        let pieces = answer.bytes_stream();
        Box::pin(futures_util::stream::unfold(Some((pieces, host)), move |state| async move {
            let (mut pieces, host) = state?;
            match tokio::time::timeout(limit, pieces.next()).await {
                Ok(None) => None,
                Ok(Some(Ok(piece))) => Some((Ok(piece), Some((pieces, host)))),
                Ok(Some(Err(error))) => Some((Err(translate(&host, error)), None)),
                Err(_) => Some((Err(WireError::TimedOut { host, limit }), None)),
            }
        }))
    }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 = headers.get(http::header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

pub(crate) fn translate(host: &str, error: reqwest::Error) -> WireError {
    let host = host.to_owned();
    // An address can carry a code or a token in its query: it never goes into words.
    let (builder, connect) = (error.is_builder(), error.is_connect());
    let error = error.without_url();
    let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
    let why = format!("{error}{cause}");
    if builder || connect {
        WireError::Unreachable { host, why }
    } else {
        WireError::Unanswered { host, why }
    }
}
