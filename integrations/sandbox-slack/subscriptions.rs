//! Whether Slack still sends events: an app that fails nearly all of them for an hour is not sent any more.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::ts::Ts;

/// When subscriptions are switched off.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FailureLimit {
    window_ms: u64,
    /// An app that was sent fewer events than this is left alone.
    least: usize,
    /// In per cent, of the deliveries of the window.
    failed: usize,
}

impl Default for FailureLimit {
    fn default() -> Self {
        Self { window_ms: 3_600_000, least: 1000, failed: 95 }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Subscriptions {
    /// Slack has stopped sending; whoever sets the request URL again is sent events again.
    pub(crate) disabled: bool,
    pub(crate) limit: FailureLimit,
    recent: VecDeque<(Ts, Fate)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fate {
    Taken,
    Failed,
}

impl Subscriptions {
    /// Counts an attempt to deliver an event, and switches off when nearly all have failed.
    pub(crate) fn count(&mut self, fate: Fate, now: Ts) {
        self.recent.push_back((now, fate));
        let window = self.limit.window_ms;
        while self.recent.front().is_some_and(|(at, _)| at.plus_milliseconds(window) <= now) {
            self.recent.pop_front();
        }
        let (all, failed) = self.counts();
        if all >= self.limit.least.max(1) && failed * 100 >= all * self.limit.failed {
            self.disabled = true;
        }
    }

    /// As at the beginning, with the same limit.
    pub(crate) fn anew(&self) -> Self {
        Self { limit: self.limit, ..Self::default() }
    }

    /// How many there were of late, and how many of them failed.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.recent.len(), self.recent.iter().filter(|(_, fate)| *fate == Fate::Failed).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_app_that_fails_nearly_everything_is_switched_off() {
        let limit = FailureLimit { window_ms: 1000, least: 20, failed: 95 };
        let mut subscriptions = Subscriptions { limit, ..Subscriptions::default() };
        let now = Ts::now();
        for n in 0..19 {
            subscriptions.count(if n == 0 { Fate::Taken } else { Fate::Failed }, now);
        }
        assert!(!subscriptions.disabled, "too few to judge");
        subscriptions.count(Fate::Failed, now);
        assert!(subscriptions.disabled);
    }

    #[test]
    fn what_is_long_ago_does_not_count() {
        let limit = FailureLimit { window_ms: 1000, least: 2, failed: 95 };
        let mut subscriptions = Subscriptions { limit, ..Subscriptions::default() };
        let now = Ts::now();
        subscriptions.count(Fate::Failed, now);
        subscriptions.count(Fate::Failed, now.plus_milliseconds(2000));
        assert!(!subscriptions.disabled);
    }
}
