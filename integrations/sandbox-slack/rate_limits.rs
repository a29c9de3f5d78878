//! Rate limits: how often each method may be called, counted by method and, for posts, by channel too.
//!
//! Counted always, enforced when switched on. Nothing of it survives a restart.

mod tiers;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::PoisonError,
};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use sandbox_world::RateLimitsSeed;
use serde::Serialize;

pub use self::tiers::GivenLimit;
use self::tiers::{Limit, limits};
use super::{Slack, answer::Refusal, ts::Ts};

const MINUTE_MS: u64 = 60_000;

/// The calls of late.
#[derive(Default)]
pub(crate) struct Traffic {
    buckets: BTreeMap<(String, String), Bucket>,
    /// Limits that were set in place of the table's, by method.
    given: BTreeMap<String, GivenLimit>,
}

struct Bucket {
    limit: Limit,
    /// In thousandths of a call.
    tokens: u64,
    /// When `tokens` was right, in microseconds.
    counted_at: u64,
    /// The calls of the last minute.
    taken: VecDeque<Ts>,
    refused: u64,
    highest: usize,
}

/// A counter as the control API shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Counter {
    method: String,
    /// Empty where channels are not counted apart.
    channel: String,
    tier: &'static str,
    burst: u32,
    per_minute: u32,
    /// How many were taken in the last minute.
    now: usize,
    /// The most that were taken in any minute.
    highest: usize,
    refused: u64,
}

impl Bucket {
    fn full(limit: Limit, now: Ts) -> Self {
        let tokens = u64::from(limit.burst) * 1_000;
        Self { limit, tokens, counted_at: now.microseconds(), taken: VecDeque::new(), refused: 0, highest: 0 }
    }

    /// After how many milliseconds there is room for a call.
    fn room_after(&mut self, now: Ts) -> u64 {
        let per_minute = u64::from(self.limit.per_minute.max(1));
        let passed = now.microseconds().saturating_sub(self.counted_at);
        let full = u64::from(self.limit.burst) * 1_000;
        // Microseconds and thousandths of a call: both have the same factor.
        let more = passed.saturating_mul(per_minute) / MINUTE_MS;
        self.tokens = self.tokens.saturating_add(more).min(full);
        // The time for a part of a thousandth counts later.
        self.counted_at += more.saturating_mul(MINUTE_MS) / per_minute;
        1_000_u64.saturating_sub(self.tokens).saturating_mul(MINUTE_MS).div_ceil(per_minute * 1_000)
    }

    fn take(&mut self, now: Ts) {
        self.tokens = self.tokens.saturating_sub(1_000);
        self.forget(now);
        self.taken.push_back(now);
        self.highest = self.highest.max(self.taken.len());
    }

    fn forget(&mut self, now: Ts) {
        while self.taken.front().is_some_and(|at| at.plus_milliseconds(MINUTE_MS) <= now) {
            self.taken.pop_front();
        }
    }
}

impl Traffic {
    /// Takes a call if all of its buckets have room, or says after how many seconds it may come again.
    fn take(
        &mut self,
        (method, channel): (&str, &str),
        enforced: RateLimitsSeed,
        now: Ts,
    ) -> Result<(), u64> {
        let given = self.given.get(method).copied();
        let limits = limits(method).iter().map(|limit| match given {
            Some(GivenLimit { burst, per_minute }) => Limit { burst, per_minute, ..*limit },
            None => *limit,
        });
        let keyed: Vec<_> = limits
            .map(|limit| {
                let channel = if limit.by_channel { channel } else { "" };
                ((method.to_owned(), channel.to_owned()), limit)
            })
            .collect();
        let mut wait = 0;
        for (key, limit) in &keyed {
            let bucket = self.buckets.entry(key.clone()).or_insert_with(|| Bucket::full(*limit, now));
            let after = bucket.room_after(now);
            if after > 0 && enforced == RateLimitsSeed::Real {
                bucket.refused += 1;
            }
            wait = wait.max(after);
        }
        if wait > 0 && enforced == RateLimitsSeed::Real {
            return Err(wait.div_ceil(1_000).max(1));
        }
        for (key, _) in &keyed {
            if let Some(bucket) = self.buckets.get_mut(key) {
                bucket.take(now);
            }
        }
        Ok(())
    }
}

impl Slack {
    /// Counts a call; where it is one too many, says after how many seconds it may come again.
    pub(super) fn meter(&self, method: &str, channel: Option<String>) -> Result<(), u64> {
        let enforced = self.read(|workspace| workspace.configuration.rate_limits);
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        traffic.take((method, &channel.unwrap_or_default()), enforced, Ts::now())
    }

    pub fn counters(&self) -> Vec<Counter> {
        let now = Ts::now();
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = |((method, channel), bucket): (&(String, String), &mut Bucket)| {
            bucket.forget(now);
            Counter {
                method: method.clone(),
                channel: channel.clone(),
                tier: bucket.limit.tier,
                burst: bucket.limit.burst,
                per_minute: bucket.limit.per_minute,
                now: bucket.taken.len(),
                highest: bucket.highest,
                refused: bucket.refused,
            }
        };
        traffic.buckets.iter_mut().map(shown).collect()
    }

    /// Switches the limits on or off, sets those that are given, and counts anew.
    pub fn set_rate_limits(&self, mode: RateLimitsSeed, given: BTreeMap<String, GivenLimit>) {
        self.quietly(|workspace| workspace.configuration.rate_limits = mode);
        self.spread();
        *self.traffic.lock().unwrap_or_else(PoisonError::into_inner) =
            Traffic { given, ..Traffic::default() };
        self.changes.ring();
    }

    pub fn rate_limits(&self) -> RateLimitsSeed {
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
    fn after_a_burst_there_is_room_as_often_as_the_tier_says() {
        let (mut traffic, now) = (Traffic::default(), Ts::now());
        let mut take = |after_ms| {
            traffic.take(("users.list", ""), RateLimitsSeed::Real, now.plus_milliseconds(after_ms))
        };
        assert!((0..20).all(|_| take(0).is_ok()));
        assert_eq!(take(0), Err(3), "a twentieth of a minute");
        assert_eq!(take(2_000), Err(2), "it is rounded up");
        assert_eq!((take(3_000), take(3_000)), (Ok(()), Err(3)));
        assert!(
            (0..20).all(|_| take(120_000).is_ok()) && take(120_000).is_err(),
            "it holds a minute's calls"
        );
        let bucket = traffic.buckets.values().next().unwrap();
        assert_eq!((bucket.refused, bucket.highest), (4, 21));
    }

    #[test]
    fn while_they_are_off_calls_are_only_counted() {
        let (mut traffic, now) = (Traffic::default(), Ts::now());
        for _ in 0..50 {
            assert_eq!(traffic.take(("apps.connections.open", ""), RateLimitsSeed::Off, now), Ok(()));
        }
        assert_eq!(traffic.buckets.values().next().unwrap().highest, 50);
    }
}
