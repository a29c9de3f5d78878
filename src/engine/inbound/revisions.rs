//! Messages that were changed, deleted, or not for us; and what somebody hears whose message has to wait.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Settlement, StoreError};
use kernel::{Body, Entry, Inbound, InboundId, MessageEntry, MessageRef, PersonId, Record, ThreadId, View};
use tracing::warn;

use crate::base::spawn;
use crate::inbound::held_back::ON_ITS_WAY;
use crate::inbound::{InboundHandler, unsettled};
use crate::runtime::SOON;
use crate::runtime::{WaitsFor, Whose};

/// Of two things that were sent right after each other, either can arrive first.
const OVERTAKEN: Duration = Duration::from_secs(2);

impl InboundHandler {
    pub(crate) async fn revised(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        match self.settlement(&inbound).await {
            Ok(Some(settlement)) => self.settle_revision(id, settlement).await,
            Ok(None) => Arc::clone(self).once_more(id, inbound),
            Err(error) => unsettled(id, &error),
        }
    }

    /// It was a card of ours, a message to us, or nothing we know of.
    pub(crate) async fn deleted_somewhere(self: &Arc<Self>, id: InboundId, message: MessageRef) {
        let ports = &self.ctx.engine.ports;
        match ports.approvals.on_card(&message).await {
            Ok(cards) if cards.is_empty() => {}
            Ok(_) => return Arc::clone(self).card_gone(id, message),
            Err(error) => return unsettled(id, &error),
        }
        let once = format!("asked/{message}");
        match ports.inbox.used_in(&once).await {
            Ok(Some(thread)) => self.revised(id, Inbound::Withdrawn { thread, message }).await,
            Ok(None) => self.ctx.settle(id, Settlement::Spent { once }).await,
            Err(error) => unsettled(id, &error),
        }
    }

    /// Its person is told, and nobody else waits for that.
    fn card_gone(self: Arc<Self>, id: InboundId, message: MessageRef) {
        self.in_hand().insert(id);
        spawn(async move {
            self.ctx.presses().deleted(id, &message).await;
            self.in_hand().remove(&id);
        });
    }

    /// What is changed before it has arrived is looked at again when it must have.
    fn once_more(self: Arc<Self>, id: InboundId, inbound: Inbound) {
        self.in_hand().insert(id);
        spawn(async move {
            let clock = &self.ctx.engine.ports.clock;
            let until = clock.now().plus(ON_ITS_WAY);
            loop {
                clock.sleep_until(clock.now().plus(OVERTAKEN)).await;
                match self.settlement(&inbound).await {
                    Ok(None) if clock.now() < until => {}
                    Ok(settlement) => {
                        self.settle_revision(id, settlement.unwrap_or(Settlement::Ignored)).await;
                        break;
                    }
                    Err(error) => break unsettled(id, &error),
                }
            }
            self.in_hand().remove(&id);
        });
    }

    async fn settle_revision(&self, id: InboundId, settlement: Settlement) {
        let journaled = match &settlement {
            Settlement::Journal { thread, entry, .. } => Some((thread.clone(), entry.clone())),
            Settlement::Ignored
            | Settlement::Connected { .. }
            | Settlement::Spent { .. }
            | Settlement::Stopped { .. } => None,
        };
        self.ctx.settle(id, settlement).await;
        if let Some((thread, entry)) = journaled {
            match *entry {
                Entry::Message(MessageEntry::Revised { message, .. }) => {
                    self.ctx.engine.interrupts.revise(&thread, &message);
                }
                Entry::Message(MessageEntry::Withdrawn { message }) => {
                    self.ctx.engine.interrupts.withdraw(&thread, &message);
                }
                _ => {}
            }
        }
    }

    /// Only what we know of matters: the rest of what people write and rewrite is none of our business. Nothing, if it
    /// may be about something that is still on its way.
    async fn settlement(&self, inbound: &Inbound) -> Result<Option<Settlement>, StoreError> {
        let into = |thread: &ThreadId, entry, once| {
            Some(Settlement::Journal { thread: thread.clone(), entry: Box::new(entry), once })
        };
        Ok(match inbound {
            Inbound::Revised { thread, message, from, words, addressed, mentions, without } => {
                let journal = self.ctx.engine.ports.journal.read(thread, 0).await?;
                let (words, addressed) = (Body::new(words), *addressed);
                match known(&journal, message) {
                    // Words that are the same and no longer for us are another request.
                    Some(before) if before.digest == words.digest && addressed && without.is_empty() => {
                        Some(Settlement::Ignored)
                    }
                    Some(_) => {
                        let (message, from, mentions) = (message.clone(), from.clone(), mentions.clone());
                        let without = without.clone();
                        let entry = Entry::Message(MessageEntry::Revised {
                            message,
                            from,
                            words,
                            addressed,
                            mentions,
                            without,
                        });
                        into(thread, entry, None)
                    }
                    None if addressed => None,
                    None => Some(Settlement::Ignored),
                }
            }
            Inbound::Withdrawn { thread, message } => {
                let journal = self.ctx.engine.ports.journal.read(thread, 0).await?;
                if !is_told(&journal, message) {
                    return Ok(Some(Settlement::Spent { once: format!("asked/{message}") }));
                }
                let once = format!("withdrawn/{message}");
                into(thread, Entry::Message(MessageEntry::Withdrawn { message: message.clone() }), Some(once))
            }
            Inbound::Overheard { thread, message } if self.ctx.engine.ports.inbox.knows(thread).await? => {
                let once = format!("overheard/{message}");
                into(thread, Entry::Message(MessageEntry::Overheard { message: message.clone() }), Some(once))
            }
            _ => Some(Settlement::Ignored),
        })
    }

    /// Somebody who writes while we are busy learns that they were heard, unless it is their turn in a moment.
    pub(crate) fn tell_if_it_waits(&self, asked: Waiting) {
        let Waiting { thread, message, from, waits } = asked;
        let words = match waits.whose {
            Whose::SomebodyElses => {
                "I\u{2019}m still working on something else here. I\u{2019}ll get to that next."
            }
            Whose::TheirOwn => {
                "I\u{2019}m still working on what you asked before. I\u{2019}ll get to that next."
            }
            Whose::TakenAlong => {
                "I\u{2019}ve read this. I\u{2019}ll take it into account as soon as what is running now has ended."
            }
        };
        let engine = Arc::clone(&self.ctx.engine);
        spawn(async move {
            let clock = &engine.ports.clock;
            clock.sleep_until(clock.now().plus(SOON)).await;
            if !engine.interrupts.still_waits(&thread, &message, waits) {
                return;
            }
            if let Err(error) = engine.ports.chat.whisper(&thread, &from, &View::plain(words)).await {
                warn!(%thread, %from, %error, "somebody could not be told that their message waits");
            }
        });
    }
}

/// A message that somebody wrote while we were busy.
pub(crate) struct Waiting {
    pub(crate) thread: ThreadId,
    pub(crate) message: MessageRef,
    pub(crate) from: PersonId,
    pub(crate) waits: WaitsFor,
}

/// Whether a model may be told any of a message: the beginning of one is as much its author's as all of it.
fn is_told(journal: &[Record], message: &MessageRef) -> bool {
    let begins = journal.iter().any(|record| match &record.entry {
        Entry::Message(MessageEntry::Recalled { messages, .. }) => {
            messages.iter().any(|one| one.message == *message)
        }
        _ => false,
    });
    begins || known(journal, message).is_some()
}

/// How a message reads as far as we know.
fn known<'a>(journal: &'a [Record], message: &MessageRef) -> Option<&'a Body> {
    journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Message(
            MessageEntry::Asked { message: known, words, .. }
            | MessageEntry::Revised { message: known, words, .. },
        ) => (known == message).then_some(words),
        Entry::Message(MessageEntry::Recalled { messages, .. }) => {
            let found = messages.iter().find(|one| one.message == *message && !one.shortened);
            found.map(|recollection| &recollection.words)
        }
        _ => None,
    })
}
