//! The messages of a workspace as the Web API shows them.

use serde_json::{Map, Value, json};

use crate::{
    bots::Bot,
    ids::{ChannelId, UserId},
    message::{Author, Content, Message, Metadata},
    people::SLACKBOT,
    ts::Ts,
    workspace::Workspace,
};

impl Workspace {
    /// The message as the Web API and events show it.
    pub(crate) fn shown(&self, channel: &ChannelId, message: &Message, metadata: Metadata) -> Value {
        let mut wire = Map::new();
        wire.insert("type".into(), json!("message"));
        wire.insert("ts".into(), json!(message.ts));
        if message.tombstone {
            wire.insert("subtype".into(), json!("tombstone"));
            wire.insert("user".into(), json!(SLACKBOT));
            wire.insert("hidden".into(), json!(true));
            wire.insert("text".into(), json!("This message was deleted."));
        } else {
            self.put_author(&mut wire, message);
            put_content(&mut wire, &message.content, metadata);
            self.put_files(&mut wire, message);
            if let Some(stream) = &message.stream {
                wire.insert("streaming_state".into(), json!(stream.state.word()));
            }
        }
        if let Some(session) = self.session_shown(channel, message.ts) {
            wire.insert("agent_session".into(), session);
        }
        if let Some(ts) = message.edited {
            let by = self.author_id(&message.author);
            wire.insert("edited".into(), json!({"user": by, "ts": ts}));
        }
        if !message.reactions.is_empty() {
            let reactions: Vec<Value> = message
                .reactions
                .iter()
                .map(|reaction| json!({"name": reaction.name, "users": reaction.users, "count": reaction.users.len()}))
                .collect();
            wire.insert("reactions".into(), json!(reactions));
        }
        if let Some(root) = message.thread {
            wire.insert("thread_ts".into(), json!(root));
            if root == message.ts {
                self.put_thread_summary(&mut wire, channel, root);
            } else if let Some(parent) = self.message(channel, root) {
                wire.insert("parent_user_id".into(), json!(self.author_id(&parent.author)));
            }
        }
        if message.broadcast {
            wire.insert("subtype".into(), json!("thread_broadcast"));
            let root = message.thread.and_then(|root| self.message(channel, root));
            if let Some(root) = root.filter(|root| root.ts != message.ts) {
                wire.insert("root".into(), self.shown(channel, root, metadata));
            }
        }
        Value::Object(wire)
    }

    pub(crate) fn author_id(&self, author: &Author) -> UserId {
        match author {
            Author::Person(id) => id.clone(),
            Author::App => self.app.user.clone(),
            Author::Bot(id) => self.bot(id).and_then(Bot::user).unwrap_or_else(|| UserId::from(id)),
        }
    }

    fn put_author(&self, wire: &mut Map<String, Value>, message: &Message) {
        if let Author::Bot(id) = &message.author {
            return self.put_other_bot(wire, id);
        }
        let author = self.author_id(&message.author);
        wire.insert("team".into(), json!(self.team_of(&author)));
        wire.insert("user".into(), json!(author));
        match message.author {
            Author::Bot(_) => {}
            Author::Person(_) => {
                if let Some(id) = &message.client_msg_id {
                    wire.insert("client_msg_id".into(), json!(id));
                }
            }
            Author::App => self.put_bot(wire),
        }
    }

    /// What marks a message as the app's own.
    pub(crate) fn put_bot(&self, wire: &mut Map<String, Value>) {
        wire.insert("bot_id".into(), json!(self.app.bot));
        wire.insert("app_id".into(), json!(self.app.id));
        wire.insert(
            "bot_profile".into(),
            json!({
                "id": self.app.bot, "app_id": self.app.id, "user_id": self.app.user, "name": self.app.name,
                "deleted": false, "updated": 1_700_000_000, "team_id": self.team.id,
                "icons": {"image_36": "", "image_48": "", "image_72": ""},
            }),
        );
    }

    fn put_files(&self, wire: &mut Map<String, Value>, message: &Message) {
        if !message.files.is_empty() {
            let files: Vec<Value> = message.files.iter().map(|id| self.file_shown(id)).collect();
            wire.insert("subtype".into(), json!("file_share"));
            wire.insert("files".into(), json!(files));
            wire.insert("upload".into(), json!(true));
        }
    }

    fn put_thread_summary(&self, wire: &mut Map<String, Value>, channel: &ChannelId, root: Ts) {
        let mut users: Vec<UserId> = Vec::new();
        let mut count = 0_usize;
        let mut latest = None;
        for reply in self.replies(channel, root) {
            count += 1;
            latest = Some(reply.ts);
            let author = self.author_id(&reply.author);
            if !users.contains(&author) {
                users.push(author);
            }
        }
        wire.insert("reply_count".into(), json!(count));
        wire.insert("reply_users_count".into(), json!(users.len()));
        wire.insert("reply_users".into(), json!(users));
        wire.insert("is_locked".into(), json!(false));
        wire.insert("subscribed".into(), json!(true));
        if let Some(latest) = latest {
            wire.insert("latest_reply".into(), json!(latest));
        }
    }
}

fn put_content(wire: &mut Map<String, Value>, content: &Content, metadata: Metadata) {
    wire.insert("text".into(), json!(content.text));
    if !content.blocks.is_empty() {
        wire.insert("blocks".into(), json!(content.blocks));
    }
    if !content.attachments.is_empty() {
        wire.insert("attachments".into(), json!(content.attachments));
    }
    if let (Metadata::Shown, Some(shown)) = (metadata, &content.metadata) {
        wire.insert("metadata".into(), shown.clone());
    }
}
