//! What configuration and environment say about Slack.

use std::sync::Arc;

use axum::Router;
use kernel::Secret;
use kernel::ports::{Inbox, Letter};
use slack::{Hook, Sockets};
use tokio::sync::mpsc::UnboundedSender;

use crate::{Config, Environment, Exit, Trouble};

/// The ways by which Slack may reach us; at least one. Both together do no harm: what comes twice is known.
pub(crate) struct Doors {
    app_token: Option<Secret>,
    signing_secret: Option<Secret>,
}

impl Doors {
    pub(crate) fn of(environment: &Environment) -> Result<Self, Trouble> {
        let (app_token, signing_secret) =
            (environment.slack_app_token.clone(), environment.slack_signing_secret.clone());
        match &app_token {
            None if signing_secret.is_none() => wrong(
                "Set SLACK_APP_TOKEN (xapp-…), so that we can call Slack; or SLACK_SIGNING_SECRET, if Slack is to \
                 call us. The README shows where to get them. To try it without Slack, run: countersign",
            ),
            Some(token) if !token.reveal().starts_with("xapp-") => wrong(
                "SLACK_APP_TOKEN is not an app's token: it must begin with xapp-. Are the two tokens swapped?",
            ),
            Some(_) | None => Ok(Self { app_token, signing_secret }),
        }
    }

    /// Where Slack calls us, if it may.
    pub(crate) fn hook(&self, inbox: &Arc<dyn Inbox>, letters: &UnboundedSender<Letter>) -> Router {
        self.signing_secret
            .as_ref()
            .map(|secret| Hook::new(secret, Arc::clone(inbox), letters.clone()).routes())
            .unwrap_or_default()
    }

    /// By which we call Slack, if we may.
    pub(crate) fn sockets(
        self,
        client: Arc<slack::Client>,
        inbox: Arc<dyn Inbox>,
        letters: UnboundedSender<Letter>,
    ) -> Option<Sockets> {
        self.app_token.map(|token| Sockets::new(client, token, inbox, letters))
    }
}

pub(crate) fn slack_client(config: &Config, environment: &Environment) -> Result<slack::Client, Trouble> {
    let Some(bot_token) = environment.slack_bot_token.clone() else {
        return wrong(
            "Set SLACK_BOT_TOKEN (xoxb-…). The README shows where to get it. To try it without Slack, run: countersign",
        );
    };
    if !bot_token.reveal().contains("xoxb-") {
        return wrong(
            "SLACK_BOT_TOKEN is not a bot's token: it must begin with xoxb-. Are the two tokens swapped?",
        );
    }
    let settings =
        slack::Settings { api: environment.slack_api.clone(), bot_token, timing: config.slack.timing };
    slack::Client::new(settings).map_err(|error| Trouble::new(Exit::Configuration, error))
}

fn wrong<T>(words: &str) -> Result<T, Trouble> {
    Err(Trouble::new(Exit::Configuration, words))
}
