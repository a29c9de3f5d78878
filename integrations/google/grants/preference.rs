//! Which of several accounts somebody wants to be used.

use kernel::ports::VaultError;
use kernel::{AccountId, Code, Failure, PersonId};

use super::{GrantBook, unreadable};
use crate::grant::encoded;

impl GrantBook {
    pub(super) async fn preferred(&self, person: &PersonId) -> Result<Option<AccountId>, VaultError> {
        let bytes = self.vault.get(&record(person)).await?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(AccountId))
    }

    /// Only an account that is connected can be preferred.
    pub(crate) async fn make_preferred(&self, person: &PersonId, account: &AccountId) -> Result<(), Failure> {
        let grants = self.of(person).await.map_err(|error| unreadable(&error))?;
        let meant = |grant: &&crate::grant::Grant| grant.account.0.eq_ignore_ascii_case(&account.0);
        let Some(grant) = grants.iter().find(meant) else {
            let words = format!("{account} is not connected. `status` shows which accounts are.");
            return Err(Failure::person(Code::NotFound, words));
        };
        let words = grant.account.0.as_bytes();
        self.vault.put(&record(person), words).await.map_err(|error| unreadable(&error))
    }
}

fn record(person: &PersonId) -> String {
    format!("google/preferred/{}", encoded(&person.0))
}
