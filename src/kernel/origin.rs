//! Who brought a tool, and what it reaches for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who brought a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It is part of this program.
    #[default]
    House,
    /// A server outside, by its name in the configuration.
    Server(String),
    /// An extension of this program, by its name.
    Plugin(String),
}

impl Origin {
    pub fn is_house(&self) -> bool {
        *self == Self::House
    }
}

/// Something a tool reaches for beside what its person has granted. What a session does not allow is refused when the
/// tool is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Addresses on the internet.
    Network,
    /// Secrets of the installation, by name.
    Secrets,
    /// What is kept between sessions.
    Storage,
    /// The files of this machine.
    Files,
    /// Other programs on this machine.
    Processes,
    /// What people attached to their messages.
    Attachments,
}

impl Capability {
    pub const ALL: [Self; 6] =
        [Self::Network, Self::Secrets, Self::Storage, Self::Files, Self::Processes, Self::Attachments];

    pub fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Secrets => "secrets",
            Self::Storage => "storage",
            Self::Files => "files",
            Self::Processes => "processes",
            Self::Attachments => "attachments",
        }
    }
}
