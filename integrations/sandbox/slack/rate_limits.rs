//! Rate limits: how often each method may be called, counted by method and, for posting, by channel.
//!
//! Counted always, enforced when switched on. Nothing of it survives a restart.

mod tiers;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::PoisonError,
};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

pub(crate) use self::tiers::{Limit, limit};
use super::{Slack, answer::Refusal, ts::Ts};
use crate::world::RateLimitsSeed;

/// The calls of late.
#[derive(Default)]
pub(crate) struct Traffic {
    windows: BTreeMap<(String, String), Window>,
}

#[derive(Default)]
struct Window {
    taken: VecDeque<Ts>,
    refused: u64,
    highest: usize,
}

/// A counter as the control API shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Counter {
    method: String,
    /// Empty where channels are not counted apart.
    channel: String,
    tier: &'static str,
    /// How many were taken in the window that is open now.
    now: usize,
    /// How many were taken in any window.
    highest: usize,
    refused: u64,
}

impl Window {
    /// Takes a call, or says after how many seconds it may come again.
    fn take(&mut self, limit: Limit, enforced: RateLimitsSeed, now: Ts) -> Result<(), u64> {
        self.forget(limit, now);
        if let (RateLimitsSeed::Real, Some(oldest)) = (enforced, self.taken.front())
            && self.taken.len() >= limit.calls
        {
            self.refused += 1;
            let free = oldest.plus_milliseconds(limit.window_ms);
            return Err(free.microseconds().saturating_sub(now.microseconds()).div_ceil(1_000_000).max(1));
        }
        self.taken.push_back(now);
        self.highest = self.highest.max(self.taken.len());
        Ok(())
    }

    fn forget(&mut self, limit: Limit, now: Ts) {
        while self.taken.front().is_some_and(|at| at.plus_milliseconds(limit.window_ms) <= now) {
            self.taken.pop_front();
        }
    }
}

impl Slack {
    /// Counts a call; where it is one too many, says after how many seconds it may come again.
    pub(super) fn meter(&self, method: &str, channel: Option<String>) -> Result<(), u64> {
        let limit = limit(method);
        let enforced = self.read(|workspace| workspace.configuration.rate_limits);
        let channel = channel.filter(|_| limit.by_channel).unwrap_or_default();
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        traffic.windows.entry((method.to_owned(), channel)).or_default().take(limit, enforced, Ts::now())
    }

    pub(crate) fn counters(&self) -> Vec<Counter> {
        let now = Ts::now();
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = |((method, channel), window): (&(String, String), &mut Window)| {
            let limit = limit(method);
            window.forget(limit, now);
            Counter {
                method: method.clone(),
                channel: channel.clone(),
                tier: limit.tier,
                now: window.taken.len(),
                highest: window.highest,
                refused: window.refused,
            }
        };
        traffic.windows.iter_mut().map(shown).collect()
    }

    /// Switches the limits on or off, and counts anew.
    pub(crate) fn set_rate_limits(&self, mode: RateLimitsSeed) {
        self.quietly(|workspace| workspace.configuration.rate_limits = mode);
        self.spread();
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner).windows.clear();
        self.changes.ring();
    }

    pub(crate) fn rate_limits(&self) -> RateLimitsSeed {
        self.read(|workspace| workspace.configuration.rate_limits)
    }
}

/// 429, with the seconds to wait.
pub(super) fn refused(seconds: u64) -> Response {
    let body = axum::Json(Refusal::new("ratelimited").body());
    let mut response = (StatusCode::TOO_MANY_REQUESTS, body).into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_too_many_waits_until_the_oldest_is_a_minute_old() {
        let (limit, mut window, now) = (limit("users.list"), Window::default(), Ts::now());
        for _ in 0..limit.calls {
            assert_eq!(window.take(limit, RateLimitsSeed::Real, now), Ok(()));
        }
        assert_eq!(window.take(limit, RateLimitsSeed::Real, now.plus_milliseconds(15_000)), Err(45));
        assert_eq!(window.take(limit, RateLimitsSeed::Real, now.plus_milliseconds(60_000)), Ok(()));
        assert_eq!((window.refused, window.highest), (1, limit.calls));
    }

    #[test]
    fn while_they_are_off_calls_are_only_counted() {
        let (limit, mut window, now) = (limit("apps.connections.open"), Window::default(), Ts::now());
        for _ in 0..50 {
            assert_eq!(window.take(limit, RateLimitsSeed::Off, now), Ok(()));
        }
        assert_eq!(window.highest, 50);
    }
}
