//! Putting messages into channels, changing them and taking them out: the same for people and for the app.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    answer::Refusal,
    events::Order,
    ids::ChannelId,
    message::{Author, Content, Message},
    streams::Stream,
    text,
    ts::Ts,
    workspace::Workspace,
};

/// A message about to be posted.
pub(crate) struct Draft {
    pub(crate) author: Author,
    pub(crate) thread: Option<Ts>,
    pub(crate) content: Content,
    pub(crate) broadcast: bool,
    pub(crate) order: Order,
    /// The ids of the files it shows.
    pub(crate) files: Vec<String>,
}

/// A message that was posted, and the events that tell of it.
pub(crate) struct Posted {
    pub(crate) ts: Ts,
    pub(crate) event_ids: Vec<String>,
}

impl Workspace {
    pub(crate) fn post(&mut self, channel: &ChannelId, draft: Draft) -> Result<Posted, Refusal> {
        self.put(channel, draft, None)
    }

    /// Posts a message that will grow.
    pub(crate) fn post_stream(
        &mut self,
        channel: &ChannelId,
        draft: Draft,
        mut stream: Stream,
    ) -> Result<Posted, Refusal> {
        stream.first = draft.content.clone();
        let started = stream.started_at;
        let posted = self.put(channel, draft, Some(stream))?;
        self.streaming.insert((started, channel.clone(), posted.ts));
        Ok(posted)
    }

    fn put(&mut self, channel: &ChannelId, draft: Draft, stream: Option<Stream>) -> Result<Posted, Refusal> {
        if let Some(root) = draft.thread {
            self.begin_thread(channel, root)?;
        }
        let ts = self.next_ts();
        let client_msg_id = match draft.author {
            Author::Person(_) => Some(uuid::Uuid::new_v4().to_string()),
            Author::App | Author::Bot(_) => None,
        };
        if let (Author::App, Some(root)) = (&draft.author, draft.thread) {
            // Slack takes the status line away as soon as the agent has said something.
            if self.session(channel, root).is_some() {
                self.set_status(channel, root, String::new(), Vec::new());
            }
        }
        let message = Message {
            ts,
            thread: draft.thread,
            author: draft.author,
            content: with_blocks(draft.content),
            edited: None,
            reactions: Vec::new(),
            client_msg_id,
            broadcast: draft.broadcast,
            tombstone: false,
            files: draft.files,
            stream,
        };
        for id in &message.files {
            if let Some(file) = self.file_mut(id) {
                file.shares.push((channel.clone(), ts));
            }
        }
        self.messages.entry(channel.clone()).or_default().insert(ts, Arc::new(message));
        Ok(Posted { ts, event_ids: self.tell_posted(channel, ts, draft.order) })
    }

    /// Gives a message new content. `edited` marks it for readers as edited by its author.
    pub(crate) fn rewrite(
        &mut self,
        channel: &ChannelId,
        ts: Ts,
        content: Content,
        edited: Edited,
    ) -> Result<Vec<String>, Refusal> {
        let at = self.next_ts();
        let message = self.message_mut(channel, ts).ok_or_else(|| Refusal::new("message_not_found"))?;
        let before = message.clone();
        message.content = with_blocks(content);
        match edited {
            Edited::Shown => message.edited = Some(at),
            Edited::Silent => {}
        }
        let after = message.clone();
        let mut told = self.tell_changed(channel, &before, &after);
        if edited == Edited::Shown {
            told.extend(self.tell_mentioned_by_edit(channel, &after));
        }
        Ok(told)
    }

    pub(crate) fn remove(&mut self, channel: &ChannelId, ts: Ts) -> Result<Vec<String>, Refusal> {
        let has_replies = self.replies(channel, ts).next().is_some();
        let messages = self.messages.entry(channel.clone()).or_default();
        let message =
            messages.get_mut(&ts).map(Arc::make_mut).ok_or_else(|| Refusal::new("message_not_found"))?;
        let before = message.clone();
        if has_replies {
            message.tombstone = true;
            message.content = Content::default();
            message.files.clear();
        } else {
            messages.remove(&ts);
        }
        Ok(self.tell_deleted(channel, &before))
    }

    /// Makes the message a root.
    fn begin_thread(&mut self, channel: &ChannelId, root: Ts) -> Result<(), Refusal> {
        self.is_root(channel, root)?;
        if let Some(message) = self.message_mut(channel, root) {
            message.thread = Some(root);
        }
        Ok(())
    }

    /// Refuses what cannot be answered in a thread. A reply cannot.
    pub(crate) fn is_root(&self, channel: &ChannelId, root: Ts) -> Result<(), Refusal> {
        let message = self.message(channel, root);
        match message.filter(|message| message.thread.is_none_or(|thread| thread == root)) {
            Some(_) => Ok(()),
            None => Err(Refusal::new("thread_not_found")),
        }
    }
}

/// Whether readers see that a message was edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    Shown,
    Silent,
}

/// A message that came without blocks is shown as rich text, and attachments are numbered.
fn with_blocks(mut content: Content) -> Content {
    for (attachment, id) in content.attachments.iter_mut().filter_map(Value::as_object_mut).zip(1..) {
        attachment.insert("id".to_owned(), json!(id));
        if let Some(Value::String(colour)) = attachment.get_mut("color") {
            *colour = plain_colour(colour).to_owned();
        }
    }
    if content.blocks.is_empty() && !content.text.is_empty() {
        content.blocks = vec![text::rich_text(&content.text)];
    }
    content
}

/// Slack keeps colours as their digits, also those that have a name.
fn plain_colour(colour: &str) -> &str {
    match colour {
        "good" => "2eb886",
        "warning" => "daa038",
        "danger" => "a30200",
        other => other.strip_prefix('#').unwrap_or(other),
    }
}
