//! What we say in Slack: messages in threads, edits, whispers, direct messages, and the status line.
//!
//! A message is posted once. After an answer that got lost, the thread is read back for the message's key before it
//! is posted again.

mod lines;
mod lookup;
mod message;

use std::sync::Arc;

use kernel::ports::{Chat, ChatError, Post, Soon, Status};
use kernel::{MessageRef, PersonId, ThreadId, View};
use serde_json::json;
use tokio::time::Instant;

use crate::json::text;
use crate::names::{Place, User};
use crate::render::{Page, pages, single};
use crate::{Client, Identity, SlackError};
use lines::Lines;
use message::{Destination, edit, ephemeral, new};

const POST: &str = "chat.postMessage";

pub struct SlackChat {
    client: Arc<Client>,
    identity: Identity,
    lines: Lines,
}

impl SlackChat {
    pub fn new(client: Arc<Client>, identity: Identity) -> Self {
        Self { client, identity, lines: Lines::default() }
    }

    /// All pages of a view, in order, each once; the first one is what the message is called by.
    async fn say(
        &self,
        to: &Destination,
        key: &str,
        view: &View,
        earlier: Earlier,
    ) -> Result<MessageRef, SlackError> {
        // Posts to one channel stand in one line: Slack limits them per channel, and order matters to readers.
        let _turn = self.lines.queue(&to.channel).await;
        let mut first = None;
        for (number, page) in pages(view).into_iter().enumerate() {
            let key = if number == 0 { key.to_owned() } else { format!("{key}/{}", number + 1) };
            let ts = self.say_page(to, &key, &page, earlier).await?;
            first.get_or_insert(ts);
        }
        let refused = |code: &str| SlackError::Refused { method: POST.to_owned(), code: code.to_owned() };
        let ts = first.ok_or_else(|| refused("no_text"))?;
        let place = Place::new(&self.identity.team, &to.channel, &ts).ok_or_else(|| refused("no_ts"))?;
        Ok(place.message())
    }

    async fn say_page(
        &self,
        to: &Destination,
        key: &str,
        page: &Page,
        mut earlier: Earlier,
    ) -> Result<String, SlackError> {
        let patience = self.client.settings().timing.patience;
        let (began, mut tried) = (Instant::now(), 0);
        loop {
            if earlier == Earlier::MayBeThere
                && let Some(ts) = self.find(to, key).await?
            {
                return Ok(ts);
            }
            let error = match self.client.post_once(POST, &new(to, key, page)).await {
                Ok(answer) => match text(&answer, "/ts") {
                    Some(ts) => return Ok(ts.to_owned()),
                    None => SlackError::Unclear { method: POST.to_owned(), why: "no ts".to_owned() },
                },
                Err(error) => error,
            };
            tried += 1;
            let pause = match &error {
                SlackError::Busy { after: Some(after), .. } => *after,
                SlackError::Busy { .. } | SlackError::Unsent { .. } => patience.pause(tried),
                SlackError::Unclear { .. } => {
                    earlier = Earlier::MayBeThere;
                    patience.pause(tried)
                }
                SlackError::Refused { .. } | SlackError::Wire(_) | SlackError::NoSuchName(_) => {
                    return Err(error);
                }
            };
            if tried >= patience.tries || began.elapsed() + pause > patience.total {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn change(&self, message: &MessageRef, view: &View) -> Result<(), SlackError> {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        let _turn = self.lines.queue(&place.channel).await;
        self.client.post("chat.update", &edit(&place, &single(view))).await.map(drop)
    }

    async fn whisper_to(&self, thread: &ThreadId, to: &PersonId, view: &View) -> Result<(), SlackError> {
        let place = place_of(thread)?;
        let user = User::of(to).ok_or_else(|| SlackError::NoSuchName(to.to_string()))?.user;
        let _turn = self.lines.queue(&place.channel).await;
        for page in pages(view) {
            self.client.post("chat.postEphemeral", &ephemeral(&place, &user, &page)).await?;
        }
        Ok(())
    }

    async fn tell_directly(&self, to: &PersonId, view: &View) -> Result<MessageRef, SlackError> {
        const OPEN: &str = "conversations.open";
        let user = User::of(to).ok_or_else(|| SlackError::NoSuchName(to.to_string()))?.user;
        let answer = self.client.post(OPEN, &json!({ "users": user })).await?;
        let channel = text(&answer, "/channel/id").ok_or_else(|| SlackError::Unclear {
            method: OPEN.to_owned(),
            why: "there is no channel in the answer".to_owned(),
        })?;
        let to = Destination { channel: channel.to_owned(), root: None };
        let key = uuid::Uuid::new_v4().to_string();
        self.say(&to, &key, view, Earlier::None).await
    }

    /// Both surfaces at once; neither is worth waiting for.
    async fn show(&self, thread: &ThreadId, status: Status) {
        let Some(place) = Place::of_thread(thread) else { return };
        let (session, line) = match status {
            Status::Working => ("processing", "is working on it…"),
            Status::Waiting => ("suspended", ""),
            Status::Idle => ("active", ""),
        };
        let session = json!({"channel_id": place.channel, "thread_ts": place.ts, "status": session});
        let line = json!({"channel_id": place.channel, "thread_ts": place.ts, "status": line});
        let both = async {
            tokio::join!(
                self.client.post_once("agents.sessions.setStatus", &session),
                self.client.post_once("assistant.threads.setStatus", &line),
            )
        };
        match tokio::time::timeout(self.client.settings().timing.status, both).await {
            Ok((Ok(_), Ok(_))) => {}
            Ok((session, line)) => tracing::debug!(?session, ?line, "a status could not be shown"),
            Err(_) => tracing::debug!("Slack took too long to show a status"),
        }
    }
}

/// Whether an earlier attempt at the same message may have got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Earlier {
    None,
    MayBeThere,
}

fn place_of(thread: &ThreadId) -> Result<Place, SlackError> {
    Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))
}

impl Chat for SlackChat {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move {
            let place = place_of(&post.thread)?;
            let to = Destination { channel: place.channel, root: Some(place.ts) };
            let earlier = if post.maybe_posted { Earlier::MayBeThere } else { Earlier::None };
            Ok(self.say(&to, &post.key, &post.view, earlier).await?)
        })
    }

    fn update<'a>(&'a self, message: &'a MessageRef, view: &'a View) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.change(message, view).await?) })
    }

    fn whisper<'a>(
        &'a self,
        thread: &'a ThreadId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.whisper_to(thread, to, view).await?) })
    }

    fn tell<'a>(&'a self, to: &'a PersonId, view: &'a View) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { Ok(self.tell_directly(to, view).await?) })
    }

    fn show_status<'a>(&'a self, thread: &'a ThreadId, status: Status) -> Soon<'a, ()> {
        Box::pin(self.show(thread, status))
    }
}

#[cfg(test)]
mod tests;
