//! People use the app's shortcuts on messages.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, present};
use crate::slack::{
    Slack,
    deliveries::Kind,
    message::Metadata,
    response_urls::{Original, ResponseUrl},
    ts::Ts,
    workspace::ChannelKind,
};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shortcut {
    person: String,
    callback_id: String,
    channel: String,
    ts: Ts,
}

impl Slack {
    /// Sends the shortcut to the app and gives what was sent.
    pub(crate) fn shortcut(&self, shortcut: &Shortcut) -> Result<Value, Cannot> {
        self.change(|workspace| {
            let known = &workspace.app.shortcuts;
            if !known.iter().any(|(id, _)| *id == shortcut.callback_id) {
                let known: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
                return Err(Cannot::Find(format!(
                    "The app has no shortcut `{}`. It has: {}.",
                    shortcut.callback_id,
                    known.join(", ")
                )));
            }
            let (user, channel) = present(workspace, &shortcut.person, &shortcut.channel)?;
            let message = workspace.message(&channel, shortcut.ts).filter(|message| !message.tombstone);
            let message = message.ok_or_else(|| {
                Cannot::Find(format!(
                    "There is no message {} in `{}`. GET /control/slack/messages lists them.",
                    shortcut.ts, shortcut.channel
                ))
            })?;
            let shown = workspace.shown(&channel, message, Metadata::Shown);
            let name = workspace.channel(channel.as_str()).map(|place| match place.kind {
                ChannelKind::Public => place.name.clone(),
                ChannelKind::Private => "privategroup".to_owned(),
                ChannelKind::Direct(_) => "directmessage".to_owned(),
            });
            let handle = workspace.person(user.as_str()).map(|person| person.handle.clone());
            let (original, made_at) = (Original::Message(shortcut.ts), workspace.next_ts());
            let url =
                ResponseUrl { channel: channel.clone(), user: user.clone(), original, made_at, uses: 0 };
            let response_url = Slack::response_url(workspace, &self.base, url);
            let trigger = workspace.trigger(&user);
            let (team, app) = (&workspace.team, &workspace.app);
            let payload = json!({
                "type": "message_action", "token": app.verification_token, "action_ts": made_at,
                "team": {"id": team.id, "domain": team.domain},
                "user": {"id": user, "username": handle, "team_id": team.id, "name": handle},
                "channel": {"id": channel, "name": name}, "is_enterprise_install": false, "enterprise": null,
                "callback_id": shortcut.callback_id, "trigger_id": trigger, "response_url": response_url,
                "message_ts": shortcut.ts, "message": shown, "api_app_id": app.id,
            });
            workspace.deliveries.queue(Kind::Interactive, trigger, "message_action", &payload);
            Ok(payload)
        })
    }
}
