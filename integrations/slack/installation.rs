//! One installation of the app: who we are there, and the token that lets us in, sealed in the vault and renewed in time.
//!
//! With rotation a token lives for twelve hours, and the refresh token that brings the next one counts once. So one
//! caller renews for all, and the new pair is in the vault before anybody uses it. A process that dies between Slack's
//! answer and the vault has lost the new pair and used up the old refresh token. Slack leaves the old token alive until
//! its own end, so we renew well before that: what was lost costs a new installation, and until then everything works.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Clock, Vault, VaultError};
use kernel::{Secret, Time};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::oauth::{Granted, Oauth};
use crate::{Identity, SlackError, sealing};

/// How long before its end a token is renewed.
const EARLY: Duration = Duration::from_hours(2);
const PREFIX: &str = "slack/installation/";

/// Whether only a new installation helps.
pub(crate) fn is_over(code: &str) -> bool {
    matches!(
        code,
        "invalid_refresh_token"
            | "invalid_grant"
            | "invalid_auth"
            | "token_revoked"
            | "token_expired"
            | "account_inactive"
            | "team_disabled"
    )
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Installation {
    pub(crate) identity: Identity,
    #[serde(with = "sealing")]
    token: Secret,
    rotation: Option<Rotation>,
    /// Slack's word since which there is no next token.
    pub(crate) over: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Rotation {
    #[serde(with = "sealing")]
    refresh: Secret,
    ends: Time,
}

impl Installation {
    pub(crate) fn new(identity: Identity, granted: Granted, now: Time) -> Self {
        let mut installation = Self { identity, token: granted.token.clone(), rotation: None, over: None };
        installation.take(granted, now);
        installation
    }

    pub(crate) async fn all(vault: &dyn Vault) -> Result<Vec<Self>, VaultError> {
        let mut all = Vec::new();
        for name in vault.names(PREFIX).await? {
            match Self::open(vault, &name).await {
                Ok(found) => all.extend(found),
                Err(error) => tracing::error!(%error, name, "an installation cannot be read; install anew"),
            }
        }
        Ok(all)
    }

    pub(crate) async fn forget(vault: &dyn Vault, identity: &Identity) -> Result<(), VaultError> {
        vault.remove(&name(identity)).await
    }

    /// The token as it is kept, for whoever only looks.
    pub(crate) fn token(&self) -> &Secret {
        &self.token
    }

    pub(crate) fn has_ended(&self, now: Time) -> bool {
        self.rotation.as_ref().is_some_and(|rotation| rotation.ends <= now)
    }

    async fn open(vault: &dyn Vault, name: &str) -> Result<Option<Self>, VaultError> {
        let Some(bytes) = vault.get(name).await? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            VaultError::Unreachable(format!("`{name}` is no installation this build can read ({error})"))
        })
    }

    async fn seal(&self, vault: &dyn Vault) -> Result<(), VaultError> {
        let bytes = serde_json::to_vec(self).map_err(|error| VaultError::Unreachable(error.to_string()))?;
        vault.put(&name(&self.identity), &bytes).await
    }

    fn take(&mut self, granted: Granted, now: Time) {
        self.token = granted.token;
        self.rotation =
            granted.next.map(|next| Rotation { refresh: next.refresh, ends: now.plus(next.lives) });
        self.over = None;
    }
}

/// Under the workspace, or under the organisation if it is installed in all of it.
fn name(identity: &Identity) -> String {
    format!("{PREFIX}{}", identity.key())
}

/// An installation in use.
pub(crate) struct Held {
    /// Held while it is renewed, so that many calls at once lead to one renewal.
    now: Mutex<Kept>,
    oauth: Oauth,
    vault: Arc<dyn Vault>,
    clock: Arc<dyn Clock>,
}

struct Kept {
    installation: Installation,
    /// Slack has given us something that the vault has not.
    unsealed: bool,
}

impl Held {
    pub(crate) fn new(
        installation: Installation,
        oauth: Oauth,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { now: Mutex::new(Kept { installation, unsealed: false }), oauth, vault, clock }
    }

    /// Puts it into the vault for the first time.
    pub(crate) async fn seal(&self) -> Result<(), VaultError> {
        self.now.lock().await.installation.seal(self.vault.as_ref()).await
    }

    pub(crate) async fn current(&self) -> Result<Secret, SlackError> {
        let mut kept = self.now.lock().await;
        if kept.unsealed {
            self.keep(&mut kept).await;
        }
        let Some(rotation) = &kept.installation.rotation else { return Ok(kept.installation.token.clone()) };
        let (now, ends) = (self.clock.now(), rotation.ends);
        if ends > now.plus(EARLY) {
            return Ok(kept.installation.token.clone());
        }
        match self.renew(&mut kept).await {
            Err(error) if ends > now => {
                tracing::warn!(%error, "a token of Slack's cannot be renewed; it still works for a while");
                Ok(kept.installation.token.clone())
            }
            renewed => renewed,
        }
    }

    /// Slack did not take this token, whatever its date says.
    pub(crate) async fn instead_of(&self, expired: &Secret) -> Result<Secret, SlackError> {
        let mut kept = self.now.lock().await;
        if kept.installation.token != *expired {
            return Ok(kept.installation.token.clone());
        }
        self.renew(&mut kept).await
    }

    async fn renew(&self, kept: &mut Kept) -> Result<Secret, SlackError> {
        if self.adopt(kept).await && !kept.installation.has_ended(self.clock.now()) {
            return Ok(kept.installation.token.clone());
        }
        if let Some(code) = &kept.installation.over {
            return Err(refused(code));
        }
        let Some(rotation) = &kept.installation.rotation else { return Err(refused("token_expired")) };
        match self.oauth.renew(&rotation.refresh).await {
            Ok(granted) => {
                kept.installation.take(granted, self.clock.now());
                self.keep(kept).await;
                Ok(kept.installation.token.clone())
            }
            Err(SlackError::Refused { code, .. }) if is_over(&code) => {
                let workspace = &kept.installation.identity.team_name;
                tracing::error!(workspace, code, "Slack renews no token here: install the app again");
                kept.installation.over = Some(code.clone());
                self.keep(kept).await;
                Err(refused(&code))
            }
            Err(error) => Err(error),
        }
    }

    /// What another process has put into the vault since, a command beside us; whether there was something.
    async fn adopt(&self, kept: &mut Kept) -> bool {
        let kept_name = name(&kept.installation.identity);
        match Installation::open(self.vault.as_ref(), &kept_name).await {
            Ok(Some(found)) if !kept.unsealed && found.token != kept.installation.token => {
                kept.installation = found;
                true
            }
            Ok(_) => false,
            Err(error) => {
                tracing::error!(%error, "an installation cannot be read from the vault");
                false
            }
        }
    }

    /// What the vault does not take now it is given again with the next call.
    async fn keep(&self, kept: &mut Kept) {
        let sealed = kept.installation.seal(self.vault.as_ref()).await;
        kept.unsealed = sealed.is_err();
        if let Err(error) = sealed {
            let workspace = &kept.installation.identity.team_name;
            tracing::error!(%error, workspace, "a renewed token cannot be kept; a restart would lose it");
        }
    }
}

fn refused(code: &str) -> SlackError {
    SlackError::Refused { method: "oauth.v2.access".to_owned(), code: code.to_owned() }
}
