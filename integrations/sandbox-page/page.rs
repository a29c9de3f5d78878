//! The state of the page: Slack, Google, and who has seen what.

use std::sync::Arc;

use sandbox_google::Google;
use sandbox_slack::Slack;
use sandbox_world::Changes;
use tokio::sync::watch;

use crate::seen::Seen;

/// All that the page can reach.
pub struct Page {
    pub(crate) slack: Arc<Slack>,
    pub(crate) google: Arc<Google>,
    pub(crate) changes: Changes,
    pub(crate) stopping: watch::Receiver<bool>,
    pub(crate) seen: Seen,
}

impl Page {
    /// `stopping` ends the streams, which would otherwise never end.
    pub fn new(
        slack: Arc<Slack>,
        google: Arc<Google>,
        changes: Changes,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        Self { slack, google, changes, stopping, seen: Seen::new() }
    }
}
