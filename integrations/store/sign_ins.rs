//! What waits for somebody to sign in, and how that ends.

use kernel::ports::StoreError;
use kernel::{AccountId, CallEntry, ConsentId, Entry, PersonId, ThreadId};

use crate::writing::Writing;

impl Writing {
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

    /// Ends the sign-ins that nobody has made in time; how many.
    pub(crate) async fn give_up_sign_ins(&mut self) -> Result<usize, StoreError> {
        let now = self.now;
        let late: Vec<(String, String)> = self
            .statement("SELECT id, thread FROM consents WHERE open = 1 AND until <= $1 ORDER BY id")
            .bind(now.0)
            .rows()
            .await?;
        for (consent, thread) in &late {
            let why = "The sign-in was not made in time.".to_owned();
            let entry = Entry::Call(CallEntry::Declined { consent: ConsentId(consent.clone()), why });
            self.receive(&ThreadId(thread.clone()), entry).await?;
        }
        Ok(late.len())
    }
}
