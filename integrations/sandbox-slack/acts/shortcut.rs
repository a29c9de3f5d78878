//! People use the app's shortcuts, on a message or anywhere.

use sandbox_world::ShortcutKind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, of_this_workspace, present, somebody};
use crate::{
    Slack,
    deliveries::Kind,
    ids::UserId,
    message::{Author, Metadata},
    response_urls::{Original, ResponseUrl},
    ts::Ts,
    workspace::{ChannelKind, Workspace},
};

/// A shortcut, on a message if one is named.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shortcut {
    person: String,
    callback_id: String,
    #[serde(default)]
    channel: Option<String>,
    #[serde(default)]
    ts: Option<Ts>,
}

impl Slack {
    /// Sends the shortcut to the app and gives what was sent.
    pub fn shortcut(&self, shortcut: &Shortcut) -> Result<Value, Cannot> {
        self.change(|workspace| {
            let on = shortcut.channel.as_deref().zip(shortcut.ts);
            let kind = if on.is_some() { ShortcutKind::Message } else { ShortcutKind::Global };
            let known = &workspace.configuration.shortcuts;
            if !known.iter().any(|it| it.callback_id == shortcut.callback_id && it.kind == kind) {
                let known: Vec<&str> = known.iter().map(|it| it.callback_id.as_str()).collect();
                return Err(Cannot::Find(format!(
                    "The app has no such shortcut `{}`. It has: {}. Set them: POST /control/slack/app.",
                    shortcut.callback_id,
                    known.join(", ")
                )));
            }
            let user = somebody(workspace, &shortcut.person)?;
            of_this_workspace(workspace, &user)?;
            let trigger = workspace.trigger(&user);
            let mut payload = common(workspace, &user, shortcut, &trigger);
            let about = match on {
                None => "shortcut",
                Some((channel, ts)) => {
                    let message = on_message(workspace, &self.base, (&shortcut.person, channel, ts))?;
                    if let (Some(fields), Value::Object(message)) = (payload.as_object_mut(), message) {
                        fields.extend(message);
                    }
                    "message_action"
                }
            };
            if let Some(fields) = payload.as_object_mut() {
                fields.insert("type".into(), json!(about));
            }
            workspace.deliveries.queue(Kind::Interactive, trigger, about, &payload);
            Ok(payload)
        })
    }
}

fn common(workspace: &mut Workspace, user: &UserId, shortcut: &Shortcut, trigger: &str) -> Value {
    let now = workspace.next_ts();
    let handle = workspace.person(user.as_str()).map(|person| person.handle.clone()).unwrap_or_default();
    let app = &workspace.app;
    json!({
        "token": app.verification_token, "action_ts": now, "team": workspace.team_field(),
        "user": {"id": user, "username": handle, "team_id": workspace.team_of(user), "name": handle},
        "is_enterprise_install": workspace.whole().is_some(), "enterprise": workspace.enterprise_field(), "callback_id": shortcut.callback_id,
        "trigger_id": trigger, "api_app_id": app.id,
    })
}

/// What a shortcut on a message says beside.
fn on_message(
    workspace: &mut Workspace,
    base: &str,
    (person, channel, ts): (&str, &str, Ts),
) -> Result<Value, Cannot> {
    let (user, id) = present(workspace, person, channel)?;
    let message = workspace.message(&id, ts).filter(|message| !message.tombstone);
    let message = message.ok_or_else(|| {
        Cannot::Find(format!(
            "There is no message {ts} in `{channel}`. GET /control/slack/messages lists them."
        ))
    })?;
    let shown = workspace.shown(&id, message, Metadata::Shown);
    let name = workspace.channel(id.as_str()).map(|place| match place.kind {
        ChannelKind::Public | ChannelKind::Group => place.name.clone(),
        ChannelKind::Private => "privategroup".to_owned(),
        ChannelKind::Direct(_) => "directmessage".to_owned(),
    });
    // Only its own message can an app replace or delete.
    let original = if message.author == Author::App { Original::Message(ts) } else { Original::Nothing };
    let made_at = workspace.next_ts();
    let url = ResponseUrl { channel: id.clone(), user, original, made_at, uses: 0 };
    let response_url = Slack::response_url(workspace, base, url);
    Ok(json!({
        "channel": {"id": id, "name": name}, "message_ts": ts, "message": shown, "response_url": response_url,
    }))
}
