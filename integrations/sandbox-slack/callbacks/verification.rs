//! Where the app is reached: switching between sockets and request URLs, and the challenge a request URL has to answer.

use std::time::Duration;

use http::StatusCode;
use sandbox_world::{TransportSeed, is_on_this_computer};
use serde_json::{Value, json};

use super::{Answered, Callback};
use crate::{Slack, acts::Cannot, deliveries::Kind, ids, sockets::Reason};

/// What is to be set; what is left out stays.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    pub transport: Option<TransportSeed>,
    pub request_url: Option<String>,
    pub interactivity_url: Option<String>,
    pub options_url: Option<String>,
    pub command_url: Option<String>,
}

impl Slack {
    /// Sets how the app is reached. A request URL is taken only if it answers the challenge.
    pub async fn set_reach(&self, reach: Reach) -> Result<(), Cannot> {
        let urls = [&reach.request_url, &reach.interactivity_url, &reach.options_url, &reach.command_url];
        if let Some(far) = urls.into_iter().flatten().find(|url| !is_on_this_computer(url)) {
            return Err(Cannot::Allowed(format!(
                "`{far}` is no http address on this computer. Give one like http://127.0.0.1:8400/slack/events."
            )));
        }
        if let Some(url) = &reach.request_url {
            self.challenge(url).await?;
        }
        let transport = self.change(|workspace| {
            let set = &mut workspace.configuration;
            set.transport = reach.transport.unwrap_or(set.transport);
            set.request_url = reach.request_url.clone().or_else(|| set.request_url.take());
            set.interactivity_url = reach.interactivity_url.or_else(|| set.interactivity_url.take());
            set.options_url = reach.options_url.or_else(|| set.options_url.take());
            set.command_url = reach.command_url.or_else(|| set.command_url.take());
            if reach.request_url.is_some() {
                workspace.subscriptions = workspace.subscriptions.anew();
            }
            Ok::<_, Cannot>(set.transport)
        })?;
        self.spread();
        if transport == TransportSeed::Http {
            self.disconnect(None, Reason::LinkDisabled, Duration::ZERO);
        }
        Ok(())
    }

    async fn challenge(&self, url: &str) -> Result<(), Cannot> {
        let challenge = ids::random(52);
        let app = self.app();
        let body =
            json!({"token": app.verification_token, "challenge": challenge, "type": "url_verification"});
        let callback = Callback {
            attempt: String::new(),
            url: url.to_owned(),
            kind: Kind::EventsApi,
            body: body.to_string(),
            retry: None,
            signing_secret: app.signing_secret,
        };
        let limit = Duration::from_millis(self.timing().ack());
        match tokio::time::timeout(limit, callback.send()).await {
            Ok(Ok(answered)) if repeats(&answered, &challenge) => Ok(()),
            Ok(Ok(Answered { status, .. })) => Err(Cannot::Allowed(format!(
                "Your URL didn't respond with the value of the `challenge` parameter; it answered {status}. Make it \
                 answer 200 with that value."
            ))),
            Ok(Err(failure)) => Err(Cannot::Allowed(format!(
                "Your URL could not be reached: {}. Start the app and set it again.",
                failure.word()
            ))),
            Err(_) => Err(Cannot::Allowed(
                "Your URL didn't respond in time. Make it answer the challenge at once.".to_owned(),
            )),
        }
    }
}

/// As plain text, as a form or as JSON.
fn repeats(answered: &Answered, challenge: &str) -> bool {
    let text = String::from_utf8_lossy(&answered.body);
    let json: Value = serde_json::from_str(&text).unwrap_or_default();
    answered.status == StatusCode::OK
        && (text.trim() == challenge
            || text.trim() == format!("challenge={challenge}")
            || json.get("challenge").and_then(Value::as_str) == Some(challenge))
}
