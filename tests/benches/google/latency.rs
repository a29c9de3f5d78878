//! A search that finds fifty mails and reads each of them.

use std::time::Duration;

use serde_json::Value;

use super::searches::{LATENCY, PAGE, Searches};
use super::{Measure, Verdict};

const ROUNDS: usize = 20;
/// One request for the list, and fifty for the mails, ten at a time, take 180 ms.
const LONGEST: Duration = Duration::from_millis(210);
const AT_ONCE: u64 = 10;

pub async fn measures() -> Vec<Measure> {
    // The costs by which so many rounds fit into a minute, for here no quota is to be waited for.
    let searches = Searches::new("[google]\nquota = \"earlier\"\n").await;
    searches.page(None).await;
    let mut told = Vec::new();
    for _ in 0..ROUNDS {
        told.push(searches.page(None).await.took);
    }
    let requests = searches.requests().await;
    let rounds = requests.chunks(PAGE + 1).skip(1);
    let mut times: Vec<Duration> = rounds.map(from_first_to_last).collect();
    assert_eq!(times.len(), ROUNDS);
    times.sort_unstable();
    told.sort_unstable();
    let (median, longest) = (times[ROUNDS / 2], times[ROUNDS - 1]);
    let at_once = searches.most_in_flight().await;
    searches.close().await;
    vec![
        Measure {
            what: format!(
                "search and read of {PAGE} mails, {LATENCY:?} a request, from the first one to the last answer"
            ),
            bound: format!("≤ {LONGEST:?}"),
            measured: format!(
                "{} ms (median of {ROUNDS}; longest {})",
                median.as_millis(),
                longest.as_millis()
            ),
            verdict: Verdict::kept(median <= LONGEST),
        },
        Measure {
            what: "the same from the model's call to its being told, journal entries flushed to the disk"
                .to_owned(),
            bound: String::new(),
            measured: format!("{} ms (median of {ROUNDS})", told[ROUNDS / 2].as_millis()),
            verdict: Verdict::NoBound,
        },
        Measure {
            what: "its requests under way at the same time".to_owned(),
            bound: format!("≤ {AT_ONCE}"),
            measured: at_once.to_string(),
            verdict: Verdict::kept(at_once <= AT_ONCE),
        },
    ]
}

/// By Google's own log.
fn from_first_to_last(requests: &[Value]) -> Duration {
    assert_eq!(requests[0]["method"], "gmail.users.messages.list");
    let time =
        |request: &Value, name: &str| request[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let last = requests.iter().map(|request| time(request, "answered_at")).max().unwrap();
    last.duration_since(time(&requests[0], "at")).try_into().unwrap()
}
