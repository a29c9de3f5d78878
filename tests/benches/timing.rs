//! How much of the processor something takes, over many rounds.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::table::{Measure, Verdict};

/// Half of the rounds take no more than the first number, all but one in a hundred no more than the second.
pub fn measured(what: &str, bound: Option<Duration>, rounds: usize, work: impl Fn() -> usize) -> Measure {
    let time = || {
        let began = processor_time();
        assert!(black_box(work()) > 0, "nothing came of it");
        processor_time().saturating_sub(began)
    };
    // The first few find nothing in the caches.
    for _ in 0..rounds / 10 {
        time();
    }
    let mut times: Vec<Duration> = (0..rounds).map(|_| time()).collect();
    times.sort_unstable();
    let (half, most) = (times[rounds / 2], times[rounds * 99 / 100]);
    Measure {
        what: what.to_owned(),
        bound: bound.map_or_else(String::new, |bound| format!("p99 < {bound:?}")),
        measured: format!("p50 {half:.1?}, p99 {most:.1?}"),
        verdict: bound.map_or(Verdict::NoBound, |bound| Verdict::kept(most < bound)),
    }
}

/// What else runs on the machine disturbs it as little as can be.
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let part = |value: i64| u64::try_from(value).unwrap_or_default();
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}
