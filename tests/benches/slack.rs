//! How the product stands up in Slack: a busy company, every event under chaos, acknowledgements in a burst, how soon it
//! stops, its start, its size and its price for each turn. The product is a process of its own where its size or its price is
//! measured, the sandbox is in this one.
//! Run: cargo bench --profile dist --bench slack. It takes about ten minutes. Names as arguments
//! (`standing turns stop burst crowd chaos`) choose parts.
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

#[path = "slack/burst.rs"]
mod burst;
#[path = "slack/chaos.rs"]
mod chaos;
#[path = "slack/cores.rs"]
mod cores;
#[path = "slack/crowd.rs"]
mod crowd;
#[path = "../harness.rs"]
mod harness;
#[path = "slack/machine.rs"]
mod machine;
#[path = "slack/served.rs"]
mod served;
#[path = "slack/standing.rs"]
mod standing;
#[path = "slack/stopping.rs"]
mod stopping;
mod table;
mod timing;
#[path = "slack/turns.rs"]
mod turns;

use std::process::ExitCode;

use table::{Measure, Verdict, verdict_on};

/// The sandbox is on the same cores: it is to cost here what it costs in `cargo run`.
#[cfg(target_os = "linux")]
#[used]
static ALLOCATOR: &(dyn std::alloc::GlobalAlloc + Sync) = &mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name);
    let mut measures = Vec::new();
    if wanted("standing") {
        measures.extend(standing::measures().await);
    }
    if wanted("turns") {
        measures.extend(turns::measures().await);
    }
    if wanted("stop") {
        measures.extend(stopping::measures().await);
    }
    if wanted("burst") {
        measures.extend(burst::measures().await);
    }
    if wanted("crowd") {
        measures.extend(crowd::measures().await);
    }
    if wanted("chaos") {
        measures.extend(chaos::measures().await);
    }
    verdict_on(&measures)
}
