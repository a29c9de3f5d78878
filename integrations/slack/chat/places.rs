//! The places outside threads: the Home tab, the prompts above the Messages tab, and addresses of messages.

use kernel::ports::{ChatError, Places, Soon};
use kernel::{ChannelId, Home, MessageRef, PersonId, ThreadId};
use serde_json::json;

use super::slack_chat::{SlackChat, user_of};
use crate::app::PROMPTS;
use crate::json::text;
use crate::names::{Channel, Place};
use crate::{SlackError, render};

impl SlackChat {
    async fn publish_home(&self, to: &PersonId, home: &Home) -> Result<(), SlackError> {
        let view = json!({ "type": "home", "blocks": render::home(home) });
        let body = json!({ "user_id": user_of(to)?.user, "view": view });
        self.client.post("views.publish", &body).await.map(drop)
    }

    /// Without a thread: then they stand above all of them.
    async fn suggest_prompts(&self, channel: &ChannelId) -> Result<(), SlackError> {
        let Some(Channel { channel, .. }) = Channel::of(channel) else {
            return Err(SlackError::NoSuchName(channel.to_string()));
        };
        let body = json!({ "channel_id": channel, "prompts": PROMPTS });
        self.client.post_once("assistant.threads.setSuggestedPrompts", &body).await.map(drop)
    }

    async fn channel_name(&self, thread: &ThreadId) -> Result<String, SlackError> {
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        self.channels.name(&place.channel).await
    }

    /// Composes the address of a message, because Slack's method for it is one call more for each answer. An installation
    /// in a whole organisation does not know the address of each workspace and asks for it, once for each message.
    async fn link_to(&self, thread: &ThreadId, message: &MessageRef) -> Result<String, SlackError> {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        let Some(workspace) = &self.identity.url else {
            return self.links.or_asked(&message.0, self.permalink(place)).await;
        };
        let channel = self.client.newest_channel(&place.channel);
        let root = Place::of_thread(thread).filter(|thread| thread.channel == place.channel);
        Ok(permalink(workspace, &channel, root.as_ref().and_then(Place::root), &place.ts))
    }

    async fn permalink(&self, place: Place) -> Result<String, SlackError> {
        const METHOD: &str = "chat.getPermalink";
        let parameters = [("channel", place.channel), ("message_ts", place.ts)];
        let answer = self.client.get(METHOD, &parameters).await?;
        text(&answer, "/permalink").map(str::to_owned).ok_or_else(|| SlackError::Unclear {
            method: METHOD.to_owned(),
            why: "there is no address in the answer".to_owned(),
        })
    }
}

impl Places for SlackChat {
    fn name<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async move { Ok(self.channel_name(thread).await?) })
    }

    fn publish<'a>(&'a self, to: &'a PersonId, home: &'a Home) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.publish_home(to, home).await?) })
    }

    fn suggest<'a>(&'a self, channel: &'a ChannelId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.suggest_prompts(channel).await?) })
    }

    fn link<'a>(
        &'a self,
        thread: &'a ThreadId,
        message: &'a MessageRef,
    ) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async move { Ok(self.link_to(thread, message).await?) })
    }
}

/// The address of a message as `chat.getPermalink` gives it. A reply names the root of its thread.
fn permalink(workspace: &str, channel: &str, root: Option<&str>, ts: &str) -> String {
    let message = format!("{}/archives/{channel}/p{}", workspace.trim_end_matches('/'), ts.replace('.', ""));
    match root {
        Some(root) if root != ts => format!("{message}?thread_ts={root}&cid={channel}"),
        Some(_) | None => message,
    }
}
