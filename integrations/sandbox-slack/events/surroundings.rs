//! Events about what is around messages: who comes, what is shared, what somebody looks at, what became of the app.

use serde_json::{Value, json};

use crate::{
    ids::{ChannelId, TeamId, UserId},
    workspace::{ChannelKind, Workspace},
};

impl Workspace {
    /// Tells the app, if it is in the channel, that somebody has joined it; it may be the app itself.
    pub(crate) fn tell_joined(
        &mut self,
        channel: &ChannelId,
        user: &UserId,
        by: Option<&UserId>,
    ) -> Option<String> {
        let place = self.channel(channel.as_str()).filter(|place| place.has(&self.app.user))?;
        let letter = if place.kind == ChannelKind::Public { "C" } else { "G" };
        let mut event = json!({
            "type": "member_joined_channel", "user": user, "channel": channel, "channel_type": letter,
            "team": self.team_of(user), "event_ts": self.next_ts(),
        });
        if let (Some(by), Some(fields)) = (by, event.as_object_mut()) {
            fields.insert("inviter".into(), json!(by));
        }
        self.tell("member_joined_channel", channel, &event)
    }

    pub(crate) fn tell_shared(&mut self, channel: &ChannelId, team: &TeamId) -> Option<String> {
        let event = json!({
            "type": "channel_shared", "connected_team_id": team, "channel": channel, "event_ts": self.next_ts(),
        });
        self.tell("channel_shared", channel, &event)
    }

    pub(crate) fn tell_unshared(&mut self, channel: &ChannelId, team: &TeamId) -> Option<String> {
        let still = self.channel(channel.as_str())?.is_shared_outside();
        let event = json!({
            "type": "channel_unshared", "previously_connected_team_id": team, "channel": channel,
            "is_ext_shared": still, "event_ts": self.next_ts(),
        });
        self.tell("channel_unshared", channel, &event)
    }

    pub(crate) fn tell_id_changed(&mut self, old: &ChannelId, new: &ChannelId) -> Option<String> {
        let event = json!({
            "type": "channel_id_changed", "old_channel_id": old, "new_channel_id": new, "event_ts": self.next_ts(),
        });
        self.tell("channel_id_changed", new, &event)
    }

    /// Tells the app what somebody looks at while it is open beside it.
    pub(crate) fn tell_context(&mut self, user: &UserId) -> Option<String> {
        let channel = self.direct_channel(user)?.id.clone();
        let event = json!({
            "type": "app_context_changed", "user": user, "channel": channel, "context": self.context(user),
            "event_ts": self.next_ts(),
        });
        self.tell("app_context_changed", &channel, &event)
    }

    /// What somebody looks at; empty where they look at nothing but the app.
    pub(crate) fn context(&self, user: &UserId) -> Value {
        match self.looks.get(user) {
            Some(entities) => json!({"entities": entities}),
            None => json!({}),
        }
    }

    /// Names users, never tokens.
    pub(crate) fn tell_revoked(&mut self) -> Option<String> {
        let event = json!({"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [self.app.user]}});
        self.tell_about_the_app("tokens_revoked", &event)
    }

    pub(crate) fn tell_uninstalled(&mut self) -> Option<String> {
        let event = json!({"type": "app_uninstalled"});
        self.tell_about_the_app("app_uninstalled", &event)
    }
}
