//! Who we are in the workspace.

use serde_json::json;

use crate::json::text;
use crate::{Client, SlackError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub team: String,
    pub team_name: String,
    pub bot_user: String,
    pub bot_id: String,
    /// Slack does not tell it to every token.
    pub app_id: Option<String>,
}

impl Identity {
    pub async fn fetch(client: &Client) -> Result<Self, SlackError> {
        const METHOD: &str = "auth.test";
        let answer = client.post(METHOD, &json!({})).await?;
        let needed = |pointer: &str| {
            text(&answer, pointer).map(str::to_owned).ok_or_else(|| SlackError::Unclear {
                method: METHOD.to_owned(),
                why: format!(
                    "there is no {pointer} in the answer; is SLACK_BOT_TOKEN a bot's token (xoxb-…)?"
                ),
            })
        };
        Ok(Self {
            team: needed("/team_id")?,
            team_name: needed("/team")?,
            bot_user: needed("/user_id")?,
            bot_id: needed("/bot_id")?,
            app_id: text(&answer, "/app_id").map(str::to_owned),
        })
    }
}
