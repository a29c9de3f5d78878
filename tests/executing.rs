//! How calls are carried out, and what a thread may take: side by side and answered in order, within a budget, told instead of done, not for ever the
//! same, and before people's eyes.

mod answers;
mod circles;
mod dry_runs;
mod long_threads;
mod spending;

use kernel::{Message, Request, ToolResult};

/// The results of the newest round.
fn newest_results(request: &Request) -> Vec<ToolResult> {
    let results = request.messages.iter().rev().find_map(|message| match message {
        Message::Results(results) => Some(results.clone()),
        Message::User(_) | Message::Assistant { .. } | Message::Pictures(_) => None,
    });
    results.unwrap_or_default()
}
