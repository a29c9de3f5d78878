//! What was said in a thread that nobody has heard of: either it is none of our business, or it has overtaken the message
//! that begins the thread, which a connection has swallowed and which is delivered again.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ports::Settlement;
use kernel::{Inbound, InboundId, MessageRef, ThreadId};

use crate::base::spawn;
use crate::inbound::InboundHandler;

/// What was not acknowledged comes again at once, and after a minute; a dead connection is noticed before that.
pub(crate) const ON_ITS_WAY: Duration = Duration::from_mins(3);

/// So much is held at a time.
const MOST: usize = 2_000;

/// In the order in which it came. It stays in the backlog, so a restart finds it.
pub(crate) type Held = HashMap<ThreadId, Vec<(InboundId, Inbound)>>;

impl InboundHandler {
    pub(crate) async fn hold(self: &Arc<Self>, id: InboundId, thread: ThreadId, inbound: Inbound) {
        if self.held().values().map(Vec::len).sum::<usize>() >= MOST {
            // So much is said around us that none of it is likely to be for us.
            return self.ctx.settle(id, Settlement::Ignored).await;
        }
        self.in_hand().insert(id);
        self.held().entry(thread.clone()).or_default().push((id, inbound));
        let handler = Arc::clone(self);
        spawn(async move {
            let clock = &handler.ctx.engine.ports.clock;
            clock.sleep_until(clock.now().plus(ON_ITS_WAY)).await;
            if handler.give_up(&thread, id) {
                handler.ctx.settle(id, Settlement::Ignored).await;
                handler.in_hand().remove(&id);
            }
        });
    }

    /// The thread has begun, with this message. What was said before it was not said to us.
    pub(crate) async fn take_held(self: &Arc<Self>, thread: &ThreadId, first: &MessageRef) {
        let held = self.held().remove(thread).unwrap_or_default();
        for (id, inbound) in held {
            let later = match &inbound {
                Inbound::Message { message, .. } | Inbound::Stop { message: Some(message), .. } => {
                    message > first
                }
                _ => true,
            };
            // Before, because it may go its own way.
            self.in_hand().remove(&id);
            if later {
                Box::pin(self.spoken(id, inbound)).await;
            } else {
                self.ctx.settle(id, Settlement::Ignored).await;
            }
        }
    }

    /// Whether it was still held.
    fn give_up(&self, thread: &ThreadId, id: InboundId) -> bool {
        let mut held = self.held();
        let Some(there) = held.get_mut(thread) else { return false };
        let before = there.len();
        there.retain(|(known, _)| *known != id);
        let given_up = there.len() < before;
        if there.is_empty() {
            held.remove(thread);
        }
        given_up
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
