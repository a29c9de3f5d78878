//! The Events API: what the app is told, in Slack's own shape.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

use super::{
    deliveries::Kind,
    ids::{self, ChannelId, UserId},
    message::{Author, Message, Metadata},
    text,
    ts::Ts,
    workspace::{ChannelKind, Workspace},
};

/// Which of the two events of a mention are sent, and which goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    #[default]
    MessageFirst,
    MentionFirst,
    MessageOnly,
    MentionOnly,
}

impl Workspace {
    /// Tells the app of a new message, and of its mention if it is one. Gives the event ids.
    pub(crate) fn tell_posted(&mut self, channel: &ChannelId, ts: Ts, order: Order) -> Vec<String> {
        let (Some(place), Some(message)) = (self.channel(channel.as_str()), self.message(channel, ts)) else {
            return Vec::new();
        };
        if !place.has(&self.app.user) {
            return Vec::new();
        }
        let type_word = place.type_word();
        let direct = matches!(place.kind, ChannelKind::Direct(_));
        let mentioned = !direct
            && message.author != Author::App
            && text::mentions(&message.content.text, self.app.user.as_str());
        let mut event = self.event_fields(channel, message);
        event.insert("channel".into(), json!(channel));
        event.insert("event_ts".into(), json!(ts));
        let mut mention = event.clone();
        mention.insert("type".into(), json!("app_mention"));
        event.insert("channel_type".into(), json!(type_word));
        let plain = ("message", Value::Object(event));
        let mention = ("app_mention", Value::Object(mention));
        let told = match (mentioned, order) {
            (false, Order::MentionOnly) => Vec::new(),
            (false, _) | (true, Order::MessageOnly) => vec![plain],
            (true, Order::MessageFirst) => vec![plain, mention],
            (true, Order::MentionFirst) => vec![mention, plain],
            (true, Order::MentionOnly) => vec![mention],
        };
        told.into_iter().map(|(about, event)| self.tell(about, channel, &event)).collect()
    }

    /// Tells the app that a message reads differently now.
    pub(crate) fn tell_changed(
        &mut self,
        channel: &ChannelId,
        before: &Message,
        after: &Message,
    ) -> Vec<String> {
        let Some(place) = self.channel(channel.as_str()).filter(|place| place.has(&self.app.user)) else {
            return Vec::new();
        };
        let type_word = place.type_word();
        let (before, after) = (self.event_fields(channel, before), self.event_fields(channel, after));
        let ts = self.next_ts();
        let event = json!({
            "type": "message", "subtype": "message_changed", "message": after, "previous_message": before,
            "channel": channel, "hidden": true, "ts": ts, "event_ts": ts, "channel_type": type_word,
        });
        vec![self.tell("message_changed", channel, &event)]
    }

    /// Tells the app that a message is gone.
    pub(crate) fn tell_deleted(&mut self, channel: &ChannelId, before: &Message) -> Vec<String> {
        let Some(place) = self.channel(channel.as_str()).filter(|place| place.has(&self.app.user)) else {
            return Vec::new();
        };
        let type_word = place.type_word();
        let previous = self.event_fields(channel, before);
        let ts = self.next_ts();
        let event = json!({
            "type": "message", "subtype": "message_deleted", "previous_message": previous, "channel": channel,
            "hidden": true, "deleted_ts": before.ts, "ts": ts, "event_ts": ts, "channel_type": type_word,
        });
        vec![self.tell("message_deleted", channel, &event)]
    }

    /// Tells the app that somebody pressed Stop, and which messages it can say no more in.
    pub(crate) fn tell_stopped(
        &mut self,
        (channel, thread): (&ChannelId, Ts),
        user: &UserId,
        streaming: &[Ts],
    ) -> String {
        let event = json!({
            "type": "agent_session_stopped", "channel": channel, "thread_ts": thread, "user": user,
            "streaming_message_ts": streaming, "event_ts": self.next_ts(),
        });
        self.tell("agent_session_stopped", channel, &event)
    }

    /// The message as an event carries it; reactions have events of their own.
    fn event_fields(&self, channel: &ChannelId, message: &Message) -> Map<String, Value> {
        let mut fields = match self.shown(channel, message, Metadata::Shown) {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        fields.remove("reactions");
        fields
    }

    pub(crate) fn tell(&mut self, about: &str, channel: &ChannelId, event: &Value) -> String {
        let event_id = ids::once("Ev");
        let kind = event.get("type").cloned().unwrap_or_default();
        let context = json!({"et": kind, "tid": self.team.id, "aid": self.app.id, "cid": channel});
        let outer = json!({
            "token": self.app.verification_token,
            "team_id": self.team.id,
            "context_team_id": self.team.id,
            "context_enterprise_id": null,
            "api_app_id": self.app.id,
            "event": event,
            "type": "event_callback",
            "event_id": event_id,
            "event_time": Ts::now().seconds(),
            "authorizations": [{
                "enterprise_id": null, "team_id": self.team.id, "user_id": self.app.user,
                "is_bot": true, "is_enterprise_install": false,
            }],
            "is_ext_shared_channel": false,
            "event_context": format!("4-{}", STANDARD.encode(context.to_string())),
        });
        self.deliveries.queue(Kind::EventsApi, event_id.clone(), about, &outer);
        event_id
    }
}
