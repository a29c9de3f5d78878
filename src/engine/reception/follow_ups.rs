//! Whether something that is said in a thread of ours without a mention is for us.

use kernel::ports::{ApprovalState, StoreError};
use kernel::{PersonId, ThreadId};

use super::Reception;
use crate::desk::FollowUps;
use crate::progress::{CardKind, Progress};

impl Reception {
    pub(super) async fn is_for_us(&self, thread: &ThreadId, from: &PersonId) -> Result<bool, StoreError> {
        if self.desk.follow_ups == FollowUps::Thread {
            return Ok(true);
        }
        let ports = &self.desk.ports;
        let journal = ports.journal.read(thread, 0).await?;
        let cards = Progress::of(&journal).cards;
        for asked in cards.iter().filter(|card| card.kind == CardKind::Inquiry) {
            let row = ports.approvals.approval(&asked.approval).await?;
            if row.is_some_and(|row| row.state == ApprovalState::Pending && row.requester == *from) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
