//! How often we call each method of Slack's Web API: one table of assumptions, and a bucket for each method.
//!
//! Slack publishes minimums ("50+ a minute") and answers 429 with `Retry-After` when it wants less. A call goes at once while
//! its bucket holds a token, so a short burst never waits. The refill is widened while no 429 comes and narrowed after one,
//! and a pause that Slack asks for holds for every call of the same kind.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep_until};

use crate::SlackError;

/// Whether we keep to Slack's limits by ourselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pacing {
    /// As the table below says.
    #[default]
    Slack,
    /// We call at once, and wait only when we are told to.
    Off,
}

/// How much a call matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// A person waits for it, so it waits for its turn.
    Reply,
    /// It is left out while others need the calls: later it would be of no use.
    Decoration,
}

/// The calls that share a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Workspace,
    Channel,
}

/// Assumed limit of a method.
#[derive(Clone, Copy, Debug)]
struct Limit {
    scope: Scope,
    /// Maximum number of calls at once.
    burst: f64,
    per_second: f64,
}

impl Limit {
    /// A tier allows a number of calls a minute. Half of them may come at once: with the widest refill the calls of any five
    /// minutes are then no more than a fifth above the tier.
    const fn a_minute(calls: u16) -> Self {
        let calls = calls as f64;
        Self { scope: Scope::Workspace, burst: calls / 2.0, per_second: calls / 60.0 }
    }
}

const TIER_2: Limit = Limit::a_minute(20);
const TIER_3: Limit = Limit::a_minute(50);
const TIER_4: Limit = Limit::a_minute(100);
/// Slack calls these limits special: several hundred calls a minute.
const SPECIAL: Limit = Limit::a_minute(600);
/// Slack takes about one message a second in a channel, and short bursts.
const POSTS_IN_A_CHANNEL: Limit = Limit { scope: Scope::Channel, burst: 4.0, per_second: 1.0 };

/// The limits of a method: each of them must have room.
fn limits(method: &str) -> &'static [Limit] {
    match method {
        "chat.postMessage" => &[POSTS_IN_A_CHANNEL, SPECIAL],
        "assistant.threads.setStatus" | "agents.sessions.setStatus" | "chat.getPermalink" | "auth.test" => {
            &[SPECIAL]
        }
        "chat.startStream" | "chat.stopStream" | "canvases.create" | "users.list" => &[TIER_2],
        "chat.appendStream"
        | "chat.postEphemeral"
        | "conversations.members"
        | "users.info"
        | "views.open"
        | "views.push"
        | "views.update"
        | "views.publish"
        | "files.getUploadURLExternal"
        | "files.completeUploadExternal"
        | "files.info" => &[TIER_4],
        // Most methods are of the third tier.
        _ => &[TIER_3],
    }
}

/// Urgency of a method's calls unless the caller knows better.
pub(crate) fn usual_urgency(method: &str) -> Urgency {
    match method {
        "chat.startStream"
        | "chat.appendStream"
        | "agents.sessions.setStatus"
        | "assistant.threads.setStatus"
        | "assistant.threads.setTitle"
        | "assistant.threads.setSuggestedPrompts" => Urgency::Decoration,
        _ => Urgency::Reply,
    }
}

/// The share of a bucket that decoration leaves to replies.
const RESERVED: f64 = 0.25;
/// Factors on the refill. Slack's figures are minimums, so it may grow a little beyond them.
const WIDEST: f64 = 1.1;
const NARROWEST: f64 = 0.25;
/// The factor after a 429, and its growth in each minute without one.
const AFTER_REFUSAL: f64 = 0.75;
const GROWTH: f64 = 0.05;
const MINUTE: Duration = Duration::from_mins(1);

/// The calls of one workspace.
pub(crate) struct RateLimits {
    pacing: Pacing,
    buckets: Mutex<HashMap<Key, Bucket>>,
}

/// A method, and the channel where each channel has a bucket of its own.
type Key = (String, Option<String>);

impl RateLimits {
    pub(crate) fn new(pacing: Pacing) -> Self {
        Self { pacing, buckets: Mutex::default() }
    }

    /// Waits until a call may be made, at most as long as `longest`. Calls of one bucket are made in the order in which
    /// they asked.
    pub(crate) async fn pass(
        &self,
        method: &str,
        channel: Option<&str>,
        urgency: Urgency,
        longest: Duration,
    ) -> Result<(), SlackError> {
        if self.pacing == Pacing::Off {
            return Ok(());
        }
        match self.reserve((method, channel), urgency, longest, Instant::now()) {
            Ok(at) => {
                sleep_until(at).await;
                Ok(())
            }
            Err(after) => Err(SlackError::Busy { method: method.to_owned(), after: Some(after) }),
        }
    }

    /// The moment at which all buckets of the method have a token. Nothing is taken from any of them if that is too late.
    fn reserve(
        &self,
        (method, channel): (&str, Option<&str>),
        urgency: Urgency,
        longest: Duration,
        now: Instant,
    ) -> Result<Instant, Duration> {
        let mut buckets = self.buckets();
        let keys = keys(method, channel);
        // A full bucket behaves like a new one, so it need not be kept.
        buckets.retain(|known, bucket| keys.iter().any(|(key, _)| key == known) || !bucket.is_idle(now));
        let mut at = now;
        for (key, limit) in &keys {
            let bucket = buckets.entry(key.clone()).or_insert_with(|| Bucket::full(*limit, now));
            at = at.max(bucket.room(urgency, now)?);
        }
        if at.duration_since(now) > longest {
            return Err(at.duration_since(now));
        }
        for (key, _) in &keys {
            if let Some(bucket) = buckets.get_mut(key) {
                bucket.tokens -= 1.0;
            }
        }
        Ok(at)
    }

    /// Slack has answered 429.
    pub(crate) fn refused(&self, method: &str, channel: Option<&str>, pause: Duration) {
        self.narrow(method, channel, pause, Instant::now());
    }

    fn narrow(&self, method: &str, channel: Option<&str>, pause: Duration, now: Instant) {
        let mut buckets = self.buckets();
        // Slack does not say which of several limits was exceeded. As a rule it is the narrowest.
        if let Some((key, limit)) = keys(method, channel).into_iter().next() {
            buckets.entry(key).or_insert_with(|| Bucket::full(limit, now)).narrow(pause, now);
        }
    }

    fn buckets(&self) -> MutexGuard<'_, HashMap<Key, Bucket>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn keys(method: &str, channel: Option<&str>) -> Vec<(Key, Limit)> {
    let key = |limit: &Limit| match limit.scope {
        Scope::Channel => (method.to_owned(), channel.map(str::to_owned)),
        Scope::Workspace => (method.to_owned(), None),
    };
    limits(method).iter().map(|limit| (key(limit), *limit)).collect()
}

#[derive(Debug)]
struct Bucket {
    limit: Limit,
    /// Below zero while calls wait for their turn.
    tokens: f64,
    /// When `tokens` was right.
    counted_at: Instant,
    /// The factor on the refill since `changed_at`.
    factor: f64,
    changed_at: Instant,
    closed_until: Instant,
}

impl Bucket {
    fn full(limit: Limit, now: Instant) -> Self {
        Self { limit, tokens: limit.burst, counted_at: now, factor: 1.0, changed_at: now, closed_until: now }
    }

    /// When the next call may be made; or how long that would be, if it is one that does not wait.
    fn room(&mut self, urgency: Urgency, now: Instant) -> Result<Instant, Duration> {
        self.refill(now);
        let kept_back = match urgency {
            Urgency::Reply => 0.0,
            Urgency::Decoration => self.limit.burst * RESERVED,
        };
        let missing = (1.0 + kept_back - self.tokens).max(0.0);
        let at = (now + Duration::from_secs_f64(missing / self.per_second())).max(self.closed_until);
        if urgency == Urgency::Decoration && at > now { Err(at.duration_since(now)) } else { Ok(at) }
    }

    fn refill(&mut self, now: Instant) {
        while now.duration_since(self.changed_at) >= MINUTE && self.factor < WIDEST {
            self.factor = (self.factor + GROWTH).min(WIDEST);
            self.changed_at += MINUTE;
        }
        let since = now.saturating_duration_since(self.counted_at).as_secs_f64();
        self.tokens = (self.tokens + since * self.per_second()).min(self.limit.burst);
        self.counted_at = now;
    }

    fn narrow(&mut self, pause: Duration, now: Instant) {
        self.refill(now);
        // Calls that were under way together are refused together, and count as one refusal.
        if self.closed_until <= now {
            self.factor = (self.factor * AFTER_REFUSAL).max(NARROWEST);
        }
        self.changed_at = now;
        self.closed_until = self.closed_until.max(now + pause);
        self.tokens = self.tokens.min(0.0);
    }

    fn is_idle(&self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.counted_at).as_secs_f64();
        self.factor >= 1.0
            && self.closed_until <= now
            && self.tokens + since * self.per_second() >= self.limit.burst
    }

    fn per_second(&self) -> f64 {
        self.limit.per_second * self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(10);

    fn slack() -> RateLimits {
        RateLimits::new(Pacing::Slack)
    }

    /// The moments, in seconds, of calls that one caller makes, each as soon as the one before it was made.
    fn made(limits: &RateLimits, method: &str, seconds: u64) -> Vec<f64> {
        let (began, mut made) = (Instant::now(), Vec::new());
        let mut now = began;
        while now < began + Duration::from_secs(seconds) {
            now = limits.reserve((method, None), Urgency::Reply, LONG, now).unwrap();
            made.push(now.duration_since(began).as_secs_f64());
        }
        made
    }

    #[test]
    fn a_burst_goes_at_once_and_more_goes_steadily() {
        let made = made(&slack(), "conversations.info", 60);
        assert!(made.iter().take(25).all(|at| *at < 0.1), "{made:?}");
        let longest = made.windows(2).map(|two| two[1] - two[0]).fold(0.0, f64::max);
        assert!(longest < 1.3, "nobody waits for a minute to be over: {longest}");
    }

    #[test]
    fn over_any_five_minutes_of_too_much_the_published_figure_is_exceeded_by_at_most_a_fifth() {
        for (method, tier) in [("users.list", 20), ("conversations.info", 50), ("users.info", 100)] {
            let made = made(&slack(), method, 1_200);
            let within = |from: &f64| made.iter().filter(|at| *at >= from && **at < from + 300.0).count();
            let most = made.iter().map(within).max().unwrap();
            assert!(most > 5 * tier && most <= 6 * tier, "{method}: {most}");
        }
    }

    #[test]
    fn a_refusal_closes_the_bucket_and_narrows_it_and_time_widens_it_again() {
        let (limits, now) = (slack(), Instant::now());
        for _ in 0..3 {
            limits.narrow("users.info", None, Duration::from_secs(30), now);
        }
        let pass = |method, now| limits.reserve((method, None), Urgency::Reply, Duration::ZERO, now);
        assert!(pass("users.info", now).unwrap_err() >= Duration::from_secs(30));
        assert_eq!(pass("bots.info", now), Ok(now), "other methods go on");
        let key = ("users.info".to_owned(), None);
        let factor = || limits.buckets().get(&key).map(|bucket| bucket.factor);
        assert_eq!(factor(), Some(AFTER_REFUSAL), "three refusals at once are one");
        let later = now + Duration::from_mins(30);
        assert_eq!(pass("users.info", later), Ok(later));
        assert_eq!(factor(), Some(WIDEST));
    }

    #[test]
    fn channels_do_not_hold_each_other_up_and_a_refusal_takes_nothing_from_the_workspace() {
        let (limits, now) = (slack(), Instant::now());
        let post = |channel| {
            limits.reserve(("chat.postMessage", Some(channel)), Urgency::Reply, Duration::ZERO, now)
        };
        for channel in ["C1", "C2"] {
            for _ in 0..4 {
                post(channel).unwrap();
            }
            assert!((0..1_000).all(|_| post(channel).is_err()));
        }
        assert_eq!(post("C3"), Ok(now));
    }

    #[test]
    fn decoration_is_left_out_before_a_reply_has_to_wait() {
        let (limits, now) = (slack(), Instant::now());
        let pass = |urgency| limits.reserve(("chat.update", None), urgency, Duration::ZERO, now);
        let decorated =
            std::iter::repeat_with(|| pass(Urgency::Decoration)).take_while(Result::is_ok).count();
        assert_eq!(decorated, 18, "a quarter of the bucket is left");
        assert!((0..6).all(|_| pass(Urgency::Reply).is_ok()));
        assert!(pass(Urgency::Decoration).is_err() && pass(Urgency::Reply).is_ok());
    }
}
