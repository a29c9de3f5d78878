//! The Events API: what the app is told, in Slack's own shape.

mod surroundings;

use base64::{Engine, engine::general_purpose::STANDARD};
use sandbox_world::TransportSeed;
use serde_json::{Map, Value, json};

use super::{
    deliveries::Kind,
    ids::{self, ChannelId, UserId},
    installation::State,
    message::{Author, Message, Metadata, THREAD_SUMMARY},
    text,
    ts::Ts,
    workspace::{Channel, ChannelKind, Workspace},
};

/// Which of the two events of a mention are sent, and which goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
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
        let mentioned = self.is_mention(place, message);
        let mut event = self.event_fields(channel, message);
        event.insert("channel".into(), json!(channel));
        event.insert("event_ts".into(), json!(ts));
        if let (ChannelKind::Direct(_), Author::Person(user)) = (&place.kind, &message.author) {
            event.insert("app_context".into(), self.context(user));
        }
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
        told.into_iter().filter_map(|(about, event)| self.tell(about, channel, &event)).collect()
    }

    /// Tells the app that a message which was edited mentions it. Slack does so after every such edit, whether it was
    /// mentioned before or not.
    pub(crate) fn tell_mentioned_by_edit(
        &mut self,
        channel: &ChannelId,
        message: &Message,
    ) -> Option<String> {
        let place = self.channel(channel.as_str()).filter(|place| place.has(&self.app.user))?;
        if !self.is_mention(place, message) {
            return None;
        }
        let mut event = self.event_fields(channel, message);
        // The replies that an edited message has by now are no part of the mention.
        event.retain(|name, _| !THREAD_SUMMARY.contains(&name.as_str()));
        event.insert("type".into(), json!("app_mention"));
        event.insert("channel".into(), json!(channel));
        event.insert("event_ts".into(), json!(self.next_ts()));
        self.tell("app_mention", channel, &Value::Object(event))
    }

    /// In a direct message nobody has to mention the app.
    fn is_mention(&self, place: &Channel, message: &Message) -> bool {
        !matches!(place.kind, ChannelKind::Direct(_))
            && message.author != Author::App
            && text::mentions(&message.content.text, self.app.user.as_str())
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
        let team = json!(self.team_of(&self.author_id(&after.author)));
        let (before, mut after) = (self.event_fields(channel, before), self.event_fields(channel, after));
        after.entry("source_team").or_insert_with(|| team.clone());
        after.entry("user_team").or_insert(team);
        let ts = self.next_ts();
        let event = json!({
            "type": "message", "subtype": "message_changed", "message": after, "previous_message": before,
            "channel": channel, "hidden": true, "ts": ts, "event_ts": ts, "channel_type": type_word,
        });
        let event = self.as_terse_as_wished(event);
        self.tell("message_changed", channel, &event).into_iter().collect()
    }

    /// Tells the app that a message is gone. A root with replies is not gone: it has become a tombstone.
    pub(crate) fn tell_deleted(&mut self, channel: &ChannelId, before: &Message) -> Vec<String> {
        let Some(place) = self.channel(channel.as_str()).filter(|place| place.has(&self.app.user)) else {
            return Vec::new();
        };
        let type_word = place.type_word();
        if let Some(tombstone) = self.message(channel, before.ts).cloned() {
            return self.tell_changed(channel, before, &tombstone);
        }
        let previous = self.event_fields(channel, before);
        let ts = self.next_ts();
        let event = json!({
            "type": "message", "subtype": "message_deleted", "previous_message": previous, "channel": channel,
            "hidden": true, "deleted_ts": before.ts, "ts": ts, "event_ts": ts, "channel_type": type_word,
        });
        let event = self.as_terse_as_wished(event);
        self.tell("message_deleted", channel, &event).into_iter().collect()
    }

    fn as_terse_as_wished(&self, mut event: Value) -> Value {
        if let Some(fields) = event.as_object_mut().filter(|_| self.configuration.terse_changes) {
            fields.remove("previous_message");
        }
        event
    }

    /// Tells the app that somebody pressed Stop, and which messages it can say no more in.
    pub(crate) fn tell_stopped(
        &mut self,
        (channel, thread): (&ChannelId, Ts),
        user: &UserId,
        streaming: &[Ts],
    ) -> Option<String> {
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
        if self.channel(channel.as_str()).is_some_and(Channel::is_shared_outside) {
            let team = json!(self.team_of(&self.author_id(&message.author)));
            fields.insert("user_team".into(), team.clone());
            fields.insert("source_team".into(), team);
            if let Some(files) = fields.get_mut("files").and_then(Value::as_array_mut) {
                files.iter_mut().for_each(hide);
            }
        }
        fields
    }

    /// Queues an event of a channel and gives its id, if the app is there to hear of it.
    pub(crate) fn tell(&mut self, about: &str, channel: &ChannelId, event: &Value) -> Option<String> {
        self.queue_event(about, Some(channel), event)
    }

    /// The same for an event that belongs to no channel.
    pub(crate) fn tell_about_the_app(&mut self, about: &str, event: &Value) -> Option<String> {
        self.queue_event(about, None, event)
    }

    fn queue_event(&mut self, about: &str, channel: Option<&ChannelId>, event: &Value) -> Option<String> {
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let place = channel.and_then(|channel| self.channel(channel.as_str()));
        let shared = place.is_some_and(Channel::is_shared_outside);
        let type_word = place.map(Channel::type_word).unwrap_or_default();
        let stopped = self.subscriptions.disabled && self.configuration.transport == TransportSeed::Http;
        if stopped || self.state() != State::Installed || !self.configuration.hears(&kind, type_word) {
            return None;
        }
        let event_id = ids::once("Ev");
        let context = json!({"et": kind, "tid": self.team.id, "aid": self.app.id, "cid": channel});
        let outer = json!({
            "token": self.app.verification_token,
            "team_id": self.team.id,
            "context_team_id": self.team.id,
            "enterprise_id": self.enterprise_id(),
            "context_enterprise_id": self.enterprise_id(),
            "api_app_id": self.app.id,
            "event": event,
            "type": "event_callback",
            "event_id": event_id,
            "event_time": Ts::now().seconds(),
            "authorizations": [self.authorization()],
            "is_ext_shared_channel": shared,
            "event_context": format!("4-{}", STANDARD.encode(context.to_string())),
        });
        self.deliveries.queue(Kind::EventsApi, event_id.clone(), about, &outer);
        Some(event_id)
    }
}

/// An event does not describe a file in a shared channel; whoever may see it asks `files.info`.
fn hide(file: &mut Value) {
    let id = file.get("id").cloned().unwrap_or_default();
    *file = json!({
        "id": id, "created": 0, "timestamp": 0, "mode": "file_access", "file_access": "check_file_info",
    });
}
