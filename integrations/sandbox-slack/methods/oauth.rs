//! `oauth.v2.access`, `auth.revoke` and `apps.uninstall`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal};
use crate::installation::{Issued, TOKEN_LIVES};

/// A code for a token, or a refresh token for a new one.
pub(super) fn access(call: &Call<'_>) -> Answer {
    authenticate(call)?;
    match call.arguments.text("grant_type")?.as_deref() {
        None | Some("" | "authorization_code") => {
            let code = call.arguments.text("code")?.filter(|code| !code.is_empty());
            let code = code.ok_or_else(|| Refusal::new("invalid_code"))?;
            let redirect_uri = call.arguments.text("redirect_uri")?.filter(|uri| !uri.is_empty());
            call.slack.change(|workspace| {
                let (approved, issued) = workspace.exchange_code(&code, redirect_uri.as_deref())?;
                let mut answer = token(workspace, &issued);
                if let Some(fields) = answer.as_object_mut() {
                    fields.insert("authed_user".into(), json!({"id": approved.user}));
                }
                Ok(answer)
            })
        }
        Some("refresh_token") => {
            let refresh = call.arguments.text("refresh_token")?.unwrap_or_default();
            call.slack.change(|workspace| {
                let issued = workspace.refresh(&refresh)?;
                Ok(token(workspace, &issued))
            })
        }
        Some(_) => Err(Refusal::new("invalid_grant_type")),
    }
}

pub(super) fn revoke(call: &Call<'_>) -> Answer {
    if call.arguments.flag("test")? {
        return Ok(json!({"revoked": false}));
    }
    call.slack.change(|workspace| {
        workspace.revoke();
        Ok(json!({"revoked": true}))
    })
}

pub(super) fn uninstall(call: &Call<'_>) -> Answer {
    authenticate(call)?;
    call.slack.change(|workspace| {
        workspace.uninstall();
        Ok(json!({}))
    })
}

/// The client's id and secret, as arguments or as HTTP Basic.
fn authenticate(call: &Call<'_>) -> Result<(), Refusal> {
    let (id, secret) = match &call.basic {
        Some((id, secret)) => (Some(id.clone()), Some(secret.clone())),
        None => (call.arguments.text("client_id")?, call.arguments.text("client_secret")?),
    };
    call.slack.read(|workspace| {
        let known = &workspace.configuration;
        if id.as_ref() != Some(&known.client_id) {
            return Err(Refusal::new("invalid_client_id"));
        }
        if secret.as_ref() != Some(&known.client_secret) {
            return Err(Refusal::new("bad_client_secret"));
        }
        Ok(())
    })
}

fn token(workspace: &crate::workspace::Workspace, issued: &Issued) -> Value {
    let app = &workspace.app;
    let team = match workspace.whole() {
        Some(_) => Value::Null,
        None => json!({"id": workspace.team.id, "name": workspace.team.name}),
    };
    let mut answer = json!({
        "app_id": app.id, "scope": app.scopes.join(","), "token_type": "bot", "access_token": issued.token,
        "bot_user_id": app.user, "team": team, "enterprise": workspace.enterprise_field(),
        "is_enterprise_install": workspace.whole().is_some(),
    });
    if let (Some(refresh), Some(fields)) = (&issued.refresh, answer.as_object_mut()) {
        fields.insert("refresh_token".into(), json!(refresh));
        fields.insert("expires_in".into(), json!(TOKEN_LIVES));
    }
    answer
}
