//! The roles of people on calendars.

use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    FreeBusyReader,
    Reader,
    Writer,
    Owner,
}

impl Role {
    /// As the API writes it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::FreeBusyReader => "freeBusyReader",
            Self::Reader => "reader",
            Self::Writer => "writer",
            Self::Owner => "owner",
        }
    }

    pub(crate) fn read(word: &str) -> Option<Self> {
        match word {
            "freeBusyReader" => Some(Self::FreeBusyReader),
            "reader" => Some(Self::Reader),
            "writer" | "writerWithoutPrivateAccess" => Some(Self::Writer),
            "owner" => Some(Self::Owner),
            _ => None,
        }
    }
}
