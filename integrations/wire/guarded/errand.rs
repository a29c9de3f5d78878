//! A request under guard, as its caller puts it together.
//!
//! Knows what a caller may write into a request. Doesn't know where it may go.

use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kernel::Secret;
use serde::Serialize;
use url::{Url, form_urlencoded};

use super::door::{forbidden, host_of};
use super::hops::Parcel;
use super::{Guarded, Landed};
use crate::WireError;
use crate::client::DEFAULT_CAP;

/// Headers that say to whom a request goes, where it ends and how it is packed. A second opinion on any of these would
/// reach another host behind the same address, or smuggle in a request nobody checked.
const OURS: [&str; 11] = [
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A request on its way to being sent.
#[must_use = "nothing happens until it is sent"]
pub struct Errand {
    guard: Guarded,
    parcel: Parcel,
    limit: Duration,
    cap: usize,
    /// The first thing that was wrong with it. Said when it is sent, so that building one reads in one line.
    fault: Option<WireError>,
}

impl Guarded {
    pub fn request(&self, method: Method, url: Url) -> Errand {
        let limit = self.timeouts.answer;
        let fault = matches!(method, Method::CONNECT | Method::TRACE).then(|| {
            forbidden(&url, "that method is not spoken. Use GET, HEAD, POST, PUT, PATCH or DELETE.")
        });
        let parcel = Parcel { method, url, headers: HeaderMap::new(), body: None };
        Errand { guard: self.clone(), parcel, limit, cap: DEFAULT_CAP, fault }
    }
}

impl Errand {
    pub fn bearer(self, token: &Secret) -> Self {
        self.secret_header(AUTHORIZATION.as_str(), &Secret::new(format!("Bearer {}", token.reveal())))
    }

    pub fn header(self, name: &str, value: &str) -> Self {
        self.put(name, HeaderValue::from_str(value).ok())
    }

    /// A header whose value never shows in a log.
    pub fn secret_header(self, name: &str, value: &Secret) -> Self {
        let mut value = HeaderValue::from_str(value.reveal()).ok();
        if let Some(value) = &mut value {
            value.set_sensitive(true);
        }
        self.put(name, value)
    }

    pub fn query(mut self, pairs: &[(&str, &str)]) -> Self {
        if !pairs.is_empty() {
            self.parcel.url.query_pairs_mut().extend_pairs(pairs);
        }
        self
    }

    pub fn json<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => self.kind("application/json").body(body),
            Err(error) => {
                self.blame(&format!("its body cannot be written as JSON ({error})."));
                self
            }
        }
    }

    pub fn form(self, pairs: &[(&str, &str)]) -> Self {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        self.kind("application/x-www-form-urlencoded").body(body)
    }

    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.parcel.body = Some(body.into());
        self
    }

    /// For everything together: every lookup, every hop, the whole body.
    pub fn answer_within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// The largest body that is taken, counted after decoding.
    pub fn at_most(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// Sends, follows where it is sent on to, and reads the whole answer. Any HTTP status is an answer.
    pub async fn send(self) -> Result<Landed, WireError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let (limit, host) = (self.limit, host_of(&self.parcel.url));
        tokio::time::timeout(limit, self.guard.travel(self.parcel, self.cap))
            .await
            .unwrap_or(Err(WireError::TimedOut { host, limit }))
    }

    /// What the body is, unless the caller said so already.
    fn kind(mut self, kind: &'static str) -> Self {
        self.parcel.headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static(kind));
        self
    }

    fn put(mut self, name: &str, value: Option<HeaderValue>) -> Self {
        match (HeaderName::try_from(name), value) {
            (Ok(name), _) if OURS.contains(&name.as_str()) || name.as_str().starts_with("proxy-") => {
                self.blame(&format!("the header `{name}` is not the caller's to write. Leave it out."));
            }
            (Ok(name), Some(value)) => {
                self.parcel.headers.append(name, value);
            }
            (Ok(name), None) => {
                self.blame(&format!(
                    "the value of the header `{name}` has characters in it that cannot be sent."
                ));
            }
            (Err(_), _) => self.blame("the name of a header has characters in it that cannot be sent."),
        }
        self
    }

    fn blame(&mut self, why: &str) {
        self.fault.get_or_insert_with(|| forbidden(&self.parcel.url, why));
    }
}
