//! Rate limits: how often each method may be called, counted by method and, for posts, by channel too.
//!
//! Counted always, enforced when switched on. Nothing of it survives a restart.

mod tiers;
mod traffic;

use std::{collections::BTreeMap, sync::PoisonError};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use sandbox_world::RateLimitsSeed;

pub use self::tiers::GivenLimit;
use self::traffic::Bucket;
pub(crate) use self::traffic::Counter;
pub(crate) use self::traffic::Traffic;
use super::{Slack, answer::Refusal, ts::Ts};

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
