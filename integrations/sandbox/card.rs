//! Everything a client has to know to use the sandbox: the line that `countersign sandbox --json` prints.

use serde::{Deserialize, Serialize};

use crate::{
    google::{Google, GoogleClient},
    slack::Slack,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub page_url: String,
    pub control_url: String,
    pub slack_api_url: String,
    pub bot_token: String,
    pub app_token: String,
    pub signing_secret: String,
    pub bot_user_id: String,
    pub google_base_url: String,
    pub google_auth_url: String,
    pub google_token_url: String,
    pub google_revoke_url: String,
    pub client_id: String,
    pub client_secret: String,
    pub people: Vec<CardPerson>,
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
    pub(crate) fn new(base: &str, slack: &Slack, google: &Google, client: &GoogleClient) -> Self {
        let app = slack.app();
        let scopes = google.every_scope();
        let token = |handle: &str| google.token_for(handle, &scopes).unwrap_or_default();
        Self {
            page_url: format!("{base}/"),
            control_url: format!("{base}/control"),
            slack_api_url: format!("{base}/api/"),
            bot_token: app.bot_token,
            app_token: app.socket_token,
            signing_secret: app.signing_secret,
            bot_user_id: app.user.to_string(),
            google_base_url: base.to_owned(),
            google_auth_url: format!("{base}/o/oauth2/v2/auth"),
            google_token_url: format!("{base}/token"),
            google_revoke_url: format!("{base}/revoke"),
            client_id: client.id.clone(),
            client_secret: client.secret.clone(),
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
        }
    }
}
