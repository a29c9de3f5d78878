//! Timers: rows that say when something happens by itself. A decision does not remove the timer of its card: when the timer
//! is due, the state of the card tells that there is nothing left to do.

use kernel::ports::{ApprovalState, Soon, StoreError, Timers};
use kernel::{ApprovalId, CallEntry, CardEntry, ConsentId, ThreadId, Time};

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;
use crate::transaction::Transaction;

/// A card's life ends, or the delay after its approval.
const APPROVAL: &str = "approval";
/// A sign-in is given up.
const SIGN_IN: &str = "sign_in";

impl Timers for Store {
    // Rows of a newer build have kinds that are not here, and stay.
    fn next(&self) -> Soon<'_, Result<Option<Time>, StoreError>> {
        Box::pin(async move {
            let (at,): (Option<i64>,) =
                sqlx::query_as("SELECT MIN(at) FROM timers WHERE kind IN ('approval', 'sign_in')")
                    .fetch_one(&self.readers)
                    .await
                    .map_err(unreachable)?;
            Ok(at.map(Time))
        })
    }

    fn fire(&self) -> Soon<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let now = writing.now;
            let due: Vec<(String, String)> = writing
                .statement(
                    "SELECT kind, id FROM timers WHERE kind IN ('approval', 'sign_in') AND at <= $1 ORDER BY at",
                )
                .bind(now.0)
                .rows()
                .await?;
            for (kind, id) in &due {
                // First, because the entry that follows may set it anew.
                writing
                    .statement("DELETE FROM timers WHERE kind = $1 AND id = $2")
                    .bind(kind)
                    .bind(id)
                    .run()
                    .await?;
                if kind == APPROVAL {
                    writing.approval_is_due(&ApprovalId(id.clone())).await?;
                } else {
                    writing.sign_in_is_due(&ConsentId(id.clone())).await?;
                }
            }
            writing.commit().await?;
            Ok(due.len())
        })
    }

    fn changed(&self) -> Soon<'_, ()> {
        Box::pin(self.shared.timer_set.notified())
    }
}

impl Transaction {
    async fn approval_is_due(&mut self, id: &ApprovalId) -> Result<(), StoreError> {
        let Some(found) = self.find(id).await? else { return Ok(()) };
        let approval = found.id;
        let entry = match found.state {
            ApprovalState::Pending => CardEntry::Expired { approval },
            ApprovalState::Held => CardEntry::Released { approval },
            _ => return Ok(()),
        };
        self.receive(&found.thread, entry.into()).await
    }

    async fn sign_in_is_due(&mut self, consent: &ConsentId) -> Result<(), StoreError> {
        let open: Option<(String,)> = self
            .statement("SELECT thread FROM consents WHERE id = $1 AND open = 1")
            .bind(&consent.0)
            .row()
            .await?;
        let Some((thread,)) = open else { return Ok(()) };
        let why = "The sign-in was not made in time.".to_owned();
        let entry = CallEntry::Declined { consent: consent.clone(), why };
        self.receive(&ThreadId(thread), entry.into()).await
    }
}

/// Sets the timer of an approval, in place of one that it has.
pub(crate) fn set_approval(approval: &ApprovalId, at: Time, batch: &mut Batch) {
    set(APPROVAL, &approval.0, at, batch);
}

/// Sets the timer of an approval to the end of the delay for which it is held, if it is held.
pub(crate) async fn hold_approval(
    writing: &mut Transaction,
    approval: &ApprovalId,
) -> Result<(), StoreError> {
    let mut batch = Batch::default();
    batch.sets_timer = true;
    batch
        .add(
            "INSERT INTO timers SELECT 'approval', id, due FROM approvals WHERE id = ? AND state = 'held' \
             ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at",
        )
        .bind(&approval.0);
    writing.run(batch).await.map(drop)
}

/// Sets the timer of a sign-in, in place of one that it has.
pub(crate) fn set_sign_in(consent: &ConsentId, at: Time, batch: &mut Batch) {
    set(SIGN_IN, &consent.0, at, batch);
}

fn set(kind: &'static str, id: &str, at: Time, batch: &mut Batch) {
    batch.sets_timer = true;
    batch
        .add(
            "INSERT INTO timers (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at",
        )
        .bind(kind)
        .bind(id)
        .bind(at.0);
}
