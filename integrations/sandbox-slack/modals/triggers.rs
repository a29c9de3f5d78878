//! Trigger ids: whoever presses something lets the app open one modal, within three seconds.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::{ids::UserId, ts::Ts};

/// How many of the newest are remembered, so that an old one is told from an invented one.
pub(crate) const KEPT: usize = 500;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Triggers {
    pub(crate) known: BTreeMap<String, Trigger>,
    /// The oldest first.
    pub(crate) order: VecDeque<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Trigger {
    pub(crate) user: UserId,
    pub(crate) made_at: Ts,
    pub(crate) used: bool,
}
