//! The book of grants: who allowed us what in which Google account.
//!
//! Everything in it lies sealed in the vault. It does not know what the grants are used for.

mod access;
mod link;
mod shelf;

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::ports::{Clock, ConsentOffer, Grants, Lack, Soon, Vault, VaultError};
use kernel::{AccountId, Code, Failure, Person, PersonId};
use wire::{Configured, WireError};

use crate::grant::{Grant, State};
use crate::oauth::Oauth;
use crate::{Settings, scopes};

pub(crate) use link::{Link, fingerprint, random_token};
use shelf::Shelf;

pub struct GrantBook {
    pub(crate) settings: Arc<Settings>,
    pub(crate) oauth: Oauth,
    pub(crate) vault: Arc<dyn Vault>,
    pub(crate) clock: Arc<dyn Clock>,
    shelf: Shelf,
    /// Taking a link is a read and a removal; nobody may come between.
    taking: tokio::sync::Mutex<()>,
}

impl GrantBook {
    pub(crate) fn new(
        settings: Arc<Settings>,
        wire: Configured,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, WireError> {
        let oauth = Oauth::new(&settings, wire)?;
        Ok(Self {
            settings,
            oauth,
            vault,
            clock,
            shelf: Shelf::default(),
            taking: tokio::sync::Mutex::default(),
        })
    }

    /// The person's grants, the first connected first.
    async fn of(&self, person: &PersonId) -> Result<Vec<Grant>, VaultError> {
        let mut grants = Vec::new();
        for name in self.vault.names(&Grant::prefix(person)).await? {
            grants.extend(self.shelf.read(self.vault.as_ref(), &name).await?);
        }
        grants.sort_by_key(|grant| grant.connected);
        Ok(grants)
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

    /// Whether anybody has connected this account. Revoking a token of it would end theirs too.
    pub(crate) async fn is_in_use(&self, account: &AccountId) -> Result<bool, VaultError> {
        for name in self.vault.names(Grant::ALL).await? {
            let grant = self.shelf.read(self.vault.as_ref(), &name).await?;
            if grant.is_some_and(|grant| grant.account == *account && grant.state == State::Alive) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn choose(&self, person: &Person, needs: &[Vec<String>]) -> Result<AccountId, Lack> {
        let grants = self.of(&person.id).await.map_err(|error| Lack::Failure(unreadable(&error)))?;
        let alive = || grants.iter().filter(|grant| grant.state == State::Alive);
        if let Some(grant) = alive().find(|grant| scopes::lacking(needs, &grant.scopes).is_empty()) {
            return Ok(grant.account.clone());
        }
        let words = match (alive().next(), grants.first()) {
            (Some(grant), _) => more_needed(grant, needs),
            (None, Some(dead)) => {
                format!("Google no longer accepts my access to {}. Please connect it again.", dead.account)
            }
            (None, None) => format!(
                "I am not connected to a Google account of yours yet. Connecting lets me {}.",
                list(&scopes::lacking(needs, &BTreeSet::new()))
            ),
        };
        Err(Lack::Consent { words })
    }

    async fn forget(&self, person: &PersonId, account: &AccountId) -> Result<(), Failure> {
        let name = Grant::name(person, account);
        let place = self.shelf.place(&name);
        let mut held = place.lock().await;
        let vault = self.vault.as_ref();
        let Some(grant) = shelf::open(vault, &name).await.map_err(|error| unreadable(&error))? else {
            return Ok(());
        };
        vault.remove(&name).await.map_err(|error| unreadable(&error))?;
        *held = None;
        if grant.state == State::Dead {
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

impl Grants for GrantBook {
    fn for_call<'a>(
        &'a self,
        person: &'a Person,
        needs: &'a [Vec<String>],
    ) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(self.choose(person, needs))
    }

    fn offer<'a>(&'a self, offer: &'a ConsentOffer) -> Soon<'a, Result<String, Failure>> {
        Box::pin(self.mint_link(offer))
    }

    fn disconnect<'a>(
        &'a self,
        person: &'a PersonId,
        account: &'a AccountId,
    ) -> Soon<'a, Result<(), Failure>> {
        Box::pin(self.forget(person, account))
    }
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
