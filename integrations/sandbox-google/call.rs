//! A checked call of a method, and what the method answers.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde_json::Value;

use crate::contract::Query;

/// A checked request, ready for its method.
#[derive(Debug)]
pub(crate) struct Call {
    /// e.g. `gmail.users.messages.get`.
    pub(crate) method: String,
    /// The handle of the person whose token was used.
    pub(crate) person: String,
    /// Those of the token's scopes that open this method.
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) path: BTreeMap<String, String>,
    pub(crate) query: Query,
    pub(crate) body: Value,
    /// What came by an upload path.
    pub(crate) media: Option<Media>,
    /// The value of `If-Match`.
    pub(crate) if_match: Option<String>,
    /// Where the caller reached this server, e.g. `http://127.0.0.1:8400`.
    pub(crate) origin: String,
}

/// Content that came by an upload path, and what it says it is.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    pub(crate) bytes: Bytes,
    pub(crate) media_type: String,
}

/// What a method answers.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Json(Value),
    /// The content itself, for `alt=media` and exports.
    Content {
        media_type: String,
        bytes: Bytes,
    },
}

impl Call {
    /// A text of the body, by JSON pointer; an empty one is none, as in Google's own messages.
    pub(crate) fn text(&self, pointer: &str) -> Option<&str> {
        self.body.pointer(pointer).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// A list of texts of the body, by JSON pointer.
    pub(crate) fn texts(&self, pointer: &str) -> Vec<String> {
        let given = self.body.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
        given.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A path variable; every route that names one has it.
    pub(crate) fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }
}
