//! One line of posts per channel.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as Turnstile, OwnedMutexGuard};

#[derive(Default)]
pub(super) struct Lines(Mutex<HashMap<String, Arc<Turnstile<()>>>>);

impl Lines {
    /// Waits for its turn, first come, first served; dropping what is returned lets the next one go.
    pub(super) async fn queue(&self, channel: &str) -> OwnedMutexGuard<()> {
        let line = {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.retain(|_, line| Arc::strong_count(line) > 1);
            Arc::clone(lines.entry(channel.to_owned()).or_default())
        };
        line.lock_owned().await
    }
}
