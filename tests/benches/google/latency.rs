//! A search that finds fifty mails and reads each of them, from the model's call to the model's being told.

use std::time::Duration;

use super::Measure;
use super::searches::{LATENCY, PAGE, Searches};

const ROUNDS: usize = 20;
/// One request for the list, and fifty for the mails, ten at a time, take 180 ms.
const LONGEST: Duration = Duration::from_millis(210);
const AT_ONCE: u64 = 10;

pub async fn measures() -> Vec<Measure> {
    // The costs by which so many rounds fit into a minute, for here no quota is to be waited for.
    let searches = Searches::new("[google]\nquota = \"earlier\"\n").await;
    searches.page(None).await;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(searches.page(None).await.took);
    }
    times.sort_unstable();
    let (median, longest) = (times[ROUNDS / 2], times[ROUNDS - 1]);
    let at_once = searches.most_in_flight().await;
    vec![
        Measure {
            what: format!("search and read of {PAGE} mails, {LATENCY:?} a request"),
            bound: format!("≤ {LONGEST:?}"),
            measured: format!(
                "{} ms (median of {ROUNDS}; longest {})",
                median.as_millis(),
                longest.as_millis()
            ),
            kept: median <= LONGEST,
        },
        Measure {
            what: "its requests under way at the same time".to_owned(),
            bound: format!("≤ {AT_ONCE}"),
            measured: at_once.to_string(),
            kept: at_once <= AT_ONCE,
        },
    ]
}
