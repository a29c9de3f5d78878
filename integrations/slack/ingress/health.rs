//! What others are told about how well we hear.

use kernel::ports::{self, Hearing, Soon};
use tokio::sync::watch;

pub struct Ears(watch::Sender<Hearing>);

impl Ears {
    /// For sockets that do not stand yet.
    pub fn listening() -> Self {
        Self(watch::Sender::new(Hearing::NotNow))
    }

    /// Where it is Slack that calls, nobody can tell before it does.
    pub fn called() -> Self {
        Self(watch::Sender::new(Hearing::Well))
    }

    pub(super) fn hear(&self, hearing: Hearing) {
        self.0.send_if_modified(|known| std::mem::replace(known, hearing) != hearing);
    }
}

impl ports::Ears for Ears {
    fn hearing(&self) -> Hearing {
        *self.0.borrow()
    }

    fn other_than(&self, known: Hearing) -> Soon<'_, Hearing> {
        Box::pin(async move {
            let mut watching = self.0.subscribe();
            // It fails only when the sender is gone, and that is ours.
            watching.wait_for(|now| *now != known).await.map_or(known, |now| *now)
        })
    }
}
