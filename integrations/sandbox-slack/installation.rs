//! The app's installation: its tokens, how they end, and how new ones are come by.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ids::UserId, ts::Ts};

/// How long a rotated token lives, in seconds.
pub(crate) const TOKEN_LIVES: u64 = 43_200;
pub(crate) const CODE_LIVES_MS: u64 = 10 * 60 * 1000;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Installation {
    pub(crate) state: State,
    /// In all workspaces of the organisation.
    #[serde(default)]
    pub(crate) everywhere: bool,
    /// Bot tokens that came by OAuth, with the moment they end.
    pub(crate) rotating: BTreeMap<String, Ts>,
    /// Refresh tokens; a used one is known as such.
    pub(crate) refresh: BTreeMap<String, Refresh>,
    pub(crate) codes: BTreeMap<String, Code>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    #[default]
    Installed,
    /// Its token was revoked; the bot user is no member of anything any more.
    Revoked,
    Uninstalled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refresh {
    Fresh,
    Used,
}

/// What a person has approved, until the app comes for its token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Code {
    pub(crate) user: UserId,
    pub(crate) scopes: Vec<String>,
    pub(crate) redirect_uri: Option<String>,
    /// For the whole organisation.
    #[serde(default)]
    pub(crate) everywhere: bool,
    pub(crate) made_at: Ts,
    pub(crate) used: bool,
}

/// What a person has pressed Allow for.
pub(crate) struct Approved {
    pub(crate) scopes: Vec<String>,
    pub(crate) redirect_uri: Option<String>,
    pub(crate) everywhere: bool,
}

/// A bot token, with what renews it if tokens rotate.
pub(crate) struct Issued {
    pub(crate) token: String,
    pub(crate) refresh: Option<String>,
}
