//! Everything a client has to know to use the sandbox: the line that `countersign sandbox --json` prints.

use sandbox_google::{Google, GoogleClient, NoKey};
use sandbox_slack::Slack;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub page_url: String,
    pub control_url: String,
    pub slack_api_url: String,
    pub bot_token: String,
    pub app_token: String,
    pub signing_secret: String,
    /// The app configuration token, with which manifests are checked.
    #[serde(default)]
    pub configuration_token: String,
    pub bot_user_id: String,
    /// Of Slack's own installation; Google's are below.
    pub slack_client_id: String,
    pub slack_client_secret: String,
    pub slack_authorize_url: String,
    pub slack_app_id: String,
    pub slack_team_id: String,
    pub google_base_url: String,
    pub google_auth_url: String,
    pub google_token_url: String,
    pub google_revoke_url: String,
    pub google_device_code_url: String,
    pub client_id: String,
    pub client_secret: String,
    /// Of the type "Desktop app": returns to any port of this computer.
    pub desktop_client_id: String,
    pub desktop_client_secret: String,
    /// Of the type "TVs and Limited Input devices": the device flow only.
    pub device_client_id: String,
    pub device_client_secret: String,
    /// The content of the service account's key file.
    pub service_account_key: Value,
    pub people: Vec<CardPerson>,
    /// The workspaces beside the first.
    #[serde(default)]
    pub workspaces: Vec<CardWorkspace>,
}

/// A workspace beside the first: its own control API, and nothing else of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardWorkspace {
    pub name: String,
    pub slack_team_id: String,
    pub control_url: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardPerson {
    pub handle: String,
    pub name: String,
    pub slack_user_id: String,
    pub address: String,
    pub google_access_token: String,
}

impl Card {
    /// Everybody gets a fresh access token with every scope the five APIs know.
    pub(crate) fn new(
        base: &str,
        slack: &Slack,
        google: &Google,
        client: &GoogleClient,
    ) -> Result<Self, NoKey> {
        let (app, known) = (slack.app(), slack.configuration());
        let scopes = google.every_scope();
        let others = google.other_clients();
        let token = |handle: &str| google.token_for(handle, &scopes).unwrap_or_default();
        Ok(Self {
            page_url: format!("{base}/"),
            control_url: format!("{base}/control"),
            slack_api_url: format!("{base}/api/"),
            bot_token: app.bot_token,
            app_token: app.socket_token,
            signing_secret: app.signing_secret,
            configuration_token: app.configuration_token,
            bot_user_id: app.user.to_string(),
            slack_client_id: known.client_id,
            slack_client_secret: known.client_secret,
            slack_authorize_url: format!("{base}/oauth/v2/authorize"),
            slack_app_id: app.id.to_string(),
            slack_team_id: slack.team_id(),
            google_base_url: base.to_owned(),
            google_auth_url: format!("{base}/o/oauth2/v2/auth"),
            google_token_url: format!("{base}/token"),
            google_revoke_url: format!("{base}/revoke"),
            google_device_code_url: format!("{base}/device/code"),
            client_id: client.id.clone(),
            client_secret: client.secret.clone(),
            desktop_client_id: others.desktop.id,
            desktop_client_secret: others.desktop.secret,
            device_client_id: others.limited_input.id,
            device_client_secret: others.limited_input.secret,
            service_account_key: google.service_account()?.key_file(base)?,
            people: slack
                .people()
                .into_iter()
                .map(|person| CardPerson {
                    google_access_token: token(&person.handle),
                    handle: person.handle,
                    name: person.name,
                    slack_user_id: person.slack_user_id,
                    address: person.address,
                })
                .collect(),
            workspaces: slack.others().iter().map(|other| beside(base, other)).collect(),
        })
    }
}

fn beside(base: &str, slack: &Slack) -> CardWorkspace {
    let slack_team_id = slack.team_id();
    let control_url = format!("{base}/control/workspaces/{slack_team_id}");
    CardWorkspace { name: slack.team_name(), slack_team_id, control_url }
}
