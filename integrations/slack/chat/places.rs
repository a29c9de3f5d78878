//! The places outside threads: the Home tab, the prompts above the Messages tab, and addresses of messages.

use kernel::ports::{ChatError, Places, Soon};
use kernel::{ChannelId, Home, MessageRef, PersonId, ThreadId};
use serde_json::json;

use super::{SlackChat, user_of};
use crate::app::PROMPTS;
use crate::json::{text, yes};
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
        const METHOD: &str = "conversations.info";
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        let asking = async {
            let answer = self.client.get(METHOD, &[("channel", place.channel.clone())]).await?;
            let name = text(&answer, "/channel/name").ok_or_else(|| SlackError::Unclear {
                method: METHOD.to_owned(),
                why: "there is no name in the answer".to_owned(),
            })?;
            // A conversation of several people has a name that is none.
            let many = yes(&answer, "/channel/is_mpim");
            Ok(if many { "the group message".to_owned() } else { format!("#{name}") })
        };
        self.names.or_asked(&place.channel, asking).await
    }

    /// Slack is asked once for each: a page lists many of them, and is put together often.
    async fn link_to(&self, message: &MessageRef) -> Result<String, SlackError> {
        self.links.or_asked(&message.0, self.permalink(message)).await
    }

    async fn permalink(&self, message: &MessageRef) -> Result<String, SlackError> {
        const METHOD: &str = "chat.getPermalink";
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
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

    fn link<'a>(&'a self, message: &'a MessageRef) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async move { Ok(self.link_to(message).await?) })
    }
}
