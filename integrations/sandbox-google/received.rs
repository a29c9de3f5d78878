//! A request as it came over the wire.

use bytes::Bytes;
use http::{
    HeaderMap,
    header::{AUTHORIZATION, HOST},
};

use crate::{
    call::Media,
    contract::{Found, Query},
    refusal::{Layout, Refusal},
};

/// A request as it came over the wire.
pub(crate) struct Received<'a> {
    pub(crate) headers: &'a HeaderMap,
    pub(crate) query: &'a str,
    pub(crate) body: Bytes,
}

impl Received<'_> {
    /// Where the request was sent to.
    pub(crate) fn origin(&self) -> String {
        let host = self.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
        format!("http://{host}")
    }
}

/// The token, from the header or the query.
pub(crate) fn bearer(received: &Received<'_>) -> Result<String, Refusal> {
    if let Some(header) = received.headers.get(AUTHORIZATION) {
        let header = header.to_str().map_err(|_| Refusal::bad_credentials())?;
        let (kind, token) = header.split_once(' ').ok_or_else(Refusal::bad_credentials)?;
        return if kind.eq_ignore_ascii_case("bearer") {
            Ok(token.trim().to_owned())
        } else {
            Err(Refusal::bad_credentials())
        };
    }
    url::form_urlencoded::parse(received.query.as_bytes())
        .find(|(name, _)| matches!(name.as_ref(), "access_token" | "oauth_token"))
        .map(|(_, value)| value.into_owned())
        .ok_or_else(Refusal::no_credentials)
}

/// Refuses media that the method does not take, or more than it takes.
pub(crate) fn check_media(found: &Found<'_>, media: &Media) -> Result<(), Refusal> {
    let Some(declared) = &found.method.media_upload else { return Ok(()) };
    let accepted = declared.accept.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some("*/") => true,
        Some(prefix) => media.media_type.starts_with(prefix),
        None => *pattern == media.media_type,
    });
    if !accepted && !declared.accept.is_empty() {
        return Err(Refusal::argument(format!(
            "Media type '{}' is not supported. Valid media types: [{}]",
            media.media_type,
            declared.accept.join(", ")
        )));
    }
    let largest = declared.max_size.as_ref().and_then(|size| size.parse::<usize>().ok());
    if largest.is_some_and(|largest| media.bytes.len() > largest) {
        return Err(Refusal::too_large());
    }
    Ok(())
}

/// How the caller wants the answer laid out.
pub(crate) fn layout(query: &Query) -> Layout {
    if query.one("prettyPrint") == Some("false") { Layout::Compact } else { Layout::Pretty }
}
