//! Messages that were changed, deleted, or not for us; and what somebody hears whose message has to wait.

use std::sync::Arc;

use kernel::ports::{Settlement, StoreError};
use kernel::{Body, Entry, Inbound, InboundId, MessageRef, PersonId, Record, ThreadId, View};
use tracing::warn;

use super::{Reception, unsettled};
use crate::spawn::spawn;

impl Reception {
    /// Only what we know of matters: the rest of what people write and rewrite is none of our business.
    pub(super) async fn revised(&self, id: InboundId, inbound: Inbound) {
        let (Inbound::Revised { thread, .. }
        | Inbound::Withdrawn { thread, .. }
        | Inbound::Overheard { thread, .. }) = &inbound
        else {
            return;
        };
        let thread = thread.clone();
        let settlement = match self.settlement(&thread, inbound).await {
            Ok(settlement) => settlement,
            Err(error) => return unsettled(id, &error),
        };
        let entry = match &settlement {
            Settlement::Journal { entry, .. } => Some(entry.clone()),
            Settlement::Ignored | Settlement::Connected { .. } => None,
        };
        self.settle(id, settlement).await;
        match entry.as_deref() {
            Some(Entry::Revised { message, .. }) => self.desk.cords.revise(&thread, message),
            Some(Entry::Withdrawn { message }) => self.desk.cords.withdraw(&thread, message),
            _ => {}
        }
    }

    async fn settlement(&self, thread: &ThreadId, inbound: Inbound) -> Result<Settlement, StoreError> {
        if !self.desk.ports.inbox.knows(thread).await? {
            return Ok(Settlement::Ignored);
        }
        let (entry, once) = match inbound {
            Inbound::Revised { message, from, words, addressed, .. } => {
                let words = Body::new(words);
                let journal = self.desk.ports.journal.read(thread, 0).await?;
                if known(&journal, &message).is_none_or(|before| before.digest == words.digest) {
                    return Ok(Settlement::Ignored);
                }
                (Entry::Revised { message, from, words, addressed }, None)
            }
            Inbound::Withdrawn { message, .. } => {
                let journal = self.desk.ports.journal.read(thread, 0).await?;
                if known(&journal, &message).is_none() {
                    return Ok(Settlement::Ignored);
                }
                let once = format!("withdrawn/{message}");
                (Entry::Withdrawn { message }, Some(once))
            }
            Inbound::Overheard { message, .. } => {
                let once = format!("overheard/{message}");
                (Entry::Overheard { message }, Some(once))
            }
            _ => return Ok(Settlement::Ignored),
        };
        Ok(Settlement::Journal { thread: thread.clone(), entry: Box::new(entry), once })
    }

    /// Somebody who writes while we work for somebody else learns that they were heard.
    pub(super) fn tell_that_it_waits(&self, thread: &ThreadId, from: &PersonId) {
        let others = self.desk.cords.works_for(thread).filter(|requester| requester != from);
        if others.is_none() {
            return;
        }
        let (desk, thread, from) = (Arc::clone(&self.desk), thread.clone(), from.clone());
        spawn(async move {
            let view =
                View::plain("I\u{2019}m still working on something else here. I\u{2019}ll get to that next.");
            if let Err(error) = desk.ports.chat.whisper(&thread, &from, &view).await {
                warn!(%thread, %from, %error, "somebody could not be told that their message waits");
            }
        });
    }
}

/// How a message reads as far as we know.
fn known<'a>(journal: &'a [Record], message: &MessageRef) -> Option<&'a Body> {
    journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Asked { message: known, words, .. } | Entry::Revised { message: known, words, .. } => {
            (known == message).then_some(words)
        }
        Entry::Recalled { messages, .. } => {
            let found = messages.iter().find(|recollection| recollection.message == *message);
            found.map(|recollection| &recollection.words)
        }
        _ => None,
    })
}
