//! What somebody whom we have not met lately says in a thread of ours is taken in as soon as it is known who they are. Nothing
//! else waits for that but what becomes of the message meanwhile.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ports::Settlement;
use kernel::{Inbound, InboundId, MessageRef};

use crate::base::spawn;
use crate::base::within;
use crate::inbound::InboundHandler;
use crate::inbound::follow_ups::{Known, Looking};

/// How long it may take to look somebody up.
const PATIENCE: Duration = Duration::from_secs(5);

/// What was said of a message that is not taken in yet: how it was changed, that it was deleted. It stays in the backlog like
/// the message, so a restart finds both.
pub(crate) type Unread = HashMap<MessageRef, Vec<(InboundId, Inbound)>>;

impl InboundHandler {
    pub(crate) fn meet(self: &Arc<Self>, id: InboundId, inbound: Inbound, looking: Looking) {
        let Inbound::Message { message, .. } = &inbound else { return };
        let message = message.clone();
        match self.unread().entry(message.clone()) {
            // It is being taken in.
            Occupied(_) => return,
            Vacant(place) => drop(place.insert(Vec::new())),
        }
        self.in_hand().insert(id);
        let handler = Arc::clone(self);
        spawn(async move {
            let clock = &handler.ctx.engine.ports.clock;
            let deadline = clock.now().plus(PATIENCE);
            let known = within(looking, &**clock, deadline).await.unwrap_or(Known::OneOfUs);
            let meanwhile = handler.unread().get(&message).cloned().unwrap_or_default();
            let news = meanwhile.into_iter().map(|(_, news)| news);
            match news.fold(Latest::Reads(inbound, known), Latest::after) {
                Latest::Reads(inbound, known) => handler.follow_up(id, inbound, known).await,
                Latest::Gone => {
                    handler.ctx.settle(id, Settlement::Spent { once: format!("asked/{message}") }).await;
                }
            }
            handler.in_hand().remove(&id);
            // It finds there what was taken in, or that it could not be.
            let behind = handler.unread().remove(&message).unwrap_or_default();
            for (later, news) in behind {
                handler.in_hand().remove(&later);
                Box::pin(handler.spoken(later, news)).await;
            }
        });
    }

    /// Keeps what becomes of a message that is not taken in yet; otherwise gives it back.
    pub(crate) fn put_behind(&self, id: InboundId, inbound: Inbound) -> Option<Inbound> {
        let (Inbound::Revised { message, .. }
        | Inbound::Withdrawn { message, .. }
        | Inbound::Deleted { message }) = &inbound
        else {
            return Some(inbound);
        };
        let mut unread = self.unread();
        let Some(behind) = unread.get_mut(message) else { return Some(inbound) };
        self.in_hand().insert(id);
        behind.push((id, inbound));
        None
    }

    fn unread(&self) -> MutexGuard<'_, Unread> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message that is not taken in yet, as it is by now.
enum Latest {
    Reads(Inbound, Known),
    Gone,
}

impl Latest {
    fn after(self, news: Inbound) -> Self {
        match (self, news) {
            (Self::Gone, _) | (_, Inbound::Withdrawn { .. } | Inbound::Deleted { .. }) => Self::Gone,
            (
                Self::Reads(Inbound::Message { thread, message, from, mut files, quoted, .. }, known),
                Inbound::Revised { words, addressed, mentions, without, .. },
            ) => {
                files.retain(|file| !without.contains(&file.id));
                // As it reads now, it is for somebody else.
                let known = if addressed { known } else { Known::Stranger };
                let message =
                    Inbound::Message { thread, message, from, words, addressed, files, quoted, mentions };
                Self::Reads(message, known)
            }
            (latest, _) => latest,
        }
    }
}
