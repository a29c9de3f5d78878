//! A calendar and who may see it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::calendar::{event::Event, role::Role};

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Calendar {
    /// An address: a person's own for the first calendar they have.
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) location: Option<String>,
    /// An IANA name.
    pub(crate) zone: String,
    /// The handle of the person whose first calendar it is.
    pub(super) primary_of: Option<String>,
    pub(super) rules: Vec<Rule>,
    pub(super) events: BTreeMap<String, Event>,
}

/// Who has which role in a calendar.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Rule {
    pub(super) scope: Scope,
    pub(super) role: Role,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum Scope {
    User(String),
    Domain(String),
}

impl Scope {
    pub(super) fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::User(address) => ("user", address),
            Self::Domain(domain) => ("domain", domain),
        }
    }
}
