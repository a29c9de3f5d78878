//! Connect links: one sign-in for one person, for one waiting call, for a few minutes, once.
//!
//! They lie sealed in the vault under a fingerprint of the link, so that they outlive a restart and so that the
//! name of a record opens nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::ports::{ConsentOffer, VaultError};
use kernel::{Code, ConsentId, Failure, Person, Secret, ThreadId, Time};
use oauth2::{CsrfToken, PkceCodeChallenge};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{GrantBook, unreadable};
use crate::grant::State;
use crate::oauth::Prompt;
use crate::{scopes, sealing};

const LIFE: Duration = Duration::from_mins(10);
const PREFIX: &str = "google/link/";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) person: Person,
    pub(crate) consent: ConsentId,
    pub(crate) thread: ThreadId,
    #[serde(with = "sealing")]
    pub(crate) verifier: Secret,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) prompt: Prompt,
    pub(crate) expires: Time,
}

impl GrantBook {
    pub(super) async fn mint_link(&self, offer: &ConsentOffer) -> Result<String, Failure> {
        self.mint(offer).await.map_err(|error| unreadable(&error)).and_then(|link| {
            self.settings.connect(link.reveal()).map(String::from).map_err(|error| {
                Failure::operator(
                    Code::NotAvailable,
                    format!("No sign-in can be offered: {error}. Check public_url."),
                )
            })
        })
    }

    async fn mint(&self, offer: &ConsentOffer) -> Result<Secret, VaultError> {
        self.sweep(PREFIX).await?;
        let grants = self.of(&offer.person.id).await?;
        let alive = grants.iter().find(|grant| grant.state == State::Alive);
        let granted = alive.map(|grant| grant.scopes.clone()).unwrap_or_default();
        let mut wanted = scopes::wanted(&offer.needs, &granted);
        wanted.extend(scopes::WHO_IT_IS.iter().map(|scope| scope.0.to_owned()));
        let (_, verifier) = PkceCodeChallenge::new_random_sha256();
        let link = Link {
            person: offer.person.clone(),
            consent: offer.consent.clone(),
            thread: offer.thread.clone(),
            verifier: Secret::new(verifier.secret()),
            scopes: wanted,
            prompt: if alive.is_some() { Prompt::AsNeeded } else { Prompt::Consent },
            expires: self.clock.now().plus(LIFE),
        };
        let token = random_token();
        self.put_for_a_while(PREFIX, &token, &link).await?;
        Ok(token)
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
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

fn record(prefix: &str, token: &str) -> String {
    format!("{prefix}{}", fingerprint(token))
}
