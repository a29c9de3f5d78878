//! The people we work for.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// Somebody in the workspace, as its directory knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
    /// The name of the workspace they are known in.
    pub workspace: String,
    /// The verified address in their profile, if it is known to us.
    pub address: Option<String>,
    /// IANA name of their time zone.
    pub zone: Option<String>,
    pub standing: Standing,
}

/// What somebody is to the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    Member,
    /// Sees only what they were invited to.
    Guest,
    /// Belongs to another organisation.
    External,
    /// A program.
    Bot,
    /// No longer active.
    Gone,
}

impl Standing {
    /// Whether they are somebody we work for. A program has no account: it can ask, and no tool works for it.
    pub fn may_ask(self) -> bool {
        match self {
            Self::Member | Self::Bot => true,
            Self::Guest | Self::External | Self::Gone => false,
        }
    }
}
