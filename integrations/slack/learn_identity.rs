//! Asks Slack who we are in the workspace.

use kernel::Stop;
use serde_json::json;

use crate::json::{text, yes};
use crate::{Client, Exit, Identity, SlackError, lasting_refusal};

pub(crate) async fn fetch(client: &Client) -> Result<Identity, SlackError> {
    const METHOD: &str = "auth.test";
    // Without patience of its own: whoever asks again says so each time.
    let answer = client.post_once(METHOD, &json!({})).await?;
    let told = |pointer: &str| text(&answer, pointer).map(str::to_owned);
    let needed = |pointer: &str| {
        told(pointer).ok_or_else(|| SlackError::Unclear {
            method: METHOD.to_owned(),
            why: format!("there is no {pointer} in the answer; is SLACK_BOT_TOKEN a bot's token (xoxb-…)?"),
        })
    };
    let organisation = told("/enterprise_id").filter(|_| yes(&answer, "/is_enterprise_install"));
    Ok(Identity {
        url: told("/url").filter(|_| organisation.is_none()),
        team: needed("/team_id")?,
        team_name: needed("/team")?,
        bot_user: needed("/user_id")?,
        bot_id: needed("/bot_id")?,
        app_id: told("/app_id"),
        organisation,
    })
}

/// Asks until Slack answers, says that it never will, or we are told to stop.
pub(crate) async fn learn(client: &Client, stop: &Stop) -> Result<Identity, Exit> {
    let mut tried = 0;
    loop {
        let fetched = tokio::select! {
            () = stop.pulled() => return Err(Exit::Stopped),
            fetched = fetch(client) => fetched,
        };
        let error = match fetched {
            Ok(identity) => return Ok(identity),
            Err(SlackError::Refused { code, .. }) => {
                let words = lasting_refusal(&code).unwrap_or("Compare the app's settings with the manifest.");
                return Err(Exit::Refused { code, words: words.to_owned() });
            }
            Err(error) => error,
        };
        tried += 1;
        let pause = client.settings().timing.reconnecting().pause(tried);
        tracing::warn!(%error, ?pause, "Slack does not tell us who we are; asking again");
        tokio::select! {
            () = stop.pulled() => return Err(Exit::Stopped),
            () = tokio::time::sleep(pause) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, identity, quick, soon};

    const TEST: &str = "auth.test";

    #[tokio::test]
    async fn we_ask_until_slack_tells_us_who_we_are() {
        let slack = ScriptedSlack::start().await;
        // More failures than one call has patience for.
        for _ in 0..7 {
            slack.will(TEST, Answer::Status(503, json!({})));
        }
        let answer =
            json!({"ok": true, "team_id": "T1", "team": "Harbour", "user_id": "UBOT", "bot_id": "BBOT"});
        slack.will(TEST, Answer::Says(answer));
        let learned = soon(learn(&slack.client(quick()), &Stop::default())).await;
        assert_eq!(learned, Ok(identity()));
    }

    #[tokio::test]
    async fn a_bad_token_and_a_stop_end_the_asking() {
        let slack = ScriptedSlack::start().await;
        slack.will(TEST, Answer::Says(json!({"ok": false, "error": "invalid_auth"})));
        let client = slack.client(quick());
        let refused = soon(learn(&client, &Stop::default())).await.unwrap_err();
        assert!(matches!(refused, Exit::Refused { code, .. } if code == "invalid_auth"));
        let stop = Stop::default();
        stop.pull();
        assert_eq!(soon(learn(&client, &stop)).await, Err(Exit::Stopped));
    }
}
