//! Whether a channel is shared with others, as it was looked up a moment ago.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Maximum age of an entry. Events tell when a channel is shared, but not when somebody is only invited to it.
const FRESH: Duration = Duration::from_mins(1);
/// How soon the members of a channel are looked up beforehand again.
const LOOKED: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Channels(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// Whether events of shared channels arrive.
    hears: bool,
    shared: HashMap<String, (Instant, bool)>,
    looked: HashMap<String, Instant>,
}

impl Channels {
    pub(super) fn hear(&self, everything: bool) {
        let mut known = self.known();
        known.hears = everything;
        if !everything {
            known.shared.clear();
        }
    }

    pub(super) fn is_shared(&self, channel: &str) -> Option<bool> {
        let known = self.known();
        let entry = known.shared.get(channel).filter(|(at, _)| known.hears && at.elapsed() < FRESH);
        entry.map(|(_, is_shared)| *is_shared)
    }

    /// Keeps an answer that was asked for at this moment.
    pub(super) fn remember(&self, channel: &str, is_shared: bool, at: Instant) {
        let mut known = self.known();
        if known.hears {
            known.shared.retain(|_, (at, _)| at.elapsed() < FRESH);
            known.shared.insert(channel.to_owned(), (at, is_shared));
        }
    }

    pub(super) fn forget(&self, channel: &str) {
        self.known().shared.remove(channel);
    }

    /// Whether the members of a channel were not looked up beforehand just now; from now on they were.
    pub(super) fn is_first_look(&self, channel: &str) -> bool {
        let mut known = self.known();
        known.looked.retain(|_, at| at.elapsed() < LOOKED);
        known.looked.insert(channel.to_owned(), Instant::now()).is_none()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_only_while_events_arrive_and_until_one_does() {
        let channels = Channels::default();
        let keeps = |channel: &str| {
            channels.remember(channel, false, Instant::now());
            channels.is_shared(channel)
        };
        assert_eq!(keeps("C1"), None, "nothing is heard yet");
        channels.hear(true);
        assert_eq!(keeps("C1"), Some(false));
        channels.forget("C1");
        assert_eq!(channels.is_shared("C1"), None);
        assert_eq!(keeps("C1"), Some(false));
        channels.hear(false);
        channels.hear(true);
        assert_eq!(channels.is_shared("C1"), None, "an event may have been missed");
    }
}
