//! Start and size.

use std::time::Duration;

use crate::served::{Served, a_town};
use crate::{Measure, Verdict};

const STARTS: usize = 11;
const LONGEST_START: Duration = Duration::from_millis(50);
const LARGEST_IDLE: u64 = 17 << 20;

pub async fn measures() -> Vec<Measure> {
    let town = a_town().await;
    // The first start makes the database; people start what they have.
    let first = Served::start(&town).await;
    let made = first.connected_after;
    first.kill().await;
    let mut starts = Vec::new();
    let mut idle = 0;
    for _ in 0..STARTS {
        let served = Served::start(&town).await;
        starts.push(served.connected_after);
        // What a start allocates and gives back is not what it costs to stand there.
        tokio::time::sleep(Duration::from_millis(500)).await;
        idle = idle.max(served.memory());
        served.kill().await;
    }
    starts.sort_unstable();
    let (median, longest) = (starts[STARTS / 2], starts[STARTS - 1]);
    vec![
        Measure {
            what: format!("start to connected, median of {STARTS}"),
            bound: format!("≤ {LONGEST_START:?}"),
            measured: format!("{median:.1?} (longest {longest:.1?}, with a new database {made:.1?})"),
            verdict: Verdict::kept(median <= LONGEST_START),
        },
        Measure {
            what: "memory at rest, connected (PSS)".to_owned(),
            bound: "≤ 17 MB".to_owned(),
            measured: format!("{:.1} MB", idle as f64 / f64::from(1 << 20)),
            verdict: Verdict::kept(idle <= LARGEST_IDLE),
        },
    ]
}
