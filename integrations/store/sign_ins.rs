//! What waits for somebody to sign in, and how that ends.

use kernel::ports::StoreError;
use kernel::{AccountId, CallEntry, ConsentId, Entry, PersonId, ThreadId};

use crate::transaction::Transaction;

impl Transaction {
    /// One sign-in serves whatever waits for it, in whichever thread.
    pub(crate) async fn connected(
        &mut self,
        person: &PersonId,
        account: &AccountId,
        taken_up: &ConsentId,
    ) -> Result<(), StoreError> {
        let waiting: Vec<(String, String)> = self
            .statement("SELECT id, thread FROM consents WHERE person = $1 AND open = 1 ORDER BY id")
            .bind(&person.0)
            .rows()
            .await?;
        for (consent, thread) in waiting {
            let (elsewhere, account) = (consent != taken_up.0, account.clone());
            let entry = Entry::Call(CallEntry::Connected { consent: ConsentId(consent), account, elsewhere });
            self.receive(&ThreadId(thread), entry).await?;
        }
        Ok(())
    }
}
