//! Two hundred mails right after the account's minute was used up, with a Google that refuses what is over its quota.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::searches::{Found, MAILS, PAGE, Searches};
use super::{Measure, Verdict};

const WINDOW: Duration = Duration::from_mins(1);
/// How much longer than the quota demands it may take.
const PATIENCE: f64 = 1.1;

/// One of Google's two tables.
#[derive(Clone, Copy)]
pub struct Table {
    words: &'static str,
    /// As our configuration names it, and as the sandbox does.
    ours: &'static str,
    googles: &'static str,
    units_a_minute: u64,
    list: u64,
    message: u64,
}

pub const SINCE_2026: Table = Table {
    words: "the costs since 2026",
    ours: "since_2026",
    googles: "2026",
    units_a_minute: 6_000,
    list: 5,
    message: 20,
};

pub const EARLIER: Table = Table {
    words: "the earlier costs",
    ours: "earlier",
    googles: "earlier",
    units_a_minute: 15_000,
    list: 5,
    message: 5,
};

pub async fn measures(table: Table) -> Vec<Measure> {
    let searches = Searches::new(&format!("[google]\nquota = \"{}\"\n", table.ours)).await;
    searches.town.control.post("/google/quota", json!({ "table": table.googles })).await;
    let a_page = table.list + PAGE as u64 * table.message;
    for _ in 0..table.units_a_minute / a_page {
        searches.page(None).await;
    }
    let before = searches.requests().await;
    let (started, began) = (jiff::Timestamp::now(), Instant::now());
    let mut token = None;
    for _ in 0..MAILS / PAGE {
        let Found { next_page, .. } = searches.page(token.as_deref()).await;
        token = next_page;
    }
    let took = began.elapsed();
    let requests = searches.requests().await;
    searches.close().await;
    let refused = requests.iter().filter(|request| request["status"] != 200).count();
    let bound = bound(table, &before, started);
    let longest = bound.mul_f64(PATIENCE);
    vec![
        Measure {
            what: format!("{MAILS} mails after a minute's quota was used up, by {}", table.words),
            bound: format!("≤ {:.1} s ({PATIENCE} × {:.1} s)", longest.as_secs_f64(), bound.as_secs_f64()),
            measured: format!("{:.1} s", took.as_secs_f64()),
            verdict: Verdict::kept(took <= longest),
        },
        Measure {
            what: format!("its {} requests that Google refused", requests.len()),
            bound: "0".to_owned(),
            measured: refused.to_string(),
            verdict: Verdict::kept(refused == 0),
        },
    ]
}

/// How long the quota itself makes one wait: no minute may hold more than its units, so each request goes at the first
/// moment at which the minute before it has room, and nothing else takes any time.
fn bound(table: Table, before: &[Value], started: jiff::Timestamp) -> Duration {
    let mut spent: Vec<(Duration, u64)> = before
        .iter()
        .map(|request| {
            let at: jiff::Timestamp = request["at"].as_str().unwrap().parse().unwrap();
            let since_the_first = Duration::try_from(at.duration_since(first(before))).unwrap();
            (since_the_first, table.cost(request["method"].as_str().unwrap()))
        })
        .collect();
    let started = Duration::try_from(started.duration_since(first(before))).unwrap();
    let mut now = started;
    let page = std::iter::once(table.list).chain(std::iter::repeat_n(table.message, PAGE));
    for units in page.cycle().take((PAGE + 1) * MAILS / PAGE) {
        // What was spent is in order, so the first that still counts is the next that no longer will.
        loop {
            let counts: Vec<&(Duration, u64)> = spent.iter().filter(|(at, _)| *at + WINDOW > now).collect();
            if counts.iter().map(|(_, units)| units).sum::<u64>() + units <= table.units_a_minute {
                break;
            }
            now = counts[0].0 + WINDOW;
        }
        spent.push((now, units));
    }
    now.saturating_sub(started)
}

fn first(requests: &[Value]) -> jiff::Timestamp {
    requests[0]["at"].as_str().unwrap().parse().unwrap()
}

impl Table {
    fn cost(self, method: &str) -> u64 {
        match method {
            "gmail.users.messages.list" => self.list,
            "gmail.users.messages.get" => self.message,
            other => panic!("{other} has no place here"),
        }
    }
}
