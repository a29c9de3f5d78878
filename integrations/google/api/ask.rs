//! One request, put together.

use bytes::Bytes;
use serde_json::Value;
use std::time::Duration;
use wire::{Method, Url};

use super::route::{Route, Segment};
use crate::seam::only;

#[derive(Clone)]
pub(crate) struct Ask<'a> {
    pub(super) route: &'a Route,
    pub(super) places: Vec<&'a dyn Segment>,
    pub(super) query: Vec<(&'a str, String)>,
    pub(super) headers: Vec<(&'a str, String)>,
    pub(super) content: Content,
    pub(super) again: Repeat,
    pub(super) within: Option<Duration>,
    /// Where Google said that the answer lies, in place of the route's own address.
    pub(super) elsewhere: Option<Url>,
}

#[derive(Clone)]
pub(super) enum Content {
    Nothing,
    Json(Value),
    /// Something as it is.
    Media {
        media_type: String,
        bytes: Bytes,
    },
}

/// Whether asking twice is the same as asking once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeat {
    /// A look changes nothing.
    Harmless,
    /// A second one would do it a second time, as far as anybody knows.
    Never,
}

impl<'a> Ask<'a> {
    pub(crate) fn to(route: &'a Route) -> Self {
        let again = if route.method == Method::GET { Repeat::Harmless } else { Repeat::Never };
        let (places, query, headers) = (Vec::new(), Vec::new(), Vec::new());
        let (within, elsewhere) = (None, None);
        Self { route, places, query, headers, content: Content::Nothing, again, within, elsewhere }
    }

    /// What stands for the next `{…}` of the path.
    #[must_use]
    pub(crate) fn at(mut self, place: &'a dyn Segment) -> Self {
        self.places.push(place);
        self
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.query.push((name, value.into()));
        self
    }

    #[must_use]
    pub(crate) fn with_some(self, name: &'a str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    #[must_use]
    pub(crate) fn with_each(
        mut self,
        name: &'a str,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.query.extend(values.into_iter().map(|value| (name, value.into())));
        self
    }

    /// Which parts of the answer are wanted.
    #[must_use]
    pub(crate) fn only(self, fields: &[&str]) -> Self {
        self.with("fields", only(fields))
    }

    #[must_use]
    pub(crate) fn json(mut self, body: Value) -> Self {
        self.content = Content::Json(body);
        self
    }

    #[must_use]
    pub(crate) fn media(mut self, media_type: &str, bytes: impl Into<Bytes>) -> Self {
        self.content = Content::Media { media_type: media_type.to_owned(), bytes: bytes.into() };
        self
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Only if it still is what it was.
    #[must_use]
    pub(crate) fn if_match(self, etag: &str) -> Self {
        self.header("If-Match", etag)
    }

    /// Says that doing it twice is the same as doing it once: it sets something, or carries an id of our own choice.
    #[must_use]
    pub(crate) fn repeatable(mut self) -> Self {
        self.again = Repeat::Harmless;
        self
    }

    /// Where Google said that the answer lies. The caller has looked whether that is Google.
    #[must_use]
    pub(crate) fn lying_at(mut self, address: Url) -> Self {
        self.elsewhere = Some(address);
        self
    }

    /// For what takes longer than usual.
    #[must_use]
    pub(crate) fn within(mut self, limit: Duration) -> Self {
        self.within = Some(limit);
        self
    }
}
