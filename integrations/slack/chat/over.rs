//! Messages that were begun before people's eyes: put in order when the whole is known, or taken away.

use kernel::MessageRef;
use kernel::ThreadId;
use kernel::ports::Post;
use serde_json::{Value, json};

use super::message::{BEGUN, Destination, EVENT_TYPE, Mark, edit_as};
use super::once::earlier;
use super::once::{Earlier, Saying};
use super::slack_chat::{SlackChat, UPDATE, thread_at};
use crate::SlackError;
use crate::json::text;
use crate::names::Place;
use crate::render::Page;

impl SlackChat {
    pub(super) async fn post_over(
        &self,
        post: &Post,
        begun: &[MessageRef],
    ) -> Result<MessageRef, SlackError> {
        let to = thread_at(&post.thread)?;
        let saying =
            Saying { to: &to, key: &post.key, view: &post.view, earlier: earlier(post.maybe_posted) };
        let mut begun = names(begun);
        if saying.earlier == Earlier::MayBeThere {
            let unheard_of = self.unheard_of(&to, &begun).await?;
            begun.extend(unheard_of);
        }
        self.say(&saying, begun).await
    }

    pub(super) async fn take_all_away(
        &self,
        thread: &ThreadId,
        begun: &[MessageRef],
    ) -> Result<(), SlackError> {
        let to = thread_at(thread)?;
        let mut begun = names(begun);
        let unheard_of = self.unheard_of(&to, &begun).await?;
        begun.extend(unheard_of);
        for ts in begun {
            self.take_away(&to, &ts).await?;
        }
        Ok(())
    }

    /// Puts a page in place of what stands in a message that was begun; beside it, if it is gone.
    pub(super) async fn say_over(
        &self,
        saying: &Saying<'_>,
        mark: &Mark,
        page: Page,
        ts: String,
    ) -> Result<String, SlackError> {
        self.end_stream(saying.to, &ts).await?;
        match self.rewrite(saying.to, &ts, mark, &page).await {
            Ok(()) => Ok(ts),
            Err(error @ SlackError::Refused { .. }) => {
                tracing::warn!(%error, "a message that was begun cannot be completed; posting it anew");
                self.take_away(saying.to, &ts).await?;
                self.say_page(saying.to, mark, page, Earlier::MayBeThere).await
            }
            Err(error) => Err(error),
        }
    }

    async fn rewrite(&self, to: &Destination, ts: &str, mark: &Mark, page: &Page) -> Result<(), SlackError> {
        let place = Place { team: to.team.clone(), channel: to.channel.clone(), ts: ts.to_owned() };
        let changed = self.client.post(UPDATE, &edit_as(&place, mark, page)).await;
        match (changed, page.simpler()) {
            (Err(error), Some(simpler)) if error.is_about_blocks() => {
                self.client.post(UPDATE, &edit_as(&place, mark, &simpler)).await.map(drop)
            }
            (changed, _) => changed.map(drop),
        }
    }

    /// One that has ended by itself, or by somebody's Stop, is refused, and that is as good.
    pub(super) async fn end_stream(&self, to: &Destination, ts: &str) -> Result<(), SlackError> {
        let stop = json!({"channel": to.channel, "ts": ts});
        match self.client.post("chat.stopStream", &stop).await {
            Ok(_) | Err(SlackError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// One that is gone already is as good.
    pub(super) async fn take_away(&self, to: &Destination, ts: &str) -> Result<(), SlackError> {
        self.end_stream(to, ts).await?;
        let delete = json!({"channel": to.channel, "ts": ts});
        match self.client.post("chat.delete", &delete).await {
            Ok(_) => Ok(()),
            Err(error @ SlackError::Refused { .. }) => {
                tracing::debug!(%error, "a message that was begun is not there to be taken away");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// What we have begun in a thread without hearing of it: everything else of ours goes by a key.
    pub(super) async fn unheard_of(
        &self,
        to: &Destination,
        known: &[String],
    ) -> Result<Option<String>, SlackError> {
        let is_known = |ts: &str| known.iter().any(|known| known == ts);
        let begun =
            |message: &Value| self.is_begun(message) && text(message, "/ts").is_some_and(|ts| !is_known(ts));
        let found = self.first(to, begun).await?;
        Ok(found.and_then(|message| text(&message, "/ts").map(str::to_owned)))
    }

    /// Whether this message stands there as it was begun: nothing was made of it.
    pub(super) async fn still_begun(&self, to: &Destination, ts: &str) -> Result<bool, SlackError> {
        let it = |message: &Value| self.is_begun(message) && text(message, "/ts") == Some(ts);
        Ok(self.first(to, it).await?.is_some())
    }

    fn is_begun(&self, message: &Value) -> bool {
        self.is_by_us(message)
            && match text(message, "/metadata/event_type") {
                Some(EVENT_TYPE) => false,
                Some(BEGUN) => true,
                _ => text(message, "/streaming_state").is_some(),
            }
    }
}

fn names(messages: &[MessageRef]) -> Vec<String> {
    messages.iter().filter_map(|message| Some(Place::of_message(message)?.ts)).collect()
}
