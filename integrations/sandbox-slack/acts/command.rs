//! People give slash commands.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Cannot, of_this_workspace, present};
use crate::{
    Slack,
    deliveries::Kind,
    response_urls::{Original, ResponseUrl},
    workspace::ChannelKind,
};

/// A command typed into a channel's composer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub person: String,
    pub channel: String,
    /// With its slash, e.g. `/countersign`.
    #[serde(rename = "command")]
    pub name: String,
    #[serde(default)]
    pub text: String,
}

impl Slack {
    /// Sends the command to the app and gives what was sent.
    pub fn command(&self, command: &Command) -> Result<Value, Cannot> {
        self.change(|workspace| {
            let app = &workspace.app;
            let installed = app.scopes.iter().any(|scope| scope == "commands");
            if !installed || !app.commands.contains(&command.name) {
                return Err(Cannot::Allowed(format!(
                    "{} is not a valid command. The commands here are: {}. To send it as a message, put a space \
                     before the slash.",
                    command.name,
                    app.commands.join(", ")
                )));
            }
            let (user, channel) = present(workspace, &command.person, &command.channel)?;
            of_this_workspace(workspace, &user)?;
            let now = workspace.next_ts();
            let original = Original::Nothing;
            let url =
                ResponseUrl { channel: channel.clone(), user: user.clone(), original, made_at: now, uses: 0 };
            let response_url = Slack::response_url(workspace, &self.base, url);
            let handle =
                workspace.person(user.as_str()).map(|person| person.handle.clone()).unwrap_or_default();
            let channel_name = workspace.channel(channel.as_str()).map(|place| match place.kind {
                ChannelKind::Public | ChannelKind::Group => place.name.clone(),
                ChannelKind::Private => "privategroup".to_owned(),
                ChannelKind::Direct(_) => "directmessage".to_owned(),
            });
            let trigger = workspace.trigger(&user);
            let payload = json!({
                "token": workspace.app.verification_token, "team_id": workspace.team.id,
                "team_domain": workspace.team.domain, "channel_id": channel, "channel_name": channel_name,
                "user_id": user, "user_name": handle, "command": command.name, "text": command.text,
                "api_app_id": workspace.app.id, "is_enterprise_install": workspace.whole().is_some().to_string(),
                "response_url": response_url, "trigger_id": trigger,
            });
            workspace.deliveries.queue(Kind::SlashCommands, trigger, &command.name, &payload);
            Ok(payload)
        })
    }
}
