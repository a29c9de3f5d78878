//! One desk for each workspace: the parts of the sandbox that its control API acts on.

use std::sync::Arc;

use sandbox_google::Google;
use sandbox_slack::Slack;
use sandbox_world::Changes;

use crate::{card::Card, faults::Faults, requests::Requests};

/// All that the control API can reach.
pub(crate) struct Desk {
    pub(crate) card: Card,
    pub(crate) slack: Arc<Slack>,
    pub(crate) google: Arc<Google>,
    pub(crate) requests: Arc<Requests>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) changes: Changes,
    /// Where it is reached.
    pub(super) path: String,
}

impl Desk {
    pub(crate) fn new(card: Card, slack: Arc<Slack>, google: Arc<Google>, changes: Changes) -> Self {
        let path = "/control".to_owned();
        Self { card, slack, google, requests: Arc::default(), faults: Arc::default(), changes, path }
    }

    /// The same for a workspace beside the first.
    pub(super) fn at(&self, slack: &Arc<Slack>) -> Self {
        Self {
            card: self.card.clone(),
            slack: Arc::clone(slack),
            google: Arc::clone(&self.google),
            requests: Arc::clone(&self.requests),
            faults: Arc::clone(&self.faults),
            changes: self.changes.clone(),
            path: format!("{}/workspaces/{}", self.path, slack.team_id()),
        }
    }
}
