//! Whatever must keep its order stands in one line: the posts of a channel, the changes of a message. A change that Slack
//! is slow to take holds up nothing else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as Turnstile, OwnedMutexGuard};

use crate::names::Place;

#[derive(Default)]
pub(super) struct Lines(Mutex<HashMap<String, Arc<Turnstile<()>>>>);

impl Lines {
    /// Waits for its turn, first come, first served; dropping what is returned lets the next one go.
    pub(super) async fn queue(&self, name: &str) -> OwnedMutexGuard<()> {
        let line = {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.retain(|_, line| Arc::strong_count(line) > 1);
            Arc::clone(lines.entry(name.to_owned()).or_default())
        };
        line.lock_owned().await
    }
}

/// The line of a message's changes.
pub(super) fn of_message(place: &Place) -> String {
    format!("{}/{}", place.channel, place.ts)
}
