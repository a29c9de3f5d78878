//! `api.test`, `auth.test` and `apps.connections.open`.

use serde_json::json;

use super::{Answer, Call, Refusal, Token};

pub(super) fn api_test(call: &Call<'_>) -> Answer {
    let mut arguments = call.arguments.all().clone();
    arguments.remove("token");
    match call.arguments.text("error")? {
        Some(error) if !error.is_empty() => Err(Refusal::new(error)),
        _ if arguments.is_empty() => Ok(json!({})),
        _ => Ok(json!({"args": arguments})),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every method of the table has this shape")]
pub(super) fn test(call: &Call<'_>) -> Answer {
    Ok(call.slack.read(|workspace| {
        let (team, app) = (&workspace.team, &workspace.app);
        if call.token == Token::App {
            return json!({"app_name": app.name, "app_id": app.id});
        }
        let mut who = json!({
            "url": format!("https://{}.slack.com/", team.domain), "team": team.name, "team_id": team.id,
            "user": app.name.to_lowercase(), "user_id": app.user, "bot_id": app.bot, "is_enterprise_install": workspace.whole().is_some(),
        });
        if let (Some(whole), Some(fields)) = (workspace.whole(), who.as_object_mut()) {
            fields.insert("team".into(), json!(whole.name));
            fields.insert("team_id".into(), json!(whole.id));
            fields.insert("enterprise_id".into(), json!(whole.id));
        }
        who
    }))
}

#[expect(clippy::unnecessary_wraps, reason = "every method of the table has this shape")]
pub(super) fn open_connection(call: &Call<'_>) -> Answer {
    let address = call.slack.base.replacen("http", "ws", 1);
    let app = call.slack.read(|workspace| workspace.app.id.clone());
    let ticket = call.slack.issue_ticket();
    Ok(json!({"url": format!("{address}/link/?ticket={ticket}&app_id={app}")}))
}
