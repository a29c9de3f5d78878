//! Who we are in the workspace.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub(crate) team: String,
    pub(crate) team_name: String,
    pub(crate) bot_user: String,
    pub(crate) bot_id: String,
    /// Slack does not tell it to every token.
    pub(crate) app_id: Option<String>,
    /// The organisation, if we are installed in all its workspaces at once.
    pub(crate) organisation: Option<String>,
    /// The workspace's address; unknown for the workspaces of an organisation and in installations of older versions.
    #[serde(default)]
    pub(crate) url: Option<String>,
}

impl Identity {
    /// What the installation goes by: the organisation, or the workspace.
    pub(crate) fn key(&self) -> &str {
        self.organisation.as_deref().unwrap_or(&self.team)
    }

    /// The same in one workspace of the organisation.
    pub(crate) fn in_workspace(&self, team: &str) -> Self {
        Self { team: team.to_owned(), ..self.clone() }
    }
}
