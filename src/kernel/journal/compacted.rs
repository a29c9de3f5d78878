//! What was said earlier, in fewer words.

use serde::{Deserialize, Serialize};

use super::Body;
use crate::{Label, PersonId, TurnId};

/// Stands in the place of whole turns from now on, in every conversation that is made for this requester. It counts only
/// as long as nothing was taken back since: what somebody deleted is not to live on in a summary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compacted {
    /// The turn it was made in.
    pub turn: TurnId,
    pub requester: PersonId,
    /// The turns it stands for.
    pub turns: Vec<TurnId>,
    /// In those that stay, answers up to this record are named and not shown.
    pub upto: u64,
    pub summary: Body,
    /// Never better than that of anything it stands for.
    pub label: Label,
}
