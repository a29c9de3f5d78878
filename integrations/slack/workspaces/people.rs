//! Learns from events about people and channels, so that Slack need not be asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::Stop;
use kernel::ports::{Vault, VaultError};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::{Workspace, Workspaces};
use crate::json::{at, text};

/// Followed by the workspace; what is kept there is which events arrive, for the doctor.
const HEARD: &str = "slack/heard/";
const MESSAGES: &str = "messages";
const PROFILES: &str = "profiles";

/// Whether changes of profiles have ever been told; nothing where no event has arrived yet.
pub(crate) async fn hears_profiles(vault: &dyn Vault, team: &str) -> Result<Option<bool>, VaultError> {
    let heard = vault.get(&format!("{HEARD}{team}")).await?;
    Ok(heard.map(|heard| heard == PROFILES.as_bytes()))
}

/// How often it is checked whether everybody has to be looked up again; a first event does not wait for it.
const EACH: Duration = Duration::from_mins(10);
/// Pause after a lookup that failed.
const AFTER_TROUBLE: Duration = Duration::from_mins(1);

impl Workspaces {
    /// Takes over a `user_change` or `team_join`.
    pub(crate) fn profile_changed(&self, raw: &Value) {
        let payload = at(raw, "/payload");
        let Some((workspace, event)) =
            payload.and_then(|payload| Some((self.of_payload(payload)?, at(payload, "/event")?)))
        else {
            return;
        };
        workspace.directory.profile_changed(event);
        self.note_heard(&workspace.identity.team, PROFILES, &workspace.heard.profiles);
    }

    /// Takes over what an event tells beside what it is about.
    pub(super) fn learn(&self, workspace: &Workspace, payload: &Value) {
        let of = |pointer: &str| text(payload, pointer);
        match (of("/event/type"), of("/event/channel")) {
            (Some("channel_shared" | "channel_unshared"), Some(channel)) => {
                workspace.directory.sharing_changed(channel);
            }
            (Some("message"), Some(channel)) => {
                self.note_heard(&workspace.identity.team, MESSAGES, &workspace.heard.messages);
                if let (Some("im"), Some(user)) = (of("/event/channel_type"), of("/event/user")) {
                    workspace.chat.note_direct(user, channel);
                }
            }
            _ => {}
        }
    }

    /// Notes down once which events arrive: Slack does not tell what an app has subscribed to.
    fn note_heard(&self, team: &str, kind: &'static str, noted: &AtomicBool) {
        if noted.swap(true, Ordering::Relaxed) {
            return;
        }
        let (this, name) = (self.clone(), format!("{HEARD}{team}"));
        tokio::spawn(async move {
            let vault = &this.0.vault;
            let note = async || match vault.get(&name).await? {
                Some(_) if kind == MESSAGES => Ok(()),
                _ => vault.put(&name, kind.as_bytes()).await,
            };
            if let Err(error) = note().await {
                tracing::warn!(%error, name, "it cannot be noted down which events arrive");
            }
        });
    }

    /// Says whether everything that Slack tells reaches us.
    pub(crate) fn hears(&self, everything: bool) {
        self.0.hears.store(everything, Ordering::Relaxed);
        for workspace in self.every_one() {
            workspace.directory.hears(everything);
        }
    }

    /// Looks up everybody in every workspace, and again when events or time call for it, until it is stopped. What is
    /// needed before that is looked up as it is needed.
    pub async fn keep_people(&self, stop: Stop) {
        tokio::select! {
            () = stop.pulled() => {}
            () = self.keep_everybody() => {}
        }
    }

    async fn keep_everybody(&self) {
        loop {
            // An organisation has no people of its own: they are listed by workspace.
            let is_one = |workspace: &Arc<Workspace>| {
                workspace.identity.organisation.as_ref() != Some(&workspace.identity.team)
            };
            for workspace in self.every_one().into_iter().filter(is_one) {
                if let Err(error) = workspace.directory.keep_everybody().await {
                    let name = &workspace.identity.team_name;
                    tracing::info!(%error, workspace = name, "the people of a workspace cannot be listed now");
                    sleep(AFTER_TROUBLE).await;
                }
            }
            // An entry that gets old rings no bell, so the loop looks by itself.
            drop(timeout(EACH, self.0.people_wanted.notified()).await);
        }
    }
}
