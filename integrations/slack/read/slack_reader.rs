//! What it takes to read what Slack sends of one workspace.

use super::pairs::Pairs;
use crate::{Habits, Identity};

/// The name of this integration on a delivery.
pub(crate) const FROM: &str = "slack";

pub(crate) struct SlackReader {
    pub(super) identity: Identity,
    pub(super) habits: Habits,
    pub(super) pairs: Pairs,
}

impl SlackReader {
    pub(crate) fn new(identity: Identity, habits: Habits) -> Self {
        Self { identity, habits, pairs: Pairs::default() }
    }
}
