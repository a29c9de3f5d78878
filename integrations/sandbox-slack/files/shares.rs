//! Where a file is shown: the messages that carry it, by channel.

use serde_json::{Map, Value, json};

use super::File;
use crate::{
    ids::{ChannelId, UserId},
    ts::Ts,
    workspace::{ChannelKind, Workspace},
};

impl Workspace {
    /// `{"public": {"C…": [{"ts", "thread_ts", …}]}, "private": {…}}`, each only where there is one.
    pub(crate) fn shares(&self, file: &File) -> Value {
        let mut shares = Map::new();
        for (channel, ts) in &file.shares {
            let Some((side, share)) = self.share(channel, *ts) else { continue };
            let of_side = shares.entry(side).or_insert_with(|| json!({}));
            let Some(of_side) = of_side.as_object_mut() else { continue };
            let of_channel = of_side.entry(channel.to_string()).or_insert_with(|| json!([]));
            if let Some(of_channel) = of_channel.as_array_mut() {
                of_channel.push(share);
            }
        }
        Value::Object(shares)
    }

    /// One message that shows a file, unless it is gone.
    fn share(&self, id: &ChannelId, ts: Ts) -> Option<(&'static str, Value)> {
        let (channel, message) = (self.channel(id.as_str())?, self.message(id, ts)?);
        let side = if channel.kind == ChannelKind::Public { "public" } else { "private" };
        let mut users: Vec<UserId> =
            self.replies(id, ts).map(|reply| self.author_id(&reply.author)).collect();
        let replies = users.len();
        users.sort();
        users.dedup();
        let mut share = json!({
            "ts": ts, "channel_name": channel.name, "team_id": self.team.id,
            "share_user_id": self.author_id(&message.author), "reply_count": replies,
            "reply_users_count": users.len(), "reply_users": users,
        });
        if let (Some(root), Some(fields)) = (message.thread.filter(|root| *root != ts), share.as_object_mut())
        {
            fields.insert("thread_ts".to_owned(), json!(root));
        }
        Some((side, share))
    }
}
