//! What one person allowed us to do in one Google account, as it lies sealed in the vault.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{AccountId, PersonId, Secret, Time};
use serde::{Deserialize, Serialize};

use crate::sealing;

/// An access token is not used in its last minutes: it could run out on the way.
const TOO_CLOSE: Duration = Duration::from_mins(4);

/// Serialised for the vault, and for nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    pub(crate) person: PersonId,
    pub(crate) account: AccountId,
    #[serde(with = "sealing")]
    pub(crate) refresh: Secret,
    pub(crate) access: Option<Access>,
    /// As Google reported them; people may tick fewer than were asked for.
    pub(crate) scopes: BTreeSet<String>,
    /// When the account was first connected. The first one is the person's default.
    pub(crate) connected: Time,
    /// When the person last signed in.
    pub(crate) issued: Time,
    pub(crate) state: State,
    /// Which of our clients it was given to; only that one can renew it.
    #[serde(default)]
    pub(crate) to: Registered,
}

/// One of our clients at Google.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Registered {
    #[default]
    Usual,
    Device,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Access {
    #[serde(with = "sealing")]
    pub(crate) token: Secret,
    pub(crate) expires: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum State {
    Alive,
    /// Google takes the refresh token no more. The record stays, to say so.
    Dead,
}

/// How far the access token can be relied on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    Fresh,
    /// Still good, but to be renewed now.
    Ending,
    Over,
}

impl Grant {
    /// Parts are encoded, so that no name can pose as another's.
    pub(crate) fn name(person: &PersonId, account: &AccountId) -> String {
        format!("{}{}", Self::prefix(person), encoded(&account.0))
    }

    pub(crate) fn prefix(person: &PersonId) -> String {
        format!("{}{}/", Self::ALL, encoded(&person.0))
    }

    pub(crate) const ALL: &str = "google/grant/";

    pub(crate) fn freshness(&self, now: Time) -> Freshness {
        match &self.access {
            None => Freshness::Over,
            Some(access) if access.expires <= now => Freshness::Over,
            Some(access) if access.expires <= now.plus(TOO_CLOSE) => Freshness::Ending,
            Some(_) => Freshness::Fresh,
        }
    }
}

pub(crate) fn encoded(part: &str) -> String {
    url::form_urlencoded::byte_serialize(part.as_bytes()).collect()
}
