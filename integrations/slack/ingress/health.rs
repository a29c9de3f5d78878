//! What others are told about how well we hear.

use kernel::ports::{self, InboundState, Soon};
use tokio::sync::watch;

pub struct InboundHealth(watch::Sender<InboundState>);

impl InboundHealth {
    /// For sockets that do not stand yet.
    pub fn listening() -> Self {
        Self(watch::Sender::new(InboundState::Interrupted))
    }

    /// Where it is Slack that calls, nobody can tell before it does.
    pub fn called() -> Self {
        Self(watch::Sender::new(InboundState::Connected))
    }

    pub(super) fn hear(&self, hearing: InboundState) {
        self.0.send_if_modified(|known| std::mem::replace(known, hearing) != hearing);
    }
}

impl ports::InboundHealth for InboundHealth {
    fn state(&self) -> InboundState {
        *self.0.borrow()
    }

    fn changed_from(&self, known: InboundState) -> Soon<'_, InboundState> {
        Box::pin(async move {
            let mut watching = self.0.subscribe();
            // It fails only when the sender is gone, and that is ours.
            watching.wait_for(|now| *now != known).await.map_or(known, |now| *now)
        })
    }
}
