//! What we say in Slack: messages in threads, edits, whispers, direct messages, and the status line.
//!
//! A message is posted once. After an answer that got lost, the thread is read back for the message's key before it
//! is posted again.

mod attachments;
mod canvas;
mod direct;
mod draft;
mod files;
mod form;
mod late;
mod lines;
mod lookup;
mod message;
mod once;
mod over;
mod places;
mod recalling;
mod remembered;
mod removing;
mod sharing;
mod slack_chat;

use std::sync::{Arc, PoisonError};

use kernel::ports::{Chat, ChatError, Draft, Post, Soon, Status, Telling, ThreadKind};
use kernel::{ChannelId, Form, MessageRef, Opening, PersonId, ThreadId, View};
use serde_json::json;

use crate::SlackError;
use crate::limits;
use crate::names::{Channel, Place};
use crate::render::{pages, single};
pub(crate) use attachments::in_words;
use draft::SlackDraft;
use lines::of_message;
use message::{Destination, edit, ephemeral};
use once::{Saying, earlier};
pub(crate) use slack_chat::SlackChat;
use slack_chat::{SESSION, UPDATE, thread_at, user_of};

impl SlackChat {
    async fn change(&self, message: &MessageRef, view: &View) -> Result<(), SlackError> {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        let _turn = self.lines.queue(&of_message(&place)).await;
        let page = single(view);
        let changed = self.client.post(UPDATE, &edit(&place, &page)).await;
        match (changed, page.simpler()) {
            (Err(error), Some(simpler)) if error.is_about_blocks() => {
                self.client.post(UPDATE, &edit(&place, &simpler)).await.map(drop)
            }
            (changed, _) => changed.map(drop),
        }
    }

    async fn whisper_to(&self, thread: &ThreadId, to: &PersonId, view: &View) -> Result<(), SlackError> {
        let mut there = thread_at(thread)?;
        // Slack takes it in a thread that nobody has replied in, and shows it to nobody; who writes to us directly looks at
        // the thread.
        if kind(thread) == ThreadKind::Shared && !self.has_replies(&there).await {
            there.root = None;
        }
        self.whisper_at(&there, to, view).await
    }

    async fn whisper_at(&self, there: &Destination, to: &PersonId, view: &View) -> Result<(), SlackError> {
        let user = user_of(to)?.user;
        for page in pages(view) {
            self.client.post("chat.postEphemeral", &ephemeral(there, &user, &page)).await?;
        }
        Ok(())
    }

    /// A command can be given where we are not.
    async fn whisper_or_tell(
        &self,
        channel: &ChannelId,
        to: &PersonId,
        view: &View,
    ) -> Result<(), SlackError> {
        let Some(Channel { channel, .. }) = Channel::of(channel) else {
            return Err(SlackError::NoSuchName(channel.to_string()));
        };
        let there = Destination { team: self.identity.team.clone(), channel, root: None };
        match self.whisper_at(&there, to, view).await {
            Err(SlackError::Refused { .. }) => self.tell_directly(to, view).await.map(drop),
            whispered => whispered,
        }
    }

    async fn posted_before(&self, post: &Post) -> Result<Option<MessageRef>, SlackError> {
        let to = thread_at(&post.thread)?;
        let found = self.find(&to, &post.key).await?;
        Ok(found.and_then(|ts| Place::new(&to.team, &to.channel, &ts)).map(|place| place.message()))
    }

    async fn post_once(&self, post: &Post) -> Result<MessageRef, SlackError> {
        let to = thread_at(&post.thread)?;
        let saying =
            Saying { to: &to, key: &post.key, view: &post.view, earlier: earlier(post.maybe_posted) };
        self.say(&saying, Vec::new()).await
    }

    /// Both surfaces at once; neither is worth waiting for.
    async fn show(&self, thread: &ThreadId, status: Status, title: &str) {
        let Some(place) = Place::of_thread(thread).filter(|place| place.root().is_some()) else { return };
        let (session, line) = match status {
            Status::Working => ("processing", "is working on it…"),
            Status::Waiting => ("suspended", ""),
            Status::Idle => ("active", ""),
        };
        let mut session = json!({"channel_id": place.channel, "thread_ts": place.ts, "status": session});
        // Slack takes it for a new session and for no other: what people call theirs stays.
        if let (false, Some(fields)) = (title.is_empty(), session.as_object_mut()) {
            fields.insert("title".to_owned(), limits::cut(title, limits::SESSION_TITLE).into());
        }
        let line = json!({"channel_id": place.channel, "thread_ts": place.ts, "status": line});
        let line_changes = self.line_changes(thread, status);
        let both = async {
            tokio::join!(self.client.post_once(SESSION, &session), async {
                if line_changes {
                    self.client.post_once("assistant.threads.setStatus", &line).await?;
                }
                Ok::<(), SlackError>(())
            })
        };
        self.late.give_up(thread);
        let shown = tokio::time::timeout(self.client.settings().timing.status, both).await;
        match &shown {
            Ok((Ok(_), Ok(()))) => {}
            Ok((session, line)) => tracing::debug!(?session, ?line, "a status could not be shown"),
            Err(_) => tracing::debug!("Slack took too long to show a status"),
        }
        if !matches!(shown, Ok((Ok(_) | Err(SlackError::Refused { .. }), _))) {
            self.late.keep_trying(thread.clone(), Arc::clone(&self.client), (SESSION, session, status));
        }
    }

    /// What was never seen at work is no session, and has no title.
    async fn rename(&self, thread: &ThreadId, title: &str) -> Result<(), SlackError> {
        let Some(place) = Place::of_thread(thread).filter(|place| place.root().is_some()) else {
            return Ok(());
        };
        let title = limits::cut(title, limits::SESSION_TITLE);
        let named = json!({"channel_id": place.channel, "thread_ts": place.ts, "title": title});
        match self.client.post("agents.sessions.rename", &named).await {
            Err(error) if error.is_called("session_not_found") => Ok(()),
            renamed => renamed.map(drop),
        }
    }

    /// Whether the line under a thread has to be changed for this status. One from before a crash is gone with the next
    /// word, or after two minutes.
    fn line_changes(&self, thread: &ThreadId, status: Status) -> bool {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        match status {
            Status::Working => {
                at_work.insert(thread.clone());
                true
            }
            Status::Waiting | Status::Idle => at_work.remove(thread),
        }
    }

    fn has_spoken(&self, to: &Destination) {
        let Some(root) = &to.root else { return };
        let Some(place) = Place::new(&to.team, &to.channel, root) else { return };
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner).remove(&place.thread());
    }
}

impl Chat for SlackChat {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { Ok(self.post_once(post).await?) })
    }

    fn update<'a>(&'a self, message: &'a MessageRef, view: &'a View) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.change(message, view).await?) })
    }

    fn remove<'a>(
        &'a self,
        thread: &'a ThreadId,
        message: &'a MessageRef,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.remove_all(thread, message).await?) })
    }

    fn strip<'a>(&'a self, thread: &'a ThreadId, message: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.strip_all(thread, message).await.map(drop)?) })
    }

    fn whisper<'a>(
        &'a self,
        thread: &'a ThreadId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.whisper_to(thread, to, view).await?) })
    }

    fn whisper_in<'a>(
        &'a self,
        channel: &'a ChannelId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.whisper_or_tell(channel, to, view).await?) })
    }

    fn ask<'a>(&'a self, opening: &'a Opening, form: &'a Form) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.open_form(opening, form).await?) })
    }

    fn tell<'a>(&'a self, to: &'a PersonId, view: &'a View) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { Ok(self.tell_directly(to, view).await?) })
    }

    fn tell_once<'a>(&'a self, telling: &'a Telling) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { Ok(self.tell_once_directly(telling).await?) })
    }

    fn posted<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async move { Ok(self.posted_before(post).await?) })
    }

    fn show_status<'a>(&'a self, thread: &'a ThreadId, status: Status, title: &'a str) -> Soon<'a, ()> {
        Box::pin(self.show(thread, status, title))
    }

    fn retitle<'a>(&'a self, thread: &'a ThreadId, title: &'a str) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.rename(thread, title).await?) })
    }

    fn draft(&self, thread: &ThreadId, reader: &PersonId) -> Box<dyn Draft> {
        Box::new(SlackDraft::new(self.clone(), thread, reader))
    }

    fn complete<'a>(
        &'a self,
        post: &'a Post,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { Ok(self.post_over(post, begun).await?) })
    }

    fn withdraw<'a>(
        &'a self,
        thread: &'a ThreadId,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.take_all_away(thread, begun).await?) })
    }

    fn kind(&self, thread: &ThreadId) -> ThreadKind {
        kind(thread)
    }

    fn channel(&self, thread: &ThreadId) -> Option<ChannelId> {
        channel(thread)
    }
}

pub(crate) fn kind(thread: &ThreadId) -> ThreadKind {
    match Place::of_thread(thread) {
        Some(place) if place.is_direct() => ThreadKind::Direct,
        _ => ThreadKind::Shared,
    }
}

pub(crate) fn channel(thread: &ThreadId) -> Option<ChannelId> {
    Place::of_thread(thread).map(|place| place.within())
}

#[cfg(test)]
mod tests;
