//! The other apps of the workspace: what they are, and how their messages are marked.

use sandbox_world::{BotKind, BotSeed};
use serde::{Deserialize, Serialize};

use super::ids::{AppId, BotId, UserId};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bot {
    pub id: BotId,
    pub app: AppId,
    pub name: String,
    pub kind: BotKind,
}

impl Bot {
    pub(crate) fn new(seed: &BotSeed) -> Self {
        let whose = format!("bot {}", seed.name);
        Self { id: BotId::of(&whose), app: AppId::of(&whose), name: seed.name.clone(), kind: seed.kind }
    }

    /// Its bot user; an integration has none.
    pub fn user(&self) -> Option<UserId> {
        match self.kind {
            BotKind::App | BotKind::Workflow => Some(UserId::of(&format!("bot {}", self.name))),
            BotKind::Integration => None,
        }
    }
}
