//! Working for people by the service account, where there is one.

use kernel::{AccountId, Code, Failure, Person, Secret};

use super::GrantBook;
use crate::scopes;
use crate::service_account::Mint;

impl GrantBook {
    /// The account this person is worked for without having signed in.
    pub(super) fn delegated(&self, person: &Person) -> Option<AccountId> {
        self.settings.service_account.as_ref()?.covers(person).map(AccountId)
    }

    /// What was configured is what the administrator of the domain has allowed; nothing configured means everything.
    pub(super) fn allowed_by_delegation(&self, needs: &[Vec<String>]) -> Result<(), Failure> {
        let allowed = &self.settings.scopes;
        let lacking = scopes::lacking(needs, allowed);
        if allowed.is_empty() || lacking.is_empty() {
            return Ok(());
        }
        let words: Vec<&str> = lacking.iter().map(|scope| scopes::in_words(scope)).collect();
        Err(Failure::operator(
            Code::ScopeMissing,
            format!(
                "This installation may not {} here. Whoever runs it can add the scopes to `[google] scopes`, after the \
                 domain\u{2019}s administrator has allowed them.",
                words.join(" and ")
            ),
        ))
    }

    /// A token for the person's own account, of the least scope that is enough.
    pub(super) async fn delegated_token(
        &self,
        person: &Person,
        account: &AccountId,
        any_of: &[&str],
    ) -> Option<Result<Secret, Failure>> {
        let service = self.settings.service_account.as_ref()?;
        // Whose mailbox it is, the workspace says; an account that came from anywhere else is not worked in.
        let subject = service.covers(person).filter(|address| *address == account.0)?;
        let allowed = &self.settings.scopes;
        let scope = any_of.iter().find(|scope| allowed.contains(**scope)).or(any_of.first())?;
        let mint = Mint {
            account: service,
            wire: &self.oauth.wire,
            token: self.settings.token.url(),
            clock: &*self.clock,
        };
        Some(self.minted.token(&mint, &subject, scope).await)
    }
}
