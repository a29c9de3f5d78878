//! What configuration and environment say about Slack.

use std::sync::Arc;

use kernel::Secret;
use kernel::ports::{Inbox, Letter, Proof};
use slack::{Distribution, Hook, InboundHealth, Means, Sockets, Workspaces};
use tokio::sync::mpsc::UnboundedSender;
use wire::PackServices;

use crate::{Config, Environment, Exit, Trouble};

/// The ways by which Slack may reach us; at least one. Both together do no harm: what comes twice is known.
pub(crate) struct SlackTransport {
    app_token: Option<Secret>,
    signing_secret: Option<Secret>,
}

impl SlackTransport {
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
    pub(crate) fn hook(
        &self,
        inbox: &Arc<dyn Inbox>,
        letters: &UnboundedSender<Letter>,
        proof: &Arc<dyn Proof>,
        workspaces: &Workspaces,
    ) -> Option<Hook> {
        let hook = Hook::new(self.signing_secret.as_ref()?, Arc::clone(inbox), letters.clone());
        Some(hook.with_proof(Arc::clone(proof)).with_workspaces(workspaces.clone()))
    }

    /// How well we hear through them, before we do.
    pub(crate) fn inbound_health(&self) -> InboundHealth {
        if self.app_token.is_some() { InboundHealth::listening() } else { InboundHealth::called() }
    }

    /// By which we call Slack, if we may.
    pub(crate) fn sockets(
        self,
        workspaces: Workspaces,
        inbox: Arc<dyn Inbox>,
        letters: UnboundedSender<Letter>,
        inbound_health: Arc<InboundHealth>,
    ) -> Option<Sockets> {
        let client = workspaces.client();
        let sockets = |token| Sockets::new(client, token, inbox, letters);
        self.app_token
            .map(|token| sockets(token).with_inbound_health(inbound_health).with_workspaces(workspaces))
    }
}

/// The token of the one workspace we are told of; there need be none if people install the app themselves.
pub(crate) fn bot_token(config: &Config, environment: &Environment) -> Result<Option<Secret>, Trouble> {
    match &environment.slack_bot_token {
        None if distribution(config, environment)?.is_none() => wrong(
            "Set SLACK_BOT_TOKEN (xoxb-…). The README shows where to get it. To try it without Slack, run: countersign",
        ),
        Some(token) if !token.reveal().contains("xoxb-") => wrong(
            "SLACK_BOT_TOKEN is not a bot's token: it must begin with xoxb-. Are the two tokens swapped?",
        ),
        token => Ok(token.clone()),
    }
}

/// What others need to install the app, if they may.
pub(crate) fn distribution(
    config: &Config,
    environment: &Environment,
) -> Result<Option<Distribution>, Trouble> {
    match (environment.slack_client_id.clone(), environment.slack_client_secret.clone()) {
        (Some(client_id), Some(client_secret)) => {
            let (public_url, allowed) = (config.public_url.clone(), config.file.slack.workspaces.clone());
            Ok(Some(Distribution { client_id, client_secret, public_url, allowed }))
        }
        (None, None) => Ok(None),
        (Some(_), None) => {
            wrong("SLACK_CLIENT_ID is set and SLACK_CLIENT_SECRET is not. Set both or neither.")
        }
        (None, Some(_)) => {
            wrong("SLACK_CLIENT_SECRET is set and SLACK_CLIENT_ID is not. Set both or neither.")
        }
    }
}

/// Not yet in any.
pub(crate) fn workspaces(
    config: &Config,
    environment: &Environment,
    services: &PackServices,
) -> Result<Workspaces, Trouble> {
    let PackServices { http, vault, clock, .. } = services.clone();
    let means = Means {
        settings: slack::Settings {
            api: environment.slack_api.clone(),
            timing: config.file.slack.timing(),
            pacing: config.file.slack.rate_limits,
        },
        habits: config.file.slack.habits(),
        distribution: distribution(config, environment)?,
        wire: http,
        vault,
        clock,
    };
    Workspaces::new(means).map_err(|error| Trouble::new(Exit::Configuration, error))
}

fn wrong<T>(words: &str) -> Result<T, Trouble> {
    Err(Trouble::new(Exit::Configuration, words))
}
