//! People look at things: a channel beside the app, a window that is loaded anew.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, Told, place, somebody};
use crate::{Slack, ts::Ts};

/// What somebody has before them while the app is open beside it; nothing at all when everything is left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    person: String,
    #[serde(default)]
    channel: Option<String>,
    /// A message of that channel.
    #[serde(default)]
    ts: Option<Ts>,
    #[serde(default)]
    canvas: Option<String>,
    #[serde(default)]
    list: Option<String>,
}

impl Slack {
    pub fn look(&self, look: &Look) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, &look.person)?;
            let channel = look.channel.as_ref().map(|channel| place(workspace, channel)).transpose()?;
            let channel = channel.map(|channel| channel.id.clone());
            let entity = |kind: &str, value: Value| {
                json!({"type": format!("slack#/types/{kind}"), "value": value, "team_id": workspace.team.id})
            };
            let mut entities: Vec<Value> = Vec::new();
            if let (Some(channel), Some(ts)) = (&channel, look.ts) {
                entities.push(entity("message_context", json!({"channel_id": channel, "message_ts": ts})));
            }
            entities.extend(channel.iter().map(|channel| entity("channel_id", json!(channel))));
            entities.extend(look.canvas.iter().map(|canvas| entity("canvas_id", json!(canvas))));
            entities.extend(look.list.iter().map(|list| entity("list_id", json!(list))));
            if entities.is_empty() {
                workspace.looks.remove(&user);
            } else {
                workspace.looks.insert(user.clone(), entities);
            }
            Ok(Told { event_ids: workspace.tell_context(&user).into_iter().collect() })
        })
    }

    /// What only one person sees is gone once they load Slack anew. Says how many messages that were.
    pub fn reload(&self, person: &str) -> Result<usize, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, person)?;
            let before = workspace.ephemerals.len() + workspace.slackbot.len();
            workspace.ephemerals.retain(|ephemeral| ephemeral.recipient != user);
            workspace.slackbot.retain(|ephemeral| ephemeral.recipient != user);
            Ok(before - workspace.ephemerals.len() - workspace.slackbot.len())
        })
    }
}
