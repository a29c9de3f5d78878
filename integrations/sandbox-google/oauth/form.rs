//! The forms that browsers and clients send, in which only `scope` may come several times.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Fault;

/// A form, taken apart.
pub(super) struct Form {
    fields: BTreeMap<String, String>,
    pub(super) scopes: BTreeSet<String>,
}

impl Form {
    pub(super) fn read(body: &[u8]) -> Self {
        let (scopes, fields): (Vec<_>, Vec<_>) =
            url::form_urlencoded::parse(body).into_owned().partition(|(name, _)| name == "scope");
        let scopes = scopes.into_iter().map(|(_, scope)| scope).collect();
        Self { fields: fields.into_iter().collect(), scopes }
    }

    /// A field that is there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// A field; empty when there is none.
    pub(super) fn field(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// A field that must be there.
    pub(super) fn needed(&self, name: &str) -> Result<&str, Fault> {
        self.get(name).filter(|value| !value.is_empty()).ok_or_else(|| Fault::missing(name))
    }

    /// The scopes as one list; `None` when the form names none.
    pub(super) fn scope(&self) -> Option<String> {
        let listed = self.scopes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        (!listed.trim().is_empty()).then_some(listed)
    }
}
