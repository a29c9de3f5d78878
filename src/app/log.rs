//! The log: to standard error, quiet by default.

mod redacting;

use tracing_subscriber::EnvFilter;

use redacting::Redacting;
pub(crate) use redacting::{hide, struck};

/// What is said without being asked. `RUST_LOG` asks for more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Loudness {
    /// Warnings and errors: somebody is looking at a page, not at the log.
    Quiet,
    /// What happens, for a service manager.
    Normal,
}

/// Other people's crates that write whole requests, tickets and tokens included, into their finer levels. Nobody can
/// ask for those here.
const TALKATIVE: [&str; 8] = [
    "tungstenite=info",
    "tokio_tungstenite=info",
    "hyper=info",
    "hyper_util=info",
    "h2=info",
    "reqwest=info",
    "slack_morphism=info",
    "rmcp=warn",
];

pub(crate) fn start(loudness: Loudness) {
    let default = match loudness {
        Loudness::Quiet => "warn",
        Loudness::Normal => "info",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let filter =
        TALKATIVE.iter().filter_map(|quiet| quiet.parse().ok()).fold(filter, EnvFilter::add_directive);
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(Redacting).with_target(false);
    // Fails only when a log has been started already, e.g. by a test.
    drop(log.try_init());
}
