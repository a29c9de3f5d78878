//! Ids of messages and threads: sixteen hexadecimal digits that grow with time.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// A message's or a thread's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Id(u64);

impl Id {
    /// A fresh id for a message of this moment, greater than `newest` if that is of the same moment.
    pub(super) fn fresh(milliseconds: i64, newest: Option<Self>) -> Self {
        let time = u64::try_from(milliseconds).unwrap_or_default() & ((1 << 43) - 1);
        let [first, second, third, ..] = *uuid::Uuid::new_v4().as_bytes();
        // Half of the noise is left free, so that there is room above it for the rest of the millisecond.
        let own = (time << 20) | u64::from(first) << 8 | u64::from(second);
        match newest {
            Some(Self(newest)) if newest >> 20 == time => Self(newest + 1 + u64::from(third)),
            Some(_) | None => Self(own),
        }
    }

    /// The greatest id a message of this moment can have.
    pub(super) fn last_of(milliseconds: i64) -> Self {
        Self(((u64::try_from(milliseconds).unwrap_or_default() & ((1 << 43) - 1)) << 20) | 0xf_ffff)
    }

    /// Reads an id as a caller gives it; anything that cannot be one is refused.
    pub(crate) fn read(text: &str) -> Result<Self, Refusal> {
        Self::parse(text).ok_or_else(|| Refusal::argument("Invalid id value"))
    }

    /// The number behind the digits, as page tokens carry it.
    pub(super) fn number(self) -> u64 {
        self.0
    }

    fn parse(text: &str) -> Option<Self> {
        let fine = (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if fine { u64::from_str_radix(text, 16).ok().map(Self) } else { None }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for Id {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        Self::parse(&text).ok_or(NotAnId)
    }
}

/// A snapshot holds something else where an id belongs.
#[derive(Debug, thiserror::Error)]
#[error("an id is sixteen hexadecimal digits")]
pub(crate) struct NotAnId;
