//! Connect links: one sign-in for one person, for one waiting call, for a few minutes, once.
//!
//! They lie sealed in the vault under a fingerprint of the link, so that they outlive a restart and so that the
//! name of a record opens nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::ports::{ConsentOffer, VaultError};
use kernel::{Code, ConsentId, Failure, Person, Secret, ThreadId, Time};
use oauth2::{CsrfToken, PkceCodeChallenge};
use serde::{Deserialize, Serialize};

use super::{GrantBook, unreadable};
use crate::digest::digest;
use crate::grant::{Registered, State};
use crate::oauth::Prompt;
use crate::{Identity, scopes, sealing};

const LIFE: Duration = Duration::from_mins(10);
const PREFIX: &str = "google/link/";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) person: Person,
    pub(crate) consent: ConsentId,
    /// Nothing when no call waits for it.
    pub(crate) thread: Option<ThreadId>,
    #[serde(with = "sealing")]
    pub(crate) verifier: Secret,
    pub(crate) scopes: BTreeSet<String>,
    /// The account that is most likely meant.
    pub(crate) account: Option<String>,
    pub(crate) prompt: Prompt,
    /// Where Google sends the browser in the end.
    pub(crate) redirect: String,
    pub(crate) expires: Time,
}

impl GrantBook {
    /// A link for what is needed; for what somebody is asked for by itself if that is nothing in particular.
    pub(crate) async fn mint_link(&self, offer: &ConsentOffer) -> Result<(Secret, Link), Failure> {
        let redirect = self.settings.redirect().map_err(|error| {
            let words = format!("No sign-in can be offered: {error}. Check public_url.");
            Failure::operator(Code::NotAvailable, words)
        })?;
        self.mint(offer, redirect.into()).await.map_err(|error| unreadable(&error))
    }

    async fn mint(&self, offer: &ConsentOffer, redirect: String) -> Result<(Secret, Link), VaultError> {
        self.sweep(PREFIX).await?;
        let used = self.used_for(&offer.person.id).await?;
        let another =
            used.is_some() && offer.needs.is_empty() && self.settings.identity == Identity::AnyAddress;
        let account = used.as_ref().map(|grant| grant.account.0.clone());
        let alive = used.filter(|grant| grant.state == State::Alive && grant.to == Registered::Usual);
        let granted = alive.as_ref().map(|grant| grant.scopes.clone()).unwrap_or_default();
        let mut wanted = match offer.needs.as_slice() {
            [] => scopes::by_itself(&self.settings.scopes),
            needs => scopes::wanted(needs, &granted),
        };
        wanted.extend(scopes::WHO_IT_IS.iter().map(|scope| scope.0.to_owned()));
        let (_, verifier) = PkceCodeChallenge::new_random_sha256();
        let link = Link {
            person: offer.person.clone(),
            consent: offer.consent.clone(),
            thread: offer.thread.clone(),
            verifier: Secret::new(verifier.secret()),
            scopes: wanted,
            account: account.or_else(|| offer.person.address.clone()).filter(|_| !another),
            prompt: match alive {
                _ if another => Prompt::Another,
                Some(_) => Prompt::AsNeeded,
                None => Prompt::Consent,
            },
            redirect,
            expires: self.clock.now().plus(LIFE),
        };
        let token = random_token();
        self.put_for_a_while(PREFIX, &token, &link).await?;
        Ok((token, link))
    }

    /// The link, left as it is: opening it twice is no sin.
    pub(crate) async fn look_at_link(&self, token: &str) -> Result<Option<Link>, VaultError> {
        let link: Option<Link> = self.get_for_a_while(PREFIX, token).await?;
        Ok(link.filter(|link| link.expires > self.clock.now()))
    }

    /// The link, which from now on is used up.
    pub(crate) async fn take_link(&self, token: &str) -> Result<Option<Link>, VaultError> {
        let _only_one = self.taking.lock().await;
        let link = self.look_at_link(token).await?;
        if link.is_some() {
            self.vault.remove(&record(PREFIX, token)).await?;
        }
        Ok(link)
    }

    pub(crate) async fn put_for_a_while<T: Serialize + Sync>(
        &self,
        prefix: &str,
        token: &Secret,
        value: &T,
    ) -> Result<(), VaultError> {
        let bytes = serde_json::to_vec(value).map_err(|error| VaultError::Unreachable(error.to_string()))?;
        self.vault.put(&record(prefix, token.reveal()), &bytes).await
    }

    pub(crate) async fn get_for_a_while<T: for<'de> Deserialize<'de>>(
        &self,
        prefix: &str,
        token: &str,
    ) -> Result<Option<T>, VaultError> {
        let bytes = self.vault.get(&record(prefix, token)).await?;
        // One of an older build is as good as expired.
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// Removes what has expired, so that abandoned sign-ins do not pile up.
    pub(crate) async fn sweep(&self, prefix: &str) -> Result<(), VaultError> {
        #[derive(Deserialize)]
        struct Expiring {
            expires: Time,
        }
        for name in self.vault.names(prefix).await? {
            let Some(bytes) = self.vault.get(&name).await? else { continue };
            let expiring = serde_json::from_slice::<Expiring>(&bytes).ok();
            if expiring.is_none_or(|expiring| expiring.expires <= self.clock.now()) {
                self.vault.remove(&name).await?;
            }
        }
        Ok(())
    }
}

/// 256 bits that nobody can guess.
pub(crate) fn random_token() -> Secret {
    Secret::new(CsrfToken::new_random_len(32).secret())
}

/// Tells tokens apart without being one.
pub(crate) fn fingerprint(token: &str) -> String {
    digest(token)
}

fn record(prefix: &str, token: &str) -> String {
    format!("{prefix}{}", fingerprint(token))
}
