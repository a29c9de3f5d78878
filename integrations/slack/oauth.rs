//! `oauth.v2.access`: a code for a token, and a refresh token for the next one.
//!
//! Reads the answer tolerantly: an organisation-wide installation has no team.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Secret;
use serde_json::Value;
use url::Url;
use wire::{Address, Configured, Method};

use crate::json::{text, yes};
use crate::{BOT_SCOPES, SlackError};

const METHOD: &str = "oauth.v2.access";

/// The app as Slack knows it when it is installed by others.
#[derive(Clone, Debug)]
pub struct Distribution {
    pub client_id: Secret,
    pub client_secret: Secret,
    /// Our own listener, as a browser reaches it.
    pub public_url: Address,
    /// Which workspaces and organisations may install it, by their ids; all if none is named.
    pub allowed: BTreeSet<String>,
}

#[derive(Clone)]
pub(crate) struct Oauth {
    api: Address,
    wire: Configured,
    app: Distribution,
}

/// What an installation gives us.
#[derive(Debug)]
pub(crate) struct Granted {
    pub(crate) token: Secret,
    /// If tokens rotate.
    pub(crate) next: Option<Next>,
    pub(crate) scopes: Vec<String>,
}

/// What brings the next token, and how long this one lives.
#[derive(Debug)]
pub(crate) struct Next {
    pub(crate) refresh: Secret,
    pub(crate) lives: Duration,
}

impl Oauth {
    pub(crate) fn new(api: Address, wire: Configured, app: Distribution) -> Self {
        Self { api, wire, app }
    }

    /// Where somebody lets us in.
    pub(crate) fn authorize(&self, state: &str) -> Result<Url, SlackError> {
        let mut url = self.api.url().clone();
        url.set_path("/oauth/v2/authorize");
        url.query_pairs_mut()
            .clear()
            .append_pair("client_id", self.app.client_id.reveal())
            .append_pair("scope", &BOT_SCOPES.join(","))
            .append_pair("redirect_uri", self.redirect()?.as_str())
            .append_pair("state", state);
        Ok(url)
    }

    pub(crate) fn allows(&self, workspace: &str) -> bool {
        self.app.allowed.is_empty() || self.app.allowed.contains(workspace)
    }

    /// Where people begin.
    pub(crate) fn begin(&self) -> Result<Url, SlackError> {
        Ok(self.app.public_url.at(&["slack", "install"])?)
    }

    fn redirect(&self) -> Result<Url, SlackError> {
        Ok(self.app.public_url.at(&["slack", "callback"])?)
    }

    pub(crate) async fn exchange(&self, code: &str) -> Result<Granted, SlackError> {
        let redirect = self.redirect()?;
        self.call(&[("code", code), ("redirect_uri", redirect.as_str())]).await
    }

    pub(crate) async fn renew(&self, refresh: &Secret) -> Result<Granted, SlackError> {
        self.call(&[("grant_type", "refresh_token"), ("refresh_token", refresh.reveal())]).await
    }

    /// Once: a code and a refresh token count once, so nobody may send them again in the hope that they were lost.
    async fn call(&self, fields: &[(&str, &str)]) -> Result<Granted, SlackError> {
        let client =
            [("client_id", self.app.client_id.reveal()), ("client_secret", self.app.client_secret.reveal())];
        let form: Vec<&(&str, &str)> = client.iter().chain(fields).collect();
        let request = self.wire.request(Method::POST, self.api.at(&[METHOD])?).form(&form);
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(error) if error.may_have_acted() => return Err(unclear(&error.to_string())),
            Err(error) => {
                return Err(SlackError::Unsent { method: METHOD.to_owned(), why: error.to_string() });
            }
        };
        if answer.status.as_u16() == 429 {
            return Err(SlackError::Busy { method: METHOD.to_owned(), after: answer.retry_after() });
        }
        granted(&answer.json().map_err(|_| unclear("the answer is not JSON"))?)
    }
}

fn granted(answer: &Value) -> Result<Granted, SlackError> {
    if !yes(answer, "/ok") {
        let code = text(answer, "/error").ok_or_else(|| unclear("the answer does not say ok"))?;
        return Err(SlackError::Refused { method: METHOD.to_owned(), code: code.to_owned() });
    }
    let token = text(answer, "/access_token").ok_or_else(|| unclear("there is no token in the answer"))?;
    let lives = answer.pointer("/expires_in").and_then(Value::as_u64);
    let next = text(answer, "/refresh_token")
        .zip(lives)
        .map(|(refresh, lives)| Next { refresh: Secret::new(refresh), lives: Duration::from_secs(lives) });
    let scopes = text(answer, "/scope").unwrap_or_default().split(',').map(str::to_owned).collect();
    Ok(Granted { token: Secret::new(token), next, scopes })
}

fn unclear(why: &str) -> SlackError {
    SlackError::Unclear { method: METHOD.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_without_a_team_is_as_good() {
        let answer = json!({"ok": true, "access_token": "xoxe.xoxb-1", "token_type": "bot", "team": null,
            "enterprise": {"id": "E1", "name": "Group"}, "is_enterprise_install": true,
            "refresh_token": "xoxe-1", "expires_in": 43200, "scope": "chat:write,commands"});
        let granted = granted(&answer).unwrap();
        assert_eq!((granted.token.reveal(), granted.scopes.len()), ("xoxe.xoxb-1", 2));
        assert_eq!(granted.next.unwrap().lives, Duration::from_hours(12));
    }

    #[test]
    fn what_says_no_and_what_says_nothing_are_told_apart() {
        let refused = granted(&json!({"ok": false, "error": "invalid_code"})).unwrap_err();
        assert!(refused.is_called("invalid_code"));
        for odd in [json!({}), json!(null), json!({"ok": true}), json!({"ok": true, "access_token": 7})] {
            assert!(matches!(granted(&odd), Err(SlackError::Unclear { .. })), "{odd}");
        }
        let forever = json!({"ok": true, "access_token": "xoxb-1", "refresh_token": null});
        assert!(granted(&forever).unwrap().next.is_none());
    }
}
