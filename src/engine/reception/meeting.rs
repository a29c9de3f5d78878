//! What somebody whom we have not met lately says in a thread of ours is taken in as soon as it is known who they are. Nothing
//! else waits for that but what becomes of the message meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ports::Settlement;
use kernel::{Inbound, InboundId, MessageRef};

use super::Reception;
use crate::interrupt::within;
use crate::spawn::spawn;

/// How long it may take to look somebody up. Who cannot be looked up by then is taken for one of us: it is looked up again
/// before anything is done for them.
const PATIENCE: Duration = Duration::from_secs(5);

/// What was said of a message that is not taken in yet: how it was changed, that it was deleted. It stays in the backlog like
/// the message, so a restart finds both.
pub(super) type Unread = HashMap<MessageRef, Vec<(InboundId, Inbound)>>;

impl Reception {
    pub(super) fn meet(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        let Inbound::Message { from, message, .. } = &inbound else { return };
        let (from, message) = (from.clone(), message.clone());
        self.in_hand().insert(id);
        self.unread().insert(message.clone(), Vec::new());
        let reception = Arc::clone(self);
        spawn(async move {
            let ports = &reception.desk.ports;
            let deadline = ports.clock.now().plus(PATIENCE);
            let person = within(ports.directory.person_lately(&from), &*ports.clock, deadline).await;
            let meanwhile = reception.unread().get_mut(&message).map(std::mem::take).unwrap_or_default();
            let ids: Vec<InboundId> = meanwhile.iter().map(|(id, _)| *id).collect();
            match meanwhile.into_iter().try_fold(inbound, |inbound, (_, news)| changed(inbound, news)) {
                Some(inbound) => reception.follow_up(id, inbound, person.and_then(Result::ok)).await,
                None => reception.settle(id, Settlement::Spent { once: format!("asked/{message}") }).await,
            }
            for later in ids {
                reception.settle(later, Settlement::Ignored).await;
                reception.in_hand().remove(&later);
            }
            // What came while it was taken in finds it there.
            let since = reception.unread().remove(&message).unwrap_or_default();
            for (later, news) in since {
                Box::pin(reception.spoken(later, news)).await;
                reception.in_hand().remove(&later);
            }
            reception.in_hand().remove(&id);
        });
    }

    /// Keeps what becomes of a message that is not taken in yet; otherwise gives it back.
    pub(super) fn put_behind(&self, id: InboundId, inbound: Inbound) -> Option<Inbound> {
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

/// A message as it reads now; nothing if it is gone.
fn changed(message: Inbound, news: Inbound) -> Option<Inbound> {
    match (message, news) {
        (_, Inbound::Withdrawn { .. } | Inbound::Deleted { .. }) => None,
        (
            Inbound::Message { thread, message, from, mut files, quoted, .. },
            Inbound::Revised { words, addressed, mentions, without, .. },
        ) => {
            files.retain(|file| !without.contains(&file.id));
            Some(Inbound::Message { thread, message, from, words, addressed, files, quoted, mentions })
        }
        (message, _) => Some(message),
    }
}
