//! Whoever administers the app changes what is set for it, takes its token, or takes it out of the workspace.

use std::collections::BTreeSet;

use sandbox_world::ShortcutSeed;
use serde_json::{Value, json};

use super::{Cannot, Told};
use crate::{Slack, subscriptions::FailureLimit};

/// What is to be set; what is left out stays.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub scopes: Option<Vec<String>>,
    pub events: Option<BTreeSet<String>>,
    pub shortcuts: Option<Vec<ShortcutSeed>>,
    pub redirect_uris: Option<Vec<String>>,
    pub token_rotation: Option<bool>,
    pub home_tab: Option<bool>,
    pub terse_changes: Option<bool>,
}

impl Slack {
    pub fn set_app(&self, settings: Settings) -> Result<(), Cannot> {
        self.change(|workspace| {
            let known = &mut workspace.configuration;
            if let Some(events) = settings.events {
                known.events = events;
            }
            if let Some(shortcuts) = settings.shortcuts {
                known.shortcuts = shortcuts;
            }
            if let Some(redirect_uris) = settings.redirect_uris {
                known.redirect_uris = redirect_uris;
            }
            known.token_rotation = settings.token_rotation.unwrap_or(known.token_rotation);
            known.home_tab = settings.home_tab.unwrap_or(known.home_tab);
            known.terse_changes = settings.terse_changes.unwrap_or(known.terse_changes);
            if let Some(scopes) = settings.scopes {
                workspace.app.scopes = scopes;
            }
            Ok::<_, Cannot>(())
        })?;
        self.spread();
        Ok(())
    }

    /// When an app that fails is sent no more events.
    pub fn set_failure_limit(&self, limit: FailureLimit) -> Result<(), Cannot> {
        self.change(|workspace| {
            workspace.subscriptions.limit = limit;
            Ok(())
        })
    }

    pub fn revoke_token(&self) -> Result<Told, Cannot> {
        self.change(|workspace| Ok(Told { event_ids: workspace.revoke() }))
    }

    pub fn uninstall(&self) -> Result<Told, Cannot> {
        self.change(|workspace| Ok(Told { event_ids: workspace.uninstall() }))
    }

    /// Ends the tokens that have an end. Says how many there are.
    pub fn expire_tokens(&self) -> Result<usize, Cannot> {
        self.change(|workspace| Ok(workspace.expire_tokens()))
    }

    /// The app as the control API shows it.
    pub fn app_view(&self) -> Value {
        self.read(|workspace| {
            let (app, known) = (&workspace.app, &workspace.configuration);
            let (sent, failed) = workspace.subscriptions.counts();
            json!({
                "app_id": app.id, "team_id": workspace.team.id, "bot_id": app.bot, "user_id": app.user,
                "transport": known.transport, "request_url": known.request_url,
                "interactivity_url": known.interactivity_url, "options_url": known.options_url,
                "command_url": known.command_url,
                "scopes": app.scopes, "events": known.events, "shortcuts": known.shortcuts,
                "redirect_uris": known.redirect_uris, "token_rotation": known.token_rotation,
                "home_tab": known.home_tab, "rate_limits": known.rate_limits, "installation": workspace.state(),
                "subscriptions": {
                    "disabled": workspace.subscriptions.disabled, "limit": workspace.subscriptions.limit,
                    "sent": sent, "failed": failed,
                },
            })
        })
    }
}
