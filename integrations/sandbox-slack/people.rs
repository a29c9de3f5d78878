//! The people of the workspace, and those met in channels that are shared with others.

use sandbox_world::{PersonSeed, StandingSeed};
use serde::{Deserialize, Serialize};

use super::ids::{TeamId, UserId};

/// Slack itself, where it speaks, and who stands where a message was deleted.
pub(crate) const SLACKBOT: &str = "USLACKBOT";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Person {
    pub id: UserId,
    pub handle: String,
    pub(crate) name: String,
    pub address: String,
    pub(crate) zone: String,
    #[serde(default)]
    pub(crate) standing: Standing,
    /// The words beside their name.
    #[serde(default)]
    pub(crate) status: String,
    /// When the profile changed last, in seconds.
    #[serde(default = "founded")]
    pub(crate) updated: u64,
}

/// When the workspace was made; profiles start with it.
pub(crate) fn founded() -> u64 {
    1_700_000_000
}

/// What somebody is in the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    #[default]
    Member,
    Guest,
    SingleChannelGuest,
    /// Of another company's workspace.
    External(TeamId),
    Deactivated,
}

impl Person {
    pub(crate) fn new(seed: &PersonSeed, address: String) -> Self {
        let company = address.rsplit('@').next().unwrap_or_default().to_lowercase();
        Self {
            id: UserId::of(&seed.handle),
            handle: seed.handle.clone(),
            name: seed.name.clone(),
            zone: seed.zone.clone().unwrap_or_else(|| "Europe/Berlin".to_owned()),
            standing: match seed.standing {
                StandingSeed::Member => Standing::Member,
                StandingSeed::Guest => Standing::Guest,
                StandingSeed::SingleChannelGuest => Standing::SingleChannelGuest,
                StandingSeed::External => Standing::External(TeamId::of(&company)),
                StandingSeed::Deactivated => Standing::Deactivated,
            },
            address,
            status: String::new(),
            updated: founded(),
        }
    }
}

impl Standing {
    /// What Slack shows beside the name of those who are not simply members.
    pub(crate) fn badge(&self) -> Option<&'static str> {
        match self {
            Self::Member | Self::Deactivated => None,
            Self::Guest | Self::SingleChannelGuest => Some("Guest"),
            Self::External(_) => Some("External"),
        }
    }
}
