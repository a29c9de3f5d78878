//! What the requester has before them in the chat, written down once for a turn.

use std::time::Duration;

use kernel::ports::ThreadKind;
use kernel::{Body, Entry, MessageEntry, ThreadId, ViewedItem};

use crate::base::within;
use crate::thread::Turn;
use crate::worker::{AskModel, Trouble};

/// How long a question waits for the name of what is looked at.
const FOR_A_NAME: Duration = Duration::from_secs(3);

impl AskModel<'_> {
    /// What is to be written down before the model is asked. Only where nobody else reads along: what somebody looks at
    /// is theirs.
    pub(crate) fn unnoted_item(&self, turn: &Turn) -> Option<ViewedItem> {
        let noted = |entry: &Entry| matches!(entry, Entry::Message(MessageEntry::Looked { turn: noted, .. }) if *noted == turn.id);
        let known = self.ctx.journal.iter().any(|record| noted(&record.entry));
        let direct = self.ctx.engine.ports.chat.kind(&self.ctx.lane.thread) == ThreadKind::Direct;
        (direct && turn.said == 0 && !known).then(|| self.ctx.engine.viewings.of(&turn.requester)).flatten()
    }

    pub(crate) async fn note_viewed_item(&self, item: &ViewedItem, turn: &Turn) -> Result<(), Trouble> {
        let at = match item {
            ViewedItem::Channel(thread) => format!("the channel {}", self.name_of(thread).await),
            ViewedItem::Message(thread, message) => {
                let clock = &self.ctx.engine.ports.clock;
                let deadline = clock.now().plus(FOR_A_NAME);
                let link =
                    within(self.ctx.engine.ports.places.link(thread, message), &**clock, deadline).await;
                let name = self.name_of(thread).await;
                match link {
                    Some(Ok(link)) => format!("a message in {name}: {link}"),
                    Some(Err(_)) | None => format!("a message in {name}"),
                }
            }
            ViewedItem::Canvas => "a canvas".to_owned(),
            ViewedItem::List => "a list".to_owned(),
        };
        Ok(self
            .ctx
            .append(vec![Entry::Message(MessageEntry::Looked { turn: turn.id, at: Body::new(at) })])
            .await?)
    }

    async fn name_of(&self, thread: &ThreadId) -> String {
        let clock = &self.ctx.engine.ports.clock;
        let deadline = clock.now().plus(FOR_A_NAME);
        let name = within(self.ctx.engine.ports.places.name(thread), &**clock, deadline).await;
        name.and_then(Result::ok).unwrap_or_else(|| "a channel whose name I cannot see".to_owned())
    }
}
