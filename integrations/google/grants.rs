//! The book of grants: who allowed us what in which Google account.
//!
//! Everything in it lies sealed in the vault. It does not know what the grants are used for.

mod access;
mod delegation;
mod link;
mod preference;
mod shelf;

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::ports::{Clock, Lack, Vault, VaultError};
use kernel::{AccountId, Code, Failure, Person, PersonId};
use wire::Configured;

use crate::grant::Grant;
use crate::oauth::Oauth;
use crate::service_account::Minted;
use crate::{Settings, scopes};

pub(crate) use access::FORBIDDEN;
pub(crate) use link::{Link, fingerprint, random_token};
use shelf::Shelf;

pub(crate) struct GrantBook {
    pub(crate) settings: Arc<Settings>,
    pub(crate) oauth: Oauth,
    pub(crate) vault: Arc<dyn Vault>,
    pub(crate) clock: Arc<dyn Clock>,
    shelf: Shelf,
    minted: Minted,
    /// Taking a link is a read and a removal; nobody may come between.
    taking: tokio::sync::Mutex<()>,
}

impl GrantBook {
    pub(crate) fn new(
        settings: Arc<Settings>,
        wire: Configured,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let oauth = Oauth::new(&settings, wire);
        Self {
            settings,
            oauth,
            vault,
            clock,
            shelf: Shelf::default(),
            minted: Minted::default(),
            taking: tokio::sync::Mutex::default(),
        }
    }

    /// The person's grants, the preferred one first, then the first connected.
    pub(crate) async fn of(&self, person: &PersonId) -> Result<Vec<Grant>, VaultError> {
        Ok(self.with_preference(person).await?.0)
    }

    /// The same, and which account is preferred.
    async fn with_preference(
        &self,
        person: &PersonId,
    ) -> Result<(Vec<Grant>, Option<AccountId>), VaultError> {
        let mut grants = Vec::new();
        for name in self.vault.names(&Grant::prefix(person)).await? {
            grants.extend(self.shelf.read(self.vault.as_ref(), &name).await?);
        }
        let preferred = self.preferred(person).await?;
        grants.sort_by_key(|grant| (Some(&grant.account) != preferred.as_ref(), grant.connected));
        Ok((grants, preferred))
    }

    /// Seals a grant. Its first connection stays the first.
    pub(crate) async fn keep(&self, mut grant: Grant) -> Result<(), VaultError> {
        let name = Grant::name(&grant.person, &grant.account);
        let place = self.shelf.place(&name);
        let mut held = place.lock().await;
        if let Some(earlier) = shelf::open(self.vault.as_ref(), &name).await? {
            grant.connected = earlier.connected;
        }
        shelf::seal(self.vault.as_ref(), &name, &grant).await?;
        *held = Some(grant);
        Ok(())
    }

    /// The grant we hold for this person and account.
    pub(crate) async fn held(
        &self,
        person: &PersonId,
        account: &AccountId,
    ) -> Result<Option<Grant>, VaultError> {
        self.shelf.read(self.vault.as_ref(), &Grant::name(person, account)).await
    }

    /// Everybody's.
    pub(crate) async fn all(&self) -> Result<Vec<Grant>, VaultError> {
        let mut grants = Vec::new();
        for name in self.vault.names(Grant::ALL).await? {
            grants.extend(self.shelf.read(self.vault.as_ref(), &name).await?);
        }
        Ok(grants)
    }

    /// Whether anybody has connected this account. Revoking a token of it would end theirs too.
    pub(crate) async fn is_in_use(&self, account: &AccountId) -> Result<bool, VaultError> {
        let in_use = |grant: &Grant| grant.account == *account && grant.is_alive();
        Ok(self.all().await?.iter().any(in_use))
    }

    /// The one account that is used for somebody, whatever it allows: the one they chose, or else the first connected
    /// that works. What lies in one account must not be looked for, or written, in another that happens to allow more.
    pub(crate) async fn used_for(&self, person: &PersonId) -> Result<Option<Grant>, VaultError> {
        let (grants, preferred) = self.with_preference(person).await?;
        let meant = grants.iter().find(|grant| Some(&grant.account) == preferred.as_ref());
        let works = grants.iter().find(|grant| grant.is_alive());
        Ok(meant.or(works).or(grants.first()).cloned())
    }

    pub(crate) async fn choose(&self, person: &Person, needs: &[Vec<String>]) -> Result<AccountId, Lack> {
        let used = self.used_for(&person.id).await.map_err(|error| Lack::Failure(unreadable(&error)))?;
        if let Some(grant) = &used
            && grant.is_alive()
            && scopes::lacking(needs, &grant.scopes).is_empty()
        {
            return Ok(grant.account.clone());
        }
        let same = |account: &AccountId| used.as_ref().is_none_or(|grant| grant.account == *account);
        if let Some(account) = self.delegated(person).filter(same) {
            return self.allowed_by_delegation(needs).map(|()| account).map_err(Lack::Failure);
        }
        if self.settings.client.is_none() {
            return Err(Lack::Failure(not_ours(person)));
        }
        let words = match &used {
            Some(grant) if grant.is_alive() => more_needed(grant, needs),
            Some(dead) => format!("{} Please connect it again.", dead.trouble().unwrap_or_default()),
            None => format!(
                "I am not connected to a Google account of yours yet. Connecting lets me {}.",
                list(&scopes::lacking(needs, &BTreeSet::new()))
            ),
        };
        Err(Lack::Consent { words })
    }

    pub(crate) async fn forget(&self, person: &PersonId, account: &AccountId) -> Result<(), Failure> {
        let name = Grant::name(person, account);
        let place = self.shelf.place(&name);
        let mut held = place.lock().await;
        let vault = self.vault.as_ref();
        let Some(grant) = shelf::open(vault, &name).await.map_err(|error| unreadable(&error))? else {
            return Ok(());
        };
        vault.remove(&name).await.map_err(|error| unreadable(&error))?;
        *held = None;
        if !grant.is_alive() {
            return Ok(());
        }
        self.oauth.revoke(&grant.refresh).await.map_err(|error| {
            tracing::warn!(%error, "a grant was forgotten here but could not be revoked at Google");
            Failure::person(
                Code::NotAvailable,
                format!(
                    "I have forgotten my access to {account}, but Google could not be told. To be sure, remove \
                     it at https://myaccount.google.com/permissions."
                ),
            )
        })
    }
}

fn not_ours(person: &Person) -> Failure {
    let address = person.address.as_deref().unwrap_or("an address that I cannot see");
    Failure::person(
        Code::Denied,
        format!(
            "I may work only for people of this organisation's own domains, and Slack knows you as {address}. Ask \
             whoever runs this to allow your domain."
        ),
    )
}

fn more_needed(grant: &Grant, needs: &[Vec<String>]) -> String {
    let missing = list(&scopes::lacking(needs, &grant.scopes));
    format!("For this I also need your permission in {} to {missing}.", grant.account)
}

fn list(scopes: &BTreeSet<String>) -> String {
    let words: Vec<&str> = scopes.iter().map(|scope| scopes::in_words(scope)).collect();
    words.join(" and ")
}

pub(crate) fn unreadable(error: &VaultError) -> Failure {
    Failure::operator(
        Code::NotAvailable,
        format!(
            "The place where Google sign-ins are kept cannot be used: {error}. Check the vault and its key."
        ),
    )
}

#[cfg(test)]
mod tests;
