//! The calls of late and the room that they leave.

use std::collections::{BTreeMap, VecDeque};

use sandbox_world::RateLimitsSeed;
use serde::Serialize;

use super::tiers::{GivenLimit, Limit, limits};
use crate::ts::Ts;

/// The calls of late.
#[derive(Default)]
pub(crate) struct Traffic {
    pub(super) buckets: BTreeMap<(String, String), Bucket>,
    /// Limits that were set in place of the table's, by method.
    pub(super) given: BTreeMap<String, GivenLimit>,
}

pub(super) struct Bucket {
    pub(super) limit: Limit,
    /// In thousandths of a call.
    tokens: u64,
    /// When `tokens` was right, in microseconds.
    counted_at: u64,
    /// The calls of the last minute.
    pub(super) taken: VecDeque<Ts>,
    pub(super) refused: u64,
    pub(super) highest: usize,
}

/// A counter as the control API shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Counter {
    pub(super) method: String,
    /// Empty where channels are not counted apart.
    pub(super) channel: String,
    pub(super) tier: &'static str,
    pub(super) burst: u32,
    pub(super) per_minute: u32,
    /// How many were taken in the last minute.
    pub(super) now: usize,
    /// The most that were taken in any minute.
    pub(super) highest: usize,
    pub(super) refused: u64,
}

impl Bucket {
    pub(super) fn full(limit: Limit, now: Ts) -> Self {
        let tokens = u64::from(limit.burst) * 1_000;
        Self { limit, tokens, counted_at: now.microseconds(), taken: VecDeque::new(), refused: 0, highest: 0 }
    }

    /// After how many milliseconds there is room for a call.
    pub(super) fn room_after(&mut self, now: Ts) -> u64 {
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

    pub(super) fn take(&mut self, now: Ts) {
        self.tokens = self.tokens.saturating_sub(1_000);
        self.forget(now);
        self.taken.push_back(now);
        self.highest = self.highest.max(self.taken.len());
    }

    pub(super) fn forget(&mut self, now: Ts) {
        while self.taken.front().is_some_and(|at| at.plus_milliseconds(MINUTE_MS) <= now) {
            self.taken.pop_front();
        }
    }
}

impl Traffic {
    /// Takes a call if all of its buckets have room, or says after how many seconds it may come again.
    pub(super) fn take(
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

const MINUTE_MS: u64 = 60_000;

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
