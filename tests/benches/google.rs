//! How fast mail is found and read: at Google's latency, under Google's quotas, and out of HTML.
//! Run: cargo bench --bench google. It takes about a minute and a half, for a quota's minute is waited for.
#![expect(dead_code, unused_imports, unreachable_pub, reason = "the stories use more of the harness")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it may fall over, and it prints what it measured"
)]

#[path = "google/corpus.rs"]
mod corpus;
#[path = "../harness.rs"]
mod harness;
#[path = "google/latency.rs"]
mod latency;
#[path = "google/letters.rs"]
mod letters;
#[path = "google/quota.rs"]
mod quota;
#[path = "google/searches.rs"]
mod searches;
mod table;

use std::process::ExitCode;

use table::{Measure, Verdict, verdict_on};

fn main() -> ExitCode {
    // First, while nothing else in this process takes processor time.
    let mut measures = letters::measures();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        measures.extend(latency::measures().await);
        let (newer, earlier) =
            tokio::join!(quota::measures(quota::SINCE_2026), quota::measures(quota::EARLIER));
        measures.extend(newer);
        measures.extend(earlier);
    });
    println!("Connections are warm and the token is valid; nothing else is left out.\n");
    verdict_on(&measures)
}
